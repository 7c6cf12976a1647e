import Glibc
import ScrimCommand
import ScrimJSON
import ScrimSpool

extension JobSummary {
  /// A line of a list: ID, name, owner, state, attempts, age, reason.
  var row: [String] {
    let turn = priority == 0 ? "" : priority > 0 ? "+\(priority)" : "\(priority)"
    return [
      id.description, name.map(printable) ?? "-", id.owner.description, state.rawValue + turn,
      attempts.map { "\($0)" } ?? "-", LocalTime.age(of: id.time),
      printable(reason ?? progress?.words ?? ""),
    ]
  }
}

extension DaemonStatus.Batch {
  /// As in "312 of 1000 rows, 2 failed".
  var words: String {
    let failed = failed > 0 ? ", \(failed) failed" : ""
    let skipped = skipped > 0 ? ", \(skipped) skipped" : ""
    return "\(done) of \(rows) rows\(failed)\(skipped)"
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
      ["dropped", LocalTime.text(of: summary.id.time)],
    ]
    if let accepted { rows.append(["accepted", LocalTime.text(of: accepted)]) }
    if let time = summary.notBefore { rows.append(["not before", LocalTime.text(of: time)]) }
    if let notAfter { rows.append(["not after", LocalTime.text(of: notAfter)]) }
    if let key { rows.append(["key", printable(key)]) }
    if isPrivate { rows.append(["delivery", "private"]) }
    if let progress = summary.progress { rows.append(["rows", progress.words]) }
    if let ended { rows.append(["ended", LocalTime.text(of: ended)]) }
    if errors.isEmpty, let reason = summary.reason { rows.append(["reason", printable(reason)]) }
    rows += failures.map { ["failed attempt", printable($0)] }
    rows += errors.map { ["error", printable($0)] }
    rows += outputs.map { ["output", printable($0)] }
    return rows
  }
}
