/// The points at which a crash may occur. An observer may throw, which leaves the spool as a crash at that point
/// would.
package struct Steps: Sendable {
  package enum Step: Sendable, Hashable, CaseIterable {
    case folderMade, nameWritten, dropMoved, dropClaimed
    case copied, ticketWritten, sourcePutAway, sourceDeleted, accepted
    case claimed, resultsWritten, committed
    case outputLinked, outputMoved, outputsMoved, reportMoved, delivered
    case failureWritten, failed
  }

  private let watch: @Sendable (Step) throws -> Void

  package init(_ watch: @escaping @Sendable (Step) throws -> Void = { _ in }) {
    self.watch = watch
  }

  func reached(_ step: Step) throws { try watch(step) }
}
