import Foundation
import ScrimJSON
import Testing

/// What scrim-fetch gives for a URL, and what it keeps.
@Suite struct FetchTests {
  let server: RunningServer

  init() throws { server = try RunningServer() }

  @Test func fetchesAnImage() throws {
    let result = try server.fetch(server.url("/a.jpg?x=1"))
    #expect(result["type"]?.string == "image/png", "the content decides, not the name")
    #expect(result["from"]?.string == server.url("/a.jpg?x=1"))
    let file = try #require(result["file"]?.string)
    #expect(file == "sources/\(result["sha256"]?.string ?? "").png")
    let cached = server.folder.appending(path: "home/.cache/scrim/\(file)")
    #expect(try Data(contentsOf: cached) == RunningServer.photo)
    let headers = try #require(server.requests().first?.headers)
    #expect(headers["accept-encoding"] == nil && headers["cookie"] == nil)
    #expect(headers["user-agent"]?.string?.hasPrefix("scrim-fetch/") == true)
  }

  @Test func readsURLsFromStandardInput() throws {
    let (one, other) = (server.url("/1"), server.url("/404"))
    let run = try server.run("scrim-fetch", [], input: "\(one)\n\(other)\n\(one)\n")
    let lines = try run.lines().dropFirst()
    #expect(lines.count == 2, "each once")
    #expect(lines.first { $0["url"]?.string == one }?["sha256"] != nil)
    #expect(lines.first { $0["url"]?.string == other }?["error"]?.string == "HTTP status 404")
    #expect(try server.requests().count == 2)
  }

  @Test func followsRedirects() throws {
    let target = server.url("/b.png")
    let result = try server.fetch(server.url("/redirect?to=\(target)"))
    #expect(result["from"]?.string == target)
    #expect(
      try server.fetch(server.url("/redirect?to=/c.png"))["from"]?.string == server.url("/c.png"))
    #expect(try server.error(server.url("/loop")) == "more than 3 redirects")
    #expect(try server.requests().count { $0.path == "/loop" } == 4)
  }

  // MARK: What it does not take

  @Test(arguments: [
    ("/404", "HTTP status 404"),
    ("/html", "the response is an HTML page, not a PNG, JPEG, WebP, SVG or font"),
    ("/gif", "the response is a GIF, not a PNG, JPEG, WebP, SVG or font"),
    ("/gzip", #"the response has the Content-Encoding "gzip""#),
    ("/headers", "the response has more than 64 KiB of headers"),
    ("/closed", "HTTP status 429: the server allows the next request in 9999 s"),
  ])
  func refusesResponses(path: String, error: String) throws {
    #expect(try server.error(server.url(path)) == error)
  }

  @Test func boundsBodies() throws {
    try server.configure(requests: "mebibytes = 1\nretries = 0")
    for path in ["/endless", "/large"] {
      #expect(try server.error(server.url(path)) == "the response has more than 1 MiB")
    }
    let sources = server.folder.appending(path: "home/.cache/scrim/sources").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: sources).isEmpty)
  }

  @Test func boundsTime() throws {
    try server.configure(requests: "seconds = 1")
    let start = ContinuousClock.now
    #expect(try server.error(server.url("/slow")) == "no complete response within 1 s")
    #expect(ContinuousClock.now - start < .seconds(8))
  }

  // MARK: Attempts

  @Test(arguments: ["/flaky", "/truncated", "/reset"])
  func triesAgain(path: String) throws {
    #expect(try server.fetch(server.url(path))["type"]?.string == "image/png")
    #expect(try server.requests().count { $0.path == path } == (path == "/reset" ? 2 : 3))
  }

  @Test func givesUp() throws {
    try server.configure(requests: "retries = 1")
    #expect(try server.error(server.url("/down")) == "HTTP status 503, after 2 attempts")
    #expect(try server.requests().count == 2)
  }

  @Test func obeysRetryAfter() throws {
    #expect(try server.fetch(server.url("/busy"))["type"] != nil)
    let times = try server.requests().map(\.time)
    try #require(times.count == 2)
    #expect(times[1] - times[0] >= 2)
  }

  @Test func limitsRequestsAtTheSameTime() throws {
    let urls = (0..<10).map { server.url("/wait.png?n=\($0)") }.joined(separator: "\n")
    let run = try server.run("scrim-fetch", [], input: urls)
    #expect(try run.lines().dropFirst().allSatisfy { $0["error"] == nil })
    let most = try server.requests().map(\.together).max() ?? 0
    #expect((2...4).contains(most), "\(most) at the same time")
  }

  // MARK: Cache

  @Test func asksWhetherAFileChanged() throws {
    let first = try server.fetch(server.url("/etag.png"))
    let second = try server.fetch(server.url("/etag.png"))
    #expect(first == second)
    let requests = try server.requests()
    #expect(requests.map { $0.headers["if-none-match"] != nil } == [false, true])
  }

  @Test func doesNotAskWhileAFileIsFresh() throws {
    let first = try server.fetch(server.url("/fresh.png"))
    #expect(try server.fetch(server.url("/fresh.png")) == first)
    #expect(try server.requests().count == 1)
  }

  @Test func servesOfflineFromTheCache() throws {
    let url = server.url("/etag.png")
    let first = try server.fetch(url)
    #expect(try server.fetch(url, "--offline") == first)
    #expect(
      try server.error(server.url("/other.png"), "--offline")
        == "it is not in the cache, and --offline allows no request")
    _ = try server.fetch(server.url("/secret.png"))
    #expect(try server.error(server.url("/secret.png"), "--offline") != nil, "no-store")
    #expect(try server.requests().count == 2)
  }

  @Test func ignoresAChangedFileOfTheCache() throws {
    let url = server.url("/fresh.png")
    let file = try #require(server.fetch(url)["file"]?.string)
    let cached = server.folder.appending(path: "home/.cache/scrim/\(file)")
    try Data("other".utf8).write(to: cached)
    #expect(try server.error(url, "--offline") != nil)
    _ = try server.fetch(url)
    #expect(try Data(contentsOf: cached) == RunningServer.photo)
  }

  @Test func boundsTheCache() throws {
    let large = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 700 << 10)
    for name in ["1", "2"] {
      try (large + Data(name.utf8)).write(to: server.folder.appending(path: "server/\(name)"))
    }
    try server.configure(cache: "mebibytes = 1")
    _ = try server.fetch(server.url("/file/1"))
    _ = try server.fetch(server.url("/file/2"))
    #expect(try server.error(server.url("/file/1"), "--offline") != nil)
    _ = try server.fetch(server.url("/file/2"), "--offline")
    let names = server.folder.appending(path: "home/.cache/scrim/urls").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: names).count == 1)
  }
}
