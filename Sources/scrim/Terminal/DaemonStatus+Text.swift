import Glibc
import ScrimDocument
import ScrimJSON
import ScrimRecords

extension DaemonStatus {
  /// The status in one line.
  var words: String {
    let busy = workers.count { $0.job != nil }
    let systemError = systemError.map { ", paused: \($0)" } ?? ""
    let version = version.map { "version \($0), " } ?? ""
    return "process \(process), \(version)up \(uptime), \(busy) of \(workers.count) workers busy, "
      + "\(counters[.done] ?? 0) done and \(counters[.failed] ?? 0) failed "
      + "since it started\(systemError)"
  }

  /// Time since the start in its two largest units, such as "3 d 4 h".
  private var uptime: String {
    let seconds = max(0, time(nil) - started)
    let (days, hours, minutes) = (seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60)
    if days > 0 { return "\(days) d \(hours) h" }
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }

  /// What else an operator wants to see, a line each.
  var details: [String] {
    var lines: [String] = []
    if !waitingByUser.isEmpty {
      let list = waitingByUser.map { "\(Self.name(ofOwner: $0.name)): \($0.value)" }
        .joined(separator: ", ")
      lines.append("waiting by user: \(list)")
    }
    for batch in batches ?? [] {
      lines.append("batch \(batch.id): \(batch.words)")
    }
    for age in oldestSeconds ?? [] { lines.append("oldest in \(age.name): \(age.value) s") }
    if !lacking.isEmpty { lines.append("sandbox lacks: \(lacking.joined(separator: ", "))") }
    if let retention { lines.append("kept: \(retention.words)") }
    if let freeBytes { lines.append("free: \(freeBytes >> 20) MiB") }
    return lines
  }

  /// The name of an owner's account, with the tenant if there is one: `alice`, `bridge~acme`; the number of a user
  /// who has no account.
  private static func name(ofOwner owner: String) -> String {
    let parts = owner.split(separator: "~", maxSplits: 1)
    guard let user = parts.first.flatMap({ uid_t($0) }), let entry = getpwuid(user) else {
      return owner
    }
    return ([String(cString: entry.pointee.pw_name)] + parts.dropFirst().map(String.init))
      .joined(separator: "~")
  }

  /// Why the daemon is degraded, a line each: it runs, but an operator should act. Empty for a healthy daemon.
  ///
  /// Missing sandbox features are not a reason: the kernel lacks them for good, and the configuration decides whether
  /// the daemon starts without them.
  var degradations: [String] {
    var lines: [String] = []
    if let pressure { lines.append("intake suspended: \(pressure)") }
    if let systemError { lines.append("paused by a system error: \(systemError)") }
    if restartRequired { lines.append("another release is installed; restart the daemon") }
    let corrupt = jobs.first { $0.name == State.corrupt.rawValue }?.value ?? 0
    if corrupt > 0 { lines.append("jobs in corrupt/: \(corrupt)") }
    for refused in refusedPlugins {
      lines.append("plugin refused: \(refused.path): \(refused.reason)")
    }
    for disabled in disabledPlugins {
      let effects = disabled.effects.joined(separator: ", ")
      lines.append(
        "plugin disabled \(disabled.scope) after crashes in 3 jobs: \(disabled.path) (\(effects))")
    }
    return lines
  }
}

extension Retention {
  /// What is deleted when, on one line.
  fileprivate var words: String {
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
