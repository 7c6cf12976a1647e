import ScrimSpool

extension Retention {
  /// What is deleted when, on one line.
  var words: String {
    [
      "done " + Self.limits(done, doneBytes), "failed " + Self.limits(failed, failedBytes),
      "reports " + Self.limits(reports, 0), "out " + Self.limits(out, outBytes),
    ].joined(separator: ", ")
  }

  // Zero means no limit.
  private static func limits(_ age: Duration, _ bytes: Int) -> String {
    let hours = Int(age.components.seconds / 3600)
    let time = hours % 24 == 0 ? "\(hours / 24) d" : "\(hours) h"
    let parts = (hours > 0 ? [time] : []) + (bytes > 0 ? [Self.size(bytes)] : [])
    return parts.isEmpty ? "for ever" : parts.joined(separator: " or ")
  }

  private static func size(_ bytes: Int) -> String {
    bytes >= 1 << 30 ? "\(bytes >> 30) GiB" : "\(bytes >> 20) MiB"
  }
}
