package import ArgumentParser

/// How the sources of a job that are URLs are fetched.
package struct FetchOptions: ParsableArguments, Sendable {
  @Flag(
    help: "Makes no request: sources that are URLs come from the bundle or the cache, however old.")
  package var offline = false

  @Option(
    help: ArgumentHelp(
      "After a URL that cannot be fetched: an error of its row (the default), or stop.",
      valueName: "action"))
  package var fetchErrors = FetchErrors.row

  @Option(
    help: ArgumentHelp(
      "Configuration of requests; default: ~/.config/scrim/fetch.toml or /etc/scrim/fetch.toml.",
      valueName: "file"),
    completion: .file())
  package var fetchConfig: String?

  package enum FetchErrors: String, ExpressibleByArgument, CaseIterable {
    case row, stop
  }

  package init() {}

  /// The command line that says the same.
  package var arguments: [String] {
    (offline ? ["--offline"] : []) + ["--fetch-errors", fetchErrors.rawValue]
      + (fetchConfig.map { ["--fetch-config", $0] } ?? [])
  }
}
