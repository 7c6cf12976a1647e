import CLinux

/// A pipe whose ends do not block.
package struct NonblockingPipe: Sendable {
  package let readingEnd: OwnedDescriptor
  package let writingEnd: OwnedDescriptor

  /// - Parameter purpose: As in "create a pipe for PURPOSE".
  /// - Throws: ``SystemError``.
  package init(for purpose: String) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    try check(scrim_pipe(&ends), "create a pipe for \(purpose)")
    readingEnd = OwnedDescriptor(owning: ends[0])
    writingEnd = OwnedDescriptor(owning: ends[1])
  }
}
