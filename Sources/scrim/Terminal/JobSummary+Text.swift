import Glibc
import ScrimJSON
import ScrimSpool

extension JobSummary {
  /// A line of a list: ID, name, owner, state, attempts, age, reason.
  var row: [String] {
    let turn = priority == 0 ? "" : priority > 0 ? "+\(priority)" : "\(priority)"
    return [
      id.description, name.map(printable) ?? "-", id.owner.description, state.rawValue + turn,
      attempts.map { "\($0)" } ?? "-", Self.age(of: id.time), printable(reason ?? ""),
    ]
  }

  /// The time since then, in its largest unit.
  static func age(of milliseconds: Int) -> String {
    let seconds = max(0, time(nil) - milliseconds / 1000)
    switch seconds {
    case ..<120: return "\(seconds) s"
    case ..<7200: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3600) h"
    default: return "\(seconds / 86_400) d"
    }
  }
}

extension JobDetails {
  /// The lines of `scrim show`: key and value.
  var rows: [[String]] {
    var rows = [
      ["id", summary.id.description], ["name", printable(summary.name ?? "-")],
      ["owner", summary.id.owner.description], ["state", summary.state.rawValue],
      ["priority", "\(summary.priority)"],
      ["attempts", summary.attempts.map { "\($0)" } ?? "-"],
      ["dropped", Self.text(ofTime: summary.id.time)],
    ]
    if let accepted { rows.append(["accepted", Self.text(ofTime: accepted)]) }
    if let time = summary.notBefore { rows.append(["not before", Self.text(ofTime: time)]) }
    if let ended { rows.append(["ended", Self.text(ofTime: ended)]) }
    if errors.isEmpty, let reason = summary.reason { rows.append(["reason", printable(reason)]) }
    rows += failures.map { ["failed attempt", printable($0)] }
    rows += errors.map { ["error", printable($0)] }
    rows += outputs.map { ["output", printable($0)] }
    return rows
  }

  /// Local time with its offset, as in `2026-11-24 03:10:05 +0000`.
  private static func text(ofTime milliseconds: Int) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M:%S %z", &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
