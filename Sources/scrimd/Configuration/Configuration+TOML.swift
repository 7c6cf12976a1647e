import Logging
import ScrimJSON
import ScrimService

typealias ConfigurationKey = SettingsKey<Configuration>

extension Configuration {
  /// Reads a file and then, in alphabetical order, the files `conf.d/*.toml` next to it, whose values take precedence;
  /// missing keys keep their defaults.
  ///
  /// - Throws: `ConfigurationError` with every error; `SystemError`.
  init(file: String) throws {
    self.init()
    var messages: [String] = []
    for path in try SettingsFile.withFragments(file) {
      do {
        var settings = try SettingsFile(path: path)
        settings.take(Self.keys, obsolete: Self.obsoleteKeys, into: &self)
        warnings += settings.warnings
        files.append(path)
        places.merge(settings.places) { _, new in new }
        messages += settings.messages
      } catch let error as ConfigurationError {
        messages += error.messages
      }
    }
    guard messages.isEmpty else { throw ConfigurationError(messages: messages) }
  }

  /// All values by table, as `scrimd --check` prints them.
  var json: JSON { ConfigurationKey.json(of: self, keys: Self.keys) }

  var level: Logger.Level { Logger.Level(rawValue: logLevel) ?? .info }
}
