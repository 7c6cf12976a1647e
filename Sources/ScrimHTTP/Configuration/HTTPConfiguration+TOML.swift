import Glibc
import ScrimJSON
import ScrimLinux
import ScrimQueue
import ScrimRecords
import ScrimService

extension HTTPConfiguration {
  /// Reads a file; missing keys keep their defaults.
  ///
  /// - Throws: `ConfigurationError` with every error; `SystemError`.
  package init(file: String) throws {
    self.init()
    var settings = try SettingsFile(path: file)
    settings.take(Self.plainKeys, families: [ServiceKey.family], into: &self)
    for name in settings.names(in: ServiceKey.family) {
      var key = ServiceKey(name: name)
      settings.take(name, in: ServiceKey.family, keys: ServiceKey.keys, into: &key)
      secrets.append(readSecrets(of: key, &settings))
      keys.append(key)
    }
    checkValues(&settings)
    let messages = settings.messages
    guard messages.isEmpty else { throw ConfigurationError(messages: messages) }
  }

  private func checkValues(_ settings: inout SettingsFile) {
    if ListenAddress(address) == nil {
      settings.reject(
        "address", of: "listen", "listen.address: \(quoted(address)) \(ListenAddress.expectation)")
    }
    for (table, path) in [
      ("templates", templates), ("cache", cacheFolder), ("jobs", stateFolder),
    ] where !path.hasPrefix("/") {
      settings.reject(
        "folder", of: table, "\(table).folder: \(quoted(path)) must be an absolute path.")
    }
    if !spool.isEmpty, !spool.hasPrefix("/") {
      settings.reject(
        "spool", of: "jobs", "jobs.spool: \(quoted(spool)) must be an absolute path, or \"\".")
    }
    if let violation = queueViolation {
      settings.reject("queue", of: "jobs", "jobs.queue: \(violation)")
    }
    for key in keys {
      for host in key.fetchHosts where !ServiceKey.isHost(host) {
        settings.reject(
          "fetch-hosts", of: key.table,
          "\(key.table).fetch-hosts: \(quoted(host)) must be a host in lower case, such as "
            + "\"images.example.com\", or \"*.example.com\" for all below it, or \"*\" for any.")
      }
    }
    if !program.isEmpty, access(program, X_OK) != 0 {
      settings.reject(
        "program", of: "workers", "workers.program: \(quoted(program)) is not an executable file.")
    }
  }

  /// What is wrong with the URL of the queue. It is not quoted, since it may have a password.
  private var queueViolation: String? {
    guard !queue.isEmpty else { return nil }
    guard spool.isEmpty else {
      return "cannot be combined with jobs.spool: jobs go to the one or the other."
    }
    let example = #"must be such as "postgresql://db.example/scrim?sslmode=verify-full""#
    do throws(QueueError) {
      guard try QueueURL(queue).hasCredentials else { return nil }
      return
        "\(example), without a role or a password: each key is a role, and passwords are in the file that "
        + "PGPASSFILE names."
    } catch {
      return "\(example); \(error)."
    }
  }

  /// The secrets of a key. Errors that no single value's type shows are reported.
  private func readSecrets(of key: ServiceKey, _ settings: inout SettingsFile) -> [LinkSecret] {
    func reject(_ name: String, _ message: String) {
      settings.reject(
        name, of: key.table, "\(key.table)\(name.isEmpty ? "" : ".\(name)"): \(message)")
    }
    if Owner(user: 0, tenant: key.name) == nil {
      reject("", "a key's name has 1 to 32 lower-case letters, digits and _.")
    }
    guard !key.secretFiles.isEmpty else {
      reject("secret-files", "is required: a list of files with a secret per line.")
      return []
    }
    var own: [LinkSecret] = []
    for file in key.secretFiles {
      do {
        own += try LinkSecret.read(file)
      } catch {
        reject("secret-files", "\(error)")
      }
    }
    // The secret decides whose link it is.
    for (other, secrets) in zip(keys, secrets) where !Set(own).isDisjoint(with: secrets) {
      reject("secret-files", "a secret is also one of \(other.table).")
    }
    return own
  }
}
