import Glibc
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimService
import ScrimSpool

extension Configuration {
  /// Values of the right type with which no job could be rendered or nobody could do what they allow: paths that are
  /// not absolute, folders of plugins that do not exist, a group that does not exist; and limits of 0 that would delete
  /// all jobs.
  ///
  /// - Throws: ``ConfigurationError`` with all of them.
  func checkValues() throws(ConfigurationError) {
    var messages: [String] = []
    func refuse(_ key: String, _ value: String?, _ reason: String) {
      let place = places[key].map { "\($0): " } ?? ""
      messages.append("\(place)\(key): \(value.map { quoted($0) + " " } ?? "")\(reason)")
    }
    func requireAbsolute(_ key: String, _ value: String) {
      guard !value.isEmpty, !value.hasPrefix("/") else { return }
      refuse(key, value, "must be an absolute path.")
    }
    // Set by the file: scrimd's option takes relative paths, too.
    if places["spool.path"] != nil { requireAbsolute("spool.path", spool) }
    for root in assetRoots { requireAbsolute("spool.asset-roots", root) }
    requireAbsolute("metrics.file", metricsFile)
    for folder in plugins where !Self.isFolder(folder) {
      refuse(
        "workers.plugins", folder, "is not a folder; [] means the plugins installed with scrimd.")
    }
    if !operators.isEmpty, !UserGroup.exists(operators) {
      refuse("access.operators", operators, "is not a group; \"\" means none.")
    }
    let kept: [(String, Int)] = [
      ("done-hours", retention.done.wholeMilliseconds),
      ("failed-hours", retention.failed.wholeMilliseconds),
      ("reports-hours", retention.reports.wholeMilliseconds),
      ("done-bytes", retention.doneBytes), ("failed-bytes", retention.failedBytes),
    ]
    for (key, value) in kept where value == 0 {
      let most = key.hasSuffix("hours") ? Self.mostHours : Self.mostBytes
      refuse(
        "keep.\(key)", nil,
        "must not be 0, which deletes jobs as they end; \(most) keeps all.")
    }
    guard messages.isEmpty else { throw ConfigurationError(messages: messages) }
  }

  /// True as well if this account may not find out.
  private static func isFolder(_ path: String) -> Bool {
    var about = stat()
    guard stat(path, &about) == 0 else { return errno == EACCES }
    return about.st_mode & S_IFMT == S_IFDIR
  }
}
