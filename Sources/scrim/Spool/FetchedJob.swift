import ScrimCommand
import ScrimRecords
import SystemPackage

/// A private job whose images were copied: acknowledging them deletes them from the spool.
struct FetchedJob {
  private let job: JobReference
  private let control: SpoolPlace

  init(_ job: JobReference, _ control: SpoolPlace) {
    self.job = job
    self.control = control
  }

  /// Acknowledges the images, unless one of them was written to anything but a file: what went into a pipe or a
  /// device may be lost.
  ///
  /// - Parameter written: All images of the job.
  /// - Returns: False if they stay in the spool.
  /// - Throws: A ``Failure`` if they cannot be flushed, or not be acknowledged.
  func acknowledge(_ written: [WrittenFile]) throws -> Bool {
    guard written.allSatisfy({ $0.file != nil }) else { return false }
    let folders = Dictionary(written.map { ($0.file?.removingLastComponent(), $0) }) { one, _ in one
    }
    for file in folders.values { try file.flushName() }
    _ = try control.change([job], .acknowledge).first?.result.get()
    return true
  }
}
