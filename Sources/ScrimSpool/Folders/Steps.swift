/// The points at which a crash may occur. An observer may throw, which leaves the spool as a crash at that point
/// would.
package struct Steps: Sendable {
  package enum Step: Sendable, Hashable, CaseIterable {
    case dropFlushed, folderMade, dropMoved
    case copied, adopted, ticketWritten, duplicateEmptied, copyFlushed, sourceRenamed
    case sourceDeleted, accepted
    case claimed, resultsWritten, committed
    case outputLinked, outputMoved, outputsMoved, eventWritten, reportMoved, deliveryFlushed,
      delivered
    case failureDecided, failureWritten, failed
    /// Of a batch: its index, the issue, division and end of a chunk, its end.
    case batchIndexed, batchOpened, chunkPrepared, chunkIssued, rowsMoved, chunkDivided
    case chunkEnded, batchStopped, rowsSkipped, rowsLost, batchReported, batchEnded
    /// Of a change that a user asks for: before and after its rename.
    case changePrepared, changed
    /// A finished job has left its state, to be deleted.
    case trashed
    /// A rename of the conversion from format 1.
    case converted
  }

  private let watch: @Sendable (Step) throws -> Void

  package init(_ watch: @escaping @Sendable (Step) throws -> Void = { _ in }) {
    self.watch = watch
  }

  func reached(_ step: Step) throws { try watch(step) }
}
