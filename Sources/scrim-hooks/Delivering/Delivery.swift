package import ScrimRecords

/// The report of a job that waits for one hook: the file `waiting/HOOK/ID.ATTEMPTS.json`.
package struct Delivery: Sendable, Hashable {
  package let id: JobID
  /// Attempts that failed.
  package let failures: Int

  var file: String { "\(id).\(failures).json" }
  package var afterFailure: Delivery { Delivery(id: id, failures: failures + 1) }

  package init(id: JobID, failures: Int = 0) {
    self.id = id
    self.failures = failures
  }

  /// - Returns: `nil` if the name is not a delivery's.
  init?(file: String) {
    guard file.hasSuffix(".json") else { return nil }
    let parts = file.dropLast(5).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = JobID(String(parts[0])), let failures = Int(parts[1]),
      failures >= 0
    else { return nil }
    self.init(id: id, failures: failures)
  }
}
