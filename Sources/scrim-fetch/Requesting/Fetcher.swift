import CCurl
import ScrimCurl
import ScrimDocument
import ScrimJSON
import ScrimLinux
import SystemPackage

/// Fetches URLs, several at the same time, in one thread.
///
/// Redirects are followed step by step: each target is checked like the first one, and each connection goes only to an
/// address that is public or allowed. Of one URL there is one result, whatever its number of attempts.
final class Fetcher {
  private let settings: FetchSettings
  private let cache: SourceCache
  private let ranges: [scrim_address_range]
  private let gets: OpaquePointer
  private let report: (FetchedSource) throws -> Void
  private var waiting: [PendingURL] = []
  private var running: [UInt64: Running] = [:]
  private var servers: [String: Server] = [:]
  private var next: UInt64 = 0

  private struct Running {
    let pending: PendingURL
    let part: SourceCache.Part
  }

  private struct Server {
    var running = 0
    /// When the next request to it may begin, by Retry-After; `nil` at any time.
    var begin: ContinuousClock.Instant?
  }

  private static let userAgent = "scrim-fetch/\(ScrimFetch.release)"
  /// The mean wait before the second attempt; it doubles with each.
  private static let backOff = Duration.milliseconds(500)

  /// Fails if there is no memory.
  ///
  /// - Parameters:
  ///   - settings: What is allowed.
  ///   - cache: Where files go.
  ///   - report: Called with the result of each URL, in the order in which they come.
  init?(
    _ settings: FetchSettings, _ cache: SourceCache,
    report: @escaping (FetchedSource) throws -> Void
  ) {
    guard let gets = scrim_gets_create() else { return nil }
    self.gets = gets
    self.settings = settings
    self.cache = cache
    self.report = report
    ranges = settings.allowedAddresses.compactMap { AddressRange($0)?.value }
  }

  deinit {
    scrim_gets_destroy(gets)
  }

  /// Fetches URLs.
  ///
  /// - Parameters:
  ///   - urls: Each once.
  ///   - isOffline: Whether only the cache is used, however old its files are.
  /// - Throws: `SystemError` if the cache cannot be used.
  func fetch(_ urls: [String], isOffline: Bool) throws {
    for url in urls {
      do {
        let target = try FetchURL(url, settings)
        let cached = try entry(url)
        if let cached, isOffline || cached.freshUntil > WallClock.milliseconds {
          try report(FetchedSource(url: url, source: cached.source))
        } else if isOffline {
          throw FetchError("it is not in the cache, and --offline allows no request")
        } else {
          waiting.append(PendingURL(url: url, target: target, cached: cached))
        }
      } catch let error as FetchError {
        try report(FetchedSource(url: url, error: error))
      }
    }
    while !waiting.isEmpty || !running.isEmpty {
      try begin()
      guard scrim_gets_wait(gets, wait) == 0 else {
        throw SystemError(.ioError, "wait for requests")
      }
      while let transfer = scrim_gets_take(gets) {
        defer { scrim_transfer_destroy(transfer) }
        try finish(Response(transfer), scrim_transfer_number(transfer))
      }
    }
  }

  /// What is in the cache for a URL, unless a redirect led to where no request may go now.
  private func entry(_ url: String) throws -> CachedSource? {
    guard let cached = try cache.entry(url) else { return nil }
    return (try? FetchURL(cached.source.from ?? url, settings)).map { _ in cached }
  }

  /// Milliseconds until the next request may begin.
  private var wait: Int32 {
    guard running.count < settings.parallel else { return 1000 }
    let begins = waiting.map { max($0.begin, servers[$0.target.server]?.begin ?? $0.begin) }
    guard let next = begins.min() else { return 1000 }
    return Int32(min(max((next - .now) / .milliseconds(1), 1), 1000))
  }

  // MARK: Requests

  private func begin() throws {
    let now = ContinuousClock.now
    var rest: [PendingURL] = []
    for pending in waiting {
      let server = servers[pending.target.server] ?? Server()
      if running.count < settings.parallel, server.running < settings.perHost,
        pending.begin <= now, server.begin ?? now <= now
      {
        try begin(pending)
      } else {
        rest.append(pending)
      }
    }
    waiting = rest
  }

  private func begin(_ pending: PendingURL) throws {
    var pending = pending
    let deadline = pending.deadline ?? .now + settings.limit
    pending.deadline = deadline
    var headers = ["Accept: image/png, image/jpeg, image/webp, image/svg+xml, font/*, */*;q=0.1"]
    headers.append("User-Agent: \(Self.userAgent)")
    if let cached = pending.cached, cached.source.from == pending.target.text {
      if let etag = cached.etag { headers.append("If-None-Match: \(etag)") }
      if let time = cached.lastModified { headers.append("If-Modified-Since: \(time)") }
    }
    let part = try cache.makePart()
    let left = max(1, (deadline - .now) / .milliseconds(1))
    var get = scrim_get()
    get.number = next
    get.allows_http = settings.allowsHTTP ? 1 : 0
    get.connect_milliseconds = Int64(min(settings.connectLimit / .milliseconds(1), left))
    get.milliseconds = Int64(left)
    get.file = part.file.raw
    get.most_bytes = Int64(settings.mebibytes) << 20
    get.range_count = Int32(ranges.count)
    let result = withHeaderLines(headers) { lines in
      pending.target.text.withCString { url in
        settings.caFile.withCString { caFile in
          get.url = url
          get.ca_file = settings.caFile.isEmpty ? nil : caFile
          get.headers = lines
          return ranges.withUnsafeBufferPointer { ranges in
            get.ranges = ranges.baseAddress
            return scrim_gets_add(gets, &get)
          }
        }
      }
    }
    guard result == 0 else { throw SystemError(.noMemory, "begin a request") }
    running[next] = Running(pending: pending, part: part)
    servers[pending.target.server, default: Server()].running += 1
    next += 1
  }

  // MARK: Responses

  private func finish(_ response: Response, _ number: UInt64) throws {
    guard let ended = running.removeValue(forKey: number) else { return }
    let pending = ended.pending
    servers[pending.target.server]?.running -= 1
    var isTaken = false
    defer { if !isTaken { cache.discard(ended.part) } }
    do {
      try check(response)
      switch response.status {
      case 200:
        try checkCoding(response)
        var source = try cache.take(ended.part)
        isTaken = true
        source.from = pending.target.text
        try finish(pending, source, response)
      case 304:
        guard let cached = pending.cached else {
          throw FetchError("HTTP status 304 without a condition")
        }
        try finish(pending, cached.source, response)
      case 301, 302, 303, 307, 308: try redirect(pending, response)
      case 429, 500, 502, 503, 504:
        try retry(pending, FetchError("HTTP status \(response.status)"), after: response.retryAfter)
      default: throw FetchError("HTTP status \(response.status)")
      }
    } catch let failure as ConnectionFailure {
      do {
        try retry(pending, failure.error, after: 0)
      } catch {
        try report(FetchedSource(url: pending.url, error: error))
      }
    } catch let error as FetchError {
      try report(FetchedSource(url: pending.url, error: error))
    }
  }

  /// A failure that another attempt may not have.
  private struct ConnectionFailure: Error {
    let error: FetchError
  }

  private func check(_ response: Response) throws {
    switch response.failure {
    case SCRIM_GET_OK: return
    case SCRIM_GET_CONNECTION: throw ConnectionFailure(error: FetchError(response.error))
    case SCRIM_GET_TIMED_OUT:
      throw FetchError("no complete response within \(settings.limit.components.seconds) s")
    case SCRIM_GET_TOO_LARGE:
      throw FetchError("the response has more than \(settings.mebibytes) MiB")
    case SCRIM_GET_REFUSED:
      throw FetchError(
        "\(response.refused) is not a public address; network.allow in fetch.toml allows others")
    default: throw FetchError(response.error)
    }
  }

  /// Without Accept-Encoding no server may compress; what one compresses all the same could have any size.
  private func checkCoding(_ response: Response) throws(FetchError) {
    guard let coding = response.header("Content-Encoding"), coding.lowercased() != "identity" else {
      return
    }
    throw FetchError("the response has the Content-Encoding \(quoted(String(coding.prefix(40))))")
  }

  private func redirect(_ pending: PendingURL, _ response: Response) throws(FetchError) {
    var pending = pending
    guard let location = response.location else {
      throw FetchError("HTTP status \(response.status) without a Location")
    }
    guard pending.redirects < settings.redirects else {
      throw FetchError("more than \(settings.redirects) redirects")
    }
    let freshness = response.freshness
    pending.redirects += 1
    pending.freshness = min(pending.freshness ?? .max, freshness.seconds)
    pending.isUnstorable = pending.isUnstorable || !freshness.mayBeStored
    do {
      pending.target = try FetchURL(location, settings)
    } catch {
      throw FetchError("the redirect is refused: \(error.reason)")
    }
    waiting.insert(pending, at: 0)
  }

  private func retry(
    _ pending: PendingURL, _ error: FetchError, after seconds: Int
  ) throws(FetchError) {
    var pending = pending
    guard pending.failures < settings.retries else {
      throw settings.retries == 0
        ? error : FetchError("\(error.reason), after \(settings.retries + 1) attempts")
    }
    let asked = Duration.seconds(seconds)
    guard asked <= settings.longestWait else {
      throw FetchError("\(error.reason): the server allows the next request in \(seconds) s")
    }
    let backOff = Self.backOff * (1 << min(pending.failures, 10)) * Double.random(in: 0.5...1.5)
    pending.failures += 1
    pending.begin = .now + max(asked, min(backOff, settings.longestWait))
    pending.deadline = nil
    if seconds > 0 {
      servers[pending.target.server, default: Server()].begin = .now + asked
    }
    waiting.append(pending)
  }

  /// Reports a source, and remembers it for the next time.
  private func finish(
    _ pending: PendingURL, _ source: PinnedSource, _ response: Response
  ) throws {
    var source = source
    let now = WallClock.milliseconds
    // The same bytes have the same record, so that the same job can be submitted again.
    let isKnown = pending.cached?.source.sha256 == source.sha256
    source.fetched =
      (isKnown ? pending.cached?.source.fetched : nil) ?? Timestamp.text(ofMilliseconds: now)
    let freshness = response.freshness
    if freshness.mayBeStored, !pending.isUnstorable {
      var entry = CachedSource()
      entry.url = pending.url
      // A 304 need not repeat them.
      entry.etag = response.header("ETag") ?? (response.status == 304 ? pending.cached?.etag : nil)
      entry.lastModified =
        response.header("Last-Modified")
        ?? (response.status == 304 ? pending.cached?.lastModified : nil)
      entry.freshUntil = now + min(freshness.seconds, pending.freshness ?? .max) * 1000
      entry.source = source
      try cache.store(entry)
    }
    try report(FetchedSource(url: pending.url, source: source))
  }
}

/// A URL that is to be fetched, on its way through redirects and attempts.
struct PendingURL {
  /// As the job has it.
  let url: String
  /// Where the next request goes.
  var target: FetchURL
  /// What the cache has of it.
  let cached: CachedSource?
  var redirects = 0
  /// Attempts that failed.
  var failures = 0
  /// When the next request may begin.
  var begin = ContinuousClock.now
  /// The end of this attempt; `nil` before its first request.
  var deadline: ContinuousClock.Instant?
  /// For how long the redirects so far may be followed without asking again, seconds; `nil` without redirects.
  var freshness: Int?
  /// Whether a redirect so far must not be stored.
  var isUnstorable = false
}

extension FetchedSource {
  fileprivate init(url: String, source: PinnedSource) {
    self.init()
    self.url = url
    self.source = source
  }

  fileprivate init(url: String, error: FetchError) {
    self.init()
    self.url = url
    source.error = error.reason
  }
}
