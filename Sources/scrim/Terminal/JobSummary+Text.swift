import Glibc
import ScrimCommand
import ScrimJSON
import ScrimRecords
import ScrimSpool

extension JobSummary {
  /// A line of a list: ID, name, owner, state, priority, attempts, start, age, reason.
  var row: [String] {
    [
      id?.description ?? "-", name.map(printable) ?? "-", Self.name(of: owner), state.rawValue,
      priority > 0 ? "+\(priority)" : "\(priority)", attempts.map { "\($0)" } ?? "-",
      notBefore.map { LocalTime.text(of: $0) } ?? "-", LocalTime.age(of: time),
      printable(reason ?? progress?.words ?? ""),
    ]
  }

  /// The name of an owner's account, with the tenant if there is one: `alice`, `bridge~acme`; the number of a user who
  /// has no account.
  fileprivate static func name(of owner: Owner) -> String {
    let name = getpwuid(owner.user).map { String(cString: $0.pointee.pw_name) } ?? "\(owner.user)"
    return owner.tenant.map { "\(name)~\($0)" } ?? name
  }
}

extension BatchProgress {
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
      ["id", summary.id?.description ?? "-"], ["name", printable(summary.name ?? "-")],
      ["owner", summary.owner.description], ["state", summary.state.rawValue],
      ["priority", "\(summary.priority)"],
      ["attempts", summary.attempts.map { "\($0)" } ?? "-"],
      ["dropped", LocalTime.text(of: summary.time)],
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
    rows += errorLines.map { ["error", printable($0)] }
    rows += outputs.map { ["output", printable($0)] }
    return rows
  }
}
