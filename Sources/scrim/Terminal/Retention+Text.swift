import ScrimRecords

extension Retention {
  /// What is deleted when, on one line.
  var words: String {
    [
      "done " + Self.limits(done, doneBytes, doneJobs),
      "failed " + Self.limits(failed, failedBytes, failedJobs),
      "reports " + Self.limits(reports, 0), "out " + Self.limits(out, outBytes),
    ].joined(separator: ", ")
  }

  // Zero means no limit.
  private static func limits(_ age: Duration, _ bytes: Int, _ jobs: Int = 0) -> String {
    let hours = Int(age.components.seconds / 3600)
    let time = hours % 24 == 0 ? "\(hours / 24) d" : "\(hours) h"
    let parts =
      (hours > 0 ? [time] : []) + (bytes > 0 ? [Self.size(bytes)] : [])
      + (jobs > 0 ? ["\(jobs) jobs"] : [])
    return parts.isEmpty ? "for ever" : parts.joined(separator: " or ")
  }

  private static func size(_ bytes: Int) -> String {
    bytes >= 1 << 30 ? "\(bytes >> 30) GiB" : "\(bytes >> 20) MiB"
  }
}
