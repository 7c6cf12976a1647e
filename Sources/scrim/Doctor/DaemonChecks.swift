import Glibc
import ScrimCommand
import ScrimRecords
import SystemPackage

/// The daemon, a worker of one's own, and the clock.
enum DaemonChecks {
  static func daemon(_ installation: Installation, _ findings: inout Findings) {
    switch DaemonQuery.all(of: FilePath(installation.spool))[0] {
    case .answered(let status):
      for reason in status.degradations {
        findings.add(reason, remedy: "scrim status; journalctl -u scrimd --priority warning")
      }
    case .notRunning:
      findings.add(
        "no scrimd runs on \(installation.spool): jobs wait",
        remedy: "systemctl start scrimd; journalctl -u scrimd -n 20 has the reason if it ends")
    case .unknown(let reason):
      findings.couldNotSee("the daemon's status: \(reason)")
    }
  }

  /// Starts a worker and renders a pixel.
  static func worker(_ installation: Installation, _ findings: inout Findings) {
    let job =
      "{\"scrim\": 1, \"canvas\": {\"width\": 1, \"height\": 1}, \"layers\": [{\"fill\": \"#fff\"}]}"
    let plugins = installation.texts("workers", "plugins").map {
      "--plugins \(quoted(forShell: $0))"
    }
    let (status, output) = Installation.run(
      "printf %s \(quoted(forShell: job)) | \(ownCommand()) render - -o - \(plugins.joined(separator: " ")) >/dev/null"
    )
    guard status != 0 else { return }
    findings.add(
      "a worker cannot render a pixel: \(output.split(separator: "\n").first ?? "status \(status)")",
      remedy: "install Scrim again, with the libraries that its package needs")
  }

  static func fonts(_ installation: Installation, _ findings: inout Findings) {
    let (status, output) = Installation.run("fc-list : family")
    guard status != 0 || output.isEmpty else { return }
    findings.add(
      status == 127 ? "fontconfig's commands are not installed" : "fontconfig finds no fonts",
      remedy: "apt install fontconfig fonts-dejavu-core")
  }

  static func clock(_ installation: Installation, _ findings: inout Findings) {
    let now = time(nil)
    // 2026-01-01: earlier than any release.
    if now < 1_767_225_600 {
      findings.add("the clock is before 2026", remedy: "timedatectl set-ntp true")
    }
    for name in ["status.json", "drop", "queue"] {
      guard let about = Installation.status(of: "\(installation.spool)/\(name)"),
        about.st_mtim.tv_sec > now + 60
      else { continue }
      findings.add(
        "\(installation.spool)/\(name) was changed in the future: the clock was set back",
        remedy: "timedatectl set-ntp true")
    }
  }
}
