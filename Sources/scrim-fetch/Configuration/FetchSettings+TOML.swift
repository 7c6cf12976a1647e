import Glibc
import ScrimCurl
import ScrimJSON
import ScrimService

extension FetchSettings {
  /// Reads a file; missing keys keep their defaults.
  ///
  /// - Throws: `ConfigurationError` with every error; `SystemError`.
  init(file: String) throws {
    self.init()
    var settings = try SettingsFile(path: file)
    settings.take(Self.keys, into: &self)
    for range in allowedAddresses where AddressRange(range) == nil {
      settings.reject(
        "allow", of: "network",
        "network.allow: \(quoted(range)) is not an IP address or a range such as 10.0.0.0/8.")
    }
    for port in otherPorts where Int(port).map({ (1...65_535).contains($0) }) != true {
      settings.reject(
        "ports", of: "network",
        "network.ports: \(quoted(port)) is not a port such as \"8443\".")
    }
    if !caFile.isEmpty, access(caFile, R_OK) != 0 {
      settings.reject(
        "ca-file", of: "network", "network.ca-file: \(quoted(caFile)) cannot be read.")
    }
    if !cacheFolder.isEmpty, !cacheFolder.hasPrefix("/") {
      settings.reject(
        "folder", of: "cache", "cache.folder: \(quoted(cacheFolder)) must be an absolute path.")
    }
    let messages = settings.messages
    guard messages.isEmpty else { throw ConfigurationError(messages: messages) }
  }
}
