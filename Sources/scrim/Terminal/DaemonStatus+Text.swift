import ScrimSpool

extension DaemonStatus {
  /// The status in one line.
  var words: String {
    let busy = workers.count { $0.job != nil }
    let systemError = systemError.map { ", paused: \($0)" } ?? ""
    return "process \(process), \(busy) of \(workers.count) workers busy, "
      + "\(counters[.done] ?? 0) done and \(counters[.failed] ?? 0) failed "
      + "since it started\(systemError)"
  }

  /// What else an operator wants to see, a line each.
  var details: [String] {
    var lines: [String] = []
    if !waitingByUser.isEmpty {
      let list = waitingByUser.map { "\($0.name): \($0.number)" }.joined(separator: ", ")
      lines.append("waiting by user: \(list)")
    }
    for age in oldestSeconds ?? [] { lines.append("oldest in \(age.name): \(age.number) s") }
    for refused in refusedPlugins {
      lines.append("plugin refused: \(refused.path): \(refused.reason)")
    }
    for disabled in disabledPlugins {
      let effects = disabled.effects.joined(separator: ", ")
      lines.append(
        "plugin disabled \(disabled.scope) after crashes in 3 jobs: \(disabled.path) (\(effects))")
    }
    if !lacking.isEmpty { lines.append("sandbox lacks: \(lacking.joined(separator: ", "))") }
    if let freeBytes { lines.append("free: \(freeBytes >> 20) MiB") }
    if let pressure { lines.append("intake suspended: \(pressure)") }
    return lines
  }
}
