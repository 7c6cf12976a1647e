import Glibc
import ScrimCommand
import ScrimJSON
import ScrimRecords
import ScrimSpool

extension JobSummary: ListedJob {
  var title: String? { name }

  var row: [String] {
    listRow(
      id: id?.description ?? "-", owner: Self.name(of: owner), state: state.rawValue,
      priority: priority, attempts: attempts, start: notBefore, submitted: time,
      reason: reason ?? progress?.words)
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
    var rows = summary.head(
      id: summary.id?.description ?? "-", owner: summary.owner.description,
      state: summary.state.rawValue, priority: summary.priority, attempts: summary.attempts,
      submitted: summary.time, start: summary.notBefore, latest: notAfter)
    if let accepted { rows.append(["accepted", LocalTime.text(of: accepted)]) }
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
