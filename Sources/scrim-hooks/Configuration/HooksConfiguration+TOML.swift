import Glibc
import ScrimCurl
import ScrimJSON
import ScrimLinux
import ScrimService

extension HooksConfiguration {
  /// Reads a file; missing keys keep their defaults.
  ///
  /// - Throws: `ConfigurationError` with every error; `SystemError`.
  init(file: String) throws {
    self.init()
    var settings = try SettingsFile(path: file)
    settings.take(Self.keys, families: Hook.Kind.allCases.map(\.rawValue), into: &self)
    for kind in Hook.Kind.allCases {
      for name in settings.names(in: kind.rawValue) {
        var hook = Hook(kind: kind, name: name)
        settings.take(name, in: kind.rawValue, keys: Hook.keys(of: kind), into: &hook)
        check(hook, &settings)
        hooks.append(hook)
      }
    }
    for range in allowedAddresses where AddressRange(range) == nil {
      settings.reject(
        "allow", of: "network",
        "network.allow: \(quoted(range)) is not an IP address or a range such as 10.0.0.0/8.")
    }
    let messages = settings.messages
    guard messages.isEmpty else { throw ConfigurationError(messages: messages) }
  }

  /// Reports errors of a hook that no single key's type shows.
  private func check(_ hook: Hook, _ settings: inout SettingsFile) {
    func reject(_ key: String, _ message: String) {
      settings.reject(key, of: hook.table, "\(hook.table).\(key): \(message)")
    }
    if !Hook.isName(hook.name) {
      settings.reject(
        "", of: hook.table,
        "\(hook.table): a name has 1 to 40 lower-case letters, digits and -, and does not begin with -."
      )
    }
    if hooks.contains(where: { $0.name == hook.name }) {
      settings.reject("", of: hook.table, "\(hook.table): another hook has this name.")
    }
    switch hook.kind {
    case .program:
      guard let program = hook.command.first else {
        return reject("command", "is required: the path of a program, and its arguments.")
      }
      if !program.hasPrefix("/") {
        reject("command", "\(quoted(program)) must be an absolute path.")
      } else if access(program, X_OK) != 0 {
        reject("command", "\(quoted(program)) is not an executable file.")
      }
    case .endpoint:
      if hook.url.isEmpty {
        reject("url", "is required.")
      } else if !Endpoint.isHTTPS(hook.url) {
        reject("url", "\(quoted(hook.url)) must be https://HOST/…, without a user name.")
      }
      if hook.secretFile.isEmpty {
        reject("secret-file", "is required: a file with whsec_ and the secret in base64.")
      } else {
        do {
          _ = try Secrets(file: hook.secretFile)
        } catch {
          reject("secret-file", "\(error)")
        }
      }
      if !hook.caFile.isEmpty, access(hook.caFile, R_OK) != 0 {
        reject("ca-file", "\(quoted(hook.caFile)) cannot be read.")
      }
    }
  }
}
