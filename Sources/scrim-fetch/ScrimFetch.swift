import ArgumentParser
import CCurl
import Glibc
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimService
import SystemPackage

/// Fetches the sources of jobs that are URLs, for the commands: it has the network, which no daemon and no worker has.
///
/// Standard input has a URL per line; standard output a line of JSON for each, as soon as it is there. What prevents
/// all of it is written to standard error, and the exit status is not 0; the failure of one URL is its result.
@main
struct ScrimFetch: ParsableCommand {
  static let release = Release.number

  static let configuration = CommandConfiguration(
    commandName: "scrim-fetch",
    abstract: "Fetches images and fonts by URL into the cache of the commands.",
    discussion: """
      scrim render, check, validate and submit, and scrim-queue submit, run it when a job names a \
      URL; it is rarely run by hand. Prints the cache folder, and a line of JSON for each URL: \
      "file" below that folder, "sha256", "type", "fetched" and "from", or "error".

      Only https:// to public addresses is allowed, unless fetch.toml allows more. It is read from \
      $XDG_CONFIG_HOME/scrim/fetch.toml (~/.config/scrim/fetch.toml), otherwise from /etc/scrim/fetch.toml. The cache \
      is $XDG_CACHE_HOME/scrim (~/.cache/scrim).

      Examples:
        scrim-fetch https://example.com/photo.jpg
        scrim-fetch --offline < urls.txt
      """,
    version: release)

  @Argument(help: "URLs; without any, they are read from standard input, one per line.")
  var urls: [String] = []

  @Option(help: "Configuration file.", completion: .file())
  var config: String?

  @Flag(help: "Uses what is in the cache, however old, and makes no request.")
  var offline = false

  @Flag(help: "Prints the effective configuration and exits.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Address or range that servers may have although it is not public; may be repeated.",
      valueName: "range"))
  var allow: [String] = []

  @Flag(help: "Allows http:// besides https://.")
  var http = false

  @Option(
    help: ArgumentHelp("Port that is allowed besides 443; may be repeated.", valueName: "number"))
  var port: [String] = []

  @Option(
    help: ArgumentHelp(
      "Host that requests may go to, as in images.example.com, or *.example.com for all below it; may be repeated. "
        + "Default: any.", valueName: "name"))
  var host: [String] = []

  @Option(help: "Cache folder, in place of the configured one.", completion: .directory)
  var cache: String?

  private static let program = LoggingProgram(name: "scrim-fetch", messageIDs: [:])
  private static let longestInput = 64 << 20

  func run() throws {
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    let settings = try read()
    if check {
      return print(settings.json.text(pretty: true))
    }
    do {
      try fetch(urls.isEmpty ? Self.input() : urls, settings)
    } catch {
      Self.program.complain("\(error)")
      throw ExitCode(74)
    }
  }

  private func fetch(_ urls: [String], _ settings: FetchSettings) throws {
    guard let path = SourceCache.path(settings) else {
      throw SystemError(.noSuchFileOrDirectory, "find the cache folder: HOME is not set")
    }
    guard scrim_curl_start() == 0 else { throw SystemError(.noMemory, "initialise libcurl") }
    let cache = try SourceCache(at: path)
    let start = WallClock.nanoseconds
    try Self.output(.object([.init("cache", .string(path))]))
    let fetcher = Fetcher(settings, cache) { try Self.output($0.json) }
    guard let fetcher else { throw SystemError(.noMemory, "initialise libcurl") }
    var seen: Set<String> = []
    try fetcher.fetch(urls.filter { seen.insert($0).inserted }, isOffline: offline)
    try cache.prune(to: settings.cacheMebibytes << 20, usedSince: start)
  }

  /// - Throws: `Errno` if nobody reads it any more.
  private static func output(_ line: JSON) throws {
    _ = try FileDescriptor.standardOutput.writeAll((line.text() + "\n").utf8)
  }

  private static func input() throws -> [String] {
    let bytes = try OwnedDescriptor.standardInput().readStream(limit: longestInput, of: "the URLs")
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// - Throws: `ExitCode` 78 (EX_CONFIG), after the errors were written.
  private func read() throws -> FetchSettings {
    do {
      var settings = FetchSettings()
      if let file = config ?? Self.configurationFile() { settings = try FetchSettings(file: file) }
      settings.allowedAddresses += allow
      settings.allowsHTTP = settings.allowsHTTP || http
      settings.otherPorts += port
      settings.hosts = host.map { $0.lowercased() }
      if let cache { settings.cacheFolder = cache }
      return settings
    } catch {
      Self.program.complain("\(error)")
      throw ExitCode(78)
    }
  }

  /// The user's file or the installation's; `nil` if there is neither.
  private static func configurationFile() -> String? {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let user = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { "\($0)/.config" }
    return [user.map { "\($0)/scrim/fetch.toml" }, FetchSettings.installedFile].compactMap { $0 }
      .first { access($0, F_OK) == 0 }
  }
}
