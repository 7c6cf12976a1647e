import Glibc
import ScrimCommand
import ScrimJSON
import ScrimWorkerClient

/// The configuration, and what the service's unit hides of the paths in it.
enum ConfigurationChecks {
  static func file(_ installation: Installation, _ findings: inout Findings) {
    if access(installation.file, R_OK) != 0 {
      findings.couldNotSee("the configuration \(installation.file)")
    }
    for error in installation.configurationErrors {
      findings.add(error, remedy: "correct the key in \(installation.file); scrimd --check")
    }
  }

  static func plugins(_ installation: Installation, _ findings: inout Findings) {
    for folder in installation.texts("workers", "plugins") where access(folder, R_OK | X_OK) != 0 {
      findings.add(
        "the plugin folder \(folder) is not readable", remedy: "chmod a+rx \(folder)")
    }
  }

  static func assetRoots(_ installation: Installation, _ findings: inout Findings) {
    for folder in installation.texts("spool", "asset-roots")
    where Installation.status(of: folder) == nil && errno == ENOENT {
      findings.add(
        "the folder \(folder) of spool.asset-roots does not exist",
        remedy: "mkdir \(folder), or remove it from spool.asset-roots")
    }
  }

  static func metrics(_ installation: Installation, _ findings: inout Findings) {
    let file = installation.text("metrics", "file")
    guard let slash = file.lastIndex(of: "/") else { return }
    let folder = String(file[..<slash])
    guard let about = Installation.status(of: folder) else {
      return findings.add(
        "the folder of metrics.file does not exist: \(folder)", remedy: "mkdir \(folder)")
    }
    guard let spool = Installation.status(of: installation.spool) else { return }
    let mode = about.st_mode
    let isWritable =
      about.st_uid == spool.st_uid && mode & 0o200 != 0
      || about.st_gid == spool.st_gid && mode & 0o020 != 0 || mode & 0o002 != 0
    if !isWritable {
      findings.add(
        "scrimd's account may not write metrics.file in \(folder)",
        remedy: "chgrp \(spool.st_gid) \(folder) && chmod g+w \(folder)")
    }
  }

  static func hooks(_ installation: Installation, _ findings: inout Findings) {
    let file = "/etc/scrim/hooks.toml"
    guard access(file, F_OK) == 0 else { return }
    let program = WorkerProgram.ownFolder() + "/scrim-hooks"
    guard access(file, R_OK) == 0, access(program, X_OK) == 0 else {
      return findings.couldNotSee("the configuration of scrim-hooks, \(file)")
    }
    let (status, output) = Installation.run("\(quoted(forShell: program)) --check --config \(file)")
    guard status == 0, let settings = try? JSON(parsing: Array(output.utf8)) else {
      return findings.add(
        "scrim-hooks refuses \(file): \(output.split(separator: "\n").first ?? "")",
        remedy: "scrim-hooks --check --config \(file)")
    }
    if let path = settings["spool"]?["path"]?.string, path != installation.spool {
      findings.add(
        "scrim-hooks takes events from \(path), but the spool is \(installation.spool)",
        remedy: "[spool] path = \"\(installation.spool)\" in \(file)")
    }
    // The file that is installed has none.
    let hasHooks = ["program", "endpoint"].contains { settings[$0]?.object?.isEmpty == false }
    if hasHooks, installation.text("hooks", "account").isEmpty {
      findings.add(
        "\(file) has hooks, but scrimd writes no events",
        remedy: "[hooks] account = \"scrim-hooks\" in \(installation.file)")
    }
  }

  static func fetching(_ installation: Installation, _ findings: inout Findings) {
    let program = WorkerProgram.ownFolder() + "/scrim-fetch"
    // A package of its own: jobs without URLs do not need it.
    guard access(program, X_OK) == 0 else { return }
    let (status, output) = Installation.run("\(quoted(forShell: program)) --check")
    guard status != 0 else { return }
    findings.add(
      "scrim-fetch refuses its configuration: \(output.split(separator: "\n").first ?? "")",
      remedy: "correct the key; scrim-fetch --check")
  }

  /// `http.toml` beside the daemon's file.
  static func links(_ installation: Installation, _ findings: inout Findings) {
    let program = WorkerProgram.ownFolder() + "/scrim-http"
    let folder = installation.file.lastIndex(of: "/").map { installation.file[...$0] } ?? ""
    let file = "\(folder)http.toml"
    // A package of its own.
    guard access(program, X_OK) == 0, access(file, F_OK) == 0 else { return }
    let (status, output) = Installation.run(
      "\(quoted(forShell: program)) --check --config \(quoted(forShell: file))")
    guard status == 0, let settings = try? JSON(parsing: Array(output.utf8)) else {
      // Its secrets are closed to other users.
      guard installation.isRoot else {
        return findings.couldNotSee("the configuration of scrim-http, \(file)")
      }
      return findings.add(
        "scrim-http refuses \(file): \(output.split(separator: "\n").first ?? "")",
        remedy: "scrim-http --check --config \(file)")
    }
    // The file that is installed has no key: nothing is answered yet.
    guard settings["key"]?.object?.isEmpty == false else { return }
    for table in ["templates", "cache"] {
      let folder = settings[table]?["folder"]?.string ?? ""
      // The unit makes its own cache folder.
      guard folder != "/var/cache/scrim-http", Installation.status(of: folder) == nil,
        errno == ENOENT
      else { continue }
      findings.add(
        "the folder \(folder) of \(table).folder in \(file) does not exist",
        remedy: "mkdir \(folder), or correct \(table).folder")
    }
    for key in settings["key"]?.object ?? [] where key.value["fetch-hosts"]?.array?.isEmpty == false
    {
      guard let obstacle = FetchProgram.obstacle else { break }
      findings.add(
        "key.\(key.key) in \(file) has fetch-hosts, but \(obstacle)",
        remedy: "install the package scrim-fetch, or remove fetch-hosts")
    }
    if settings["jobs"]?["spool"]?.string == installation.spool,
      installation.texts("access", "bridge-users").isEmpty
    {
      findings.add(
        "\(file) has jobs.spool, but scrimd lets no account name tenants",
        remedy: "[access] bridge-users = [\"scrim-http\"] in \(installation.file)")
    }
    if settings["jobs"]?["queue"]?.string?.isEmpty == false {
      queue(program, file, installation, &findings)
    }
  }

  /// Connects as each key, with the account of the service and its passwords.
  private static func queue(
    _ program: String, _ file: String, _ installation: Installation, _ findings: inout Findings
  ) {
    let unit = Installation.unit("scrim-http", ["User", "Environment", "PrivateNetwork"])
    let account = unit["User"] ?? ""
    let passwords = unit["Environment"]?.split(separator: " ").first { $0.hasPrefix("PGPASSFILE=") }
    if !account.isEmpty, !installation.isRoot {
      return findings.couldNotSee("whether \(account) can use the queue of \(file)")
    }
    let line =
      (account.isEmpty
        ? "" : "runuser -u \(account) -- env \(quoted(forShell: String(passwords ?? "--"))) ")
      + "\(quoted(forShell: program)) check-queue --config \(quoted(forShell: file))"
    let (_, output) = Installation.run(line)
    guard let keys = (try? JSON(parsing: Array(output.utf8)))?.array else {
      return findings.add(
        "scrim-http cannot look at the queue of \(file): \(output.split(separator: "\n").first ?? "")",
        remedy: line)
    }
    for key in keys {
      let name = key["key"]?.string ?? ""
      if let error = key["error"]?.string {
        findings.add("key.\(name) in \(file) cannot use the queue: \(error)", remedy: line)
      } else if key["isLocal"] == false, unit["PrivateNetwork"] == "yes" {
        return findings.add(
          "\(file) has a jobs.queue that is reached by the network, but scrim-http.service has none "
            + "(PrivateNetwork=yes)",
          remedy: "systemctl edit scrim-http: [Service] PrivateNetwork=no, IPAddressDeny=, "
            + "RestrictAddressFamilies=AF_INET AF_INET6")
      }
    }
  }

  /// Paths that the service does not see, or may not write.
  static func unit(_ installation: Installation, _ findings: inout Findings) {
    let unit = installation.unit
    guard !unit.isEmpty else { return findings.couldNotSee("the unit scrimd.service") }
    var hidden: [(folder: String, setting: String)] = []
    if ["yes", "tmpfs"].contains(unit["ProtectHome"]) {
      hidden += ["/home", "/root", "/run/user"].map {
        ($0, "ProtectHome=\(unit["ProtectHome"] ?? "")")
      }
    }
    if unit["PrivateTmp"] == "yes" {
      hidden += ["/tmp", "/var/tmp"].map { ($0, "PrivateTmp=yes") }
    }
    for (key, paths) in [
      ("spool.asset-roots", installation.texts("spool", "asset-roots")),
      ("workers.plugins", installation.texts("workers", "plugins")),
    ] {
      for path in paths {
        guard let (_, setting) = hidden.first(where: { Installation.isBelow(path, $0.folder) })
        else { continue }
        findings.add(
          "scrimd.service does not see \(path) of \(key) (\(setting))",
          remedy: "put the files below /srv or /usr/local/lib, and change \(key)")
      }
    }
    guard unit["ProtectSystem"] == "strict" else { return }
    let writable = (unit["ReadWritePaths"] ?? "").split(separator: " ").map {
      String($0.drop { "-+".contains($0) })
    }
    for (key, path) in [
      ("spool.path", installation.spool), ("metrics.file", installation.text("metrics", "file")),
    ] where !path.isEmpty && !writable.contains(where: { Installation.isBelow(path, $0) }) {
      let folder =
        key == "spool.path" ? path : path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
      findings.add(
        "scrimd.service may not write \(path) of \(key) (ProtectSystem=strict)",
        remedy: "systemctl edit scrimd: [Service] ReadWritePaths=\(folder)")
    }
  }
}
