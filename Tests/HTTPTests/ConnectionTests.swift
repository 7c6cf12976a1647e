import Foundation
import Glibc
import ProgramTesting
import ScrimJSON
import Testing

/// Connections: what a client may send, how long it may take, and how many there may be.
@Suite(.enabled(if: RunningService.isExpected)) struct ConnectionTests {
  /// The answer to bytes, which must be the last one on its connection.
  private func refused(
    _ service: RunningService, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> HTTPResponse {
    let client = try service.connect()
    try client.send(text)
    let answer = try client.response()
    #expect(answer.headers["connection"] == "close", sourceLocation: sourceLocation)
    #expect(answer.headers["cache-control"] == "no-store", sourceLocation: sourceLocation)
    #expect(client.isClosed(), sourceLocation: sourceLocation)
    return answer
  }

  @Test func answersInOrder() throws {
    let service = try RunningService()
    let client = try service.connect()
    let links = try (0..<5).map { try service.link(["title": .string("\($0)")]) }
    // All at once, those that are rendered between others.
    let targets = links.flatMap { [$0, "/health", "/nothing"] }
    try client.send(targets.map { HTTPClient.request($0) }.joined())
    let answers = try targets.map { _ in try client.response() }
    #expect(answers.map(\.status) == links.flatMap { _ in [200, 200, 404] })
    for (index, link) in links.enumerated() {
      #expect(try service.get(link).body == answers[3 * index].body)
    }
    // The connection is still there.
    try client.send(HTTPClient.request("/health"))
    #expect(try client.response().status == 200)
    // In pieces, and with the older version.
    for byte in "GET /health HTTP/1.0\r\n\r\n" { try client.send(String(byte)) }
    #expect(try client.response().status == 200)
    #expect(client.isClosed())
  }

  @Test func refusesOtherMethods() throws {
    let service = try RunningService()
    for method in ["POST", "PUT", "OPTIONS", "PATCH"] {
      let answer = try refused(service, HTTPClient.request("/t/card@1/e30.png", method: method))
      #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD")
    }
  }

  /// What follows a refused head is never taken for a request.
  @Test(arguments: [
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n",
    "GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n",
    "GET /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n",
    "GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n",
    "GET /health HTTP/1.1\r\n\r\n", "GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "GET /health HTTP/2.0\r\nHost: a\r\n\r\n", "GET http HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", "GET /h\u{0} HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /health HTTP/1.1\r\nHost : a\r\n\r\n",
    "GET /health HTTP/1.1\r\nHost: a\r\nX: \u{1}\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{2}", "hello\r\n\r\n",
  ])
  func refusesRequests(request: String) throws {
    let service = try RunningService()
    let answer = try refused(service, request + HTTPClient.request("/health"))
    #expect([400, 404, 405, 413].contains(answer.status), "\(answer.status)")
  }

  /// It does not read a body to its end: the client learns of the refusal long before.
  @Test func refusesALargeBodyEarly() throws {
    let service = try RunningService()
    let client = try service.connect()
    try client.send("POST /jobs HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n")
    #expect(try client.response().status == 404, "without a spool")
    let begin = ContinuousClock.now
    let block = [UInt8](repeating: 0x61, count: 1 << 20)
    var sent = 0
    while sent < 100_000, (try? client.send(block)) != nil { sent += 1 }
    #expect(sent < 100_000)
    #expect(ContinuousClock.now - begin < .seconds(20))
    #expect(try service.get("/health").status == 200)
  }

  @Test func nothingLeadsOutOfTheTemplates() throws {
    let service = try RunningService()
    try service.folder.write(Templates.card, to: "secret@1/job.json")
    for target in [
      "/t/../secret@1/e30.png", "/t/..%2fsecret@1/e30.png", "/t/card@1/..%2f..%2fsecret@1/e30.png",
      "/t/%2e%2e/secret@1/e30.png", "/t/card%00@1/e30.png", "/templates/../secret@1/schema",
      "/templates/..%2fsecret@1/schema", "/templates/.@1/schema", "//t/card@1/e30.png", "/t", "/",
      "/templates/card@1", "/health/", "/health?x=1", "/metrics%0d%0aX:y",
    ] {
      let answer = try service.get(target, [RunningService.authorization])
      #expect(answer.status == 404 && answer.problem == "not-found", "\(target)")
    }
  }

  /// Names and inputs of a link never reach a header.
  @Test func linksCannotInjectHeaders() throws {
    let service = try RunningService()
    let answer = try service.get(service.link(["title": "A\r\nSet-Cookie: a=b\r\n\r\n<html>"]))
    #expect([200, 422].contains(answer.status) && answer.headers["set-cookie"] == nil)
    let key = try service.get(service.link(["a\r\nSet-Cookie: a": "b"]))
    #expect(key.status == 422 && key.headers["set-cookie"] == nil)
  }

  // MARK: Sockets

  /// As systemd passes one, sd_listen_fds(3).
  @Test func takesAPassedSocket() throws {
    let service = try RunningService(start: false)
    try service.start(
      by: """
        import os, socket, sys
        listening = socket.create_server(("127.0.0.1", 0))
        os.dup2(listening.fileno(), 3)
        os.set_inheritable(3, True)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
        os.execv(sys.argv[1], sys.argv[1:])
        """)
    #expect(try service.get(service.link()).isPNG)
    #expect(service.stop() == 0)
  }

  @Test func listensOnAUnixSocket() throws {
    let service = try RunningService(start: false)
    // Paths of sockets are short.
    let socket = "\(NSTemporaryDirectory())/\(UUID().uuidString.prefix(8))"
    let text = service.folder.text("http.toml").replacing("127.0.0.1:0", with: "unix:\(socket)")
    try service.folder.write(text, to: "http.toml")
    try service.start(isOnPort: false)
    var about = stat()
    #expect(stat(socket, &about) == 0 && about.st_mode & 0o7777 == 0o660)
    let curl = try CommandRun(
      "-s", "--fail", "-o", "\(service.folder.path)/image", "--unix-socket", socket,
      "http://test\(try service.link())", program: "/usr/bin/curl")
    #expect(curl.status == 0)
    let image = try Data(contentsOf: service.folder.url.appending(path: "image"))
    #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(service.stop() == 0)
  }

  // MARK: Sizes and times

  @Test func boundsHeads() throws {
    let service = try RunningService("", "[connections]\nhead-bytes = 4096")
    let long = String(repeating: "a", count: 5000)
    for head in [
      HTTPClient.request("/\(long)"), HTTPClient.request("/", ["X: \(long)"]),
      HTTPClient.request("/", (0..<500).map { "X-\($0): b" }),
      // Never complete.
      "GET /\(long)", "GET / HTTP/1.1\r\n" + String(repeating: "X: b\r\n", count: 5000),
      String(repeating: "\r\n", count: 20_000),
    ] {
      let answer = try refused(service, head)
      #expect(answer.status == 431 && answer.problem == "head-too-large", "\(head.prefix(30))")
    }
    #expect(
      try service.get("/health", (0..<60).map { "X-\($0): \(String(repeating: "b", count: 50))" })
        .status == 200
    )
  }

  @Test func slowHeadsAreCutOff() throws {
    let service = try RunningService("", "[connections]\nhead-seconds = 1\nidle-seconds = 2")
    let (silent, slow, kept) = (try service.connect(), try service.connect(), try service.connect())
    try slow.send("GET /health HTTP/1.1\r\n")
    try kept.send(HTTPClient.request("/health"))
    #expect(try kept.response().status == 200)
    let answer = try slow.response()
    #expect(answer.status == 408 && answer.headers["connection"] == "close")
    #expect(slow.isClosed() && silent.isClosed() && kept.isClosed())
  }

  /// Clients that send nothing, or half of a request, do not stop others from being answered.
  @Test func halfOpenConnectionsDoNoHarm() throws {
    let service = try RunningService("", "[connections]\nmost = 200\nhead-seconds = 60")
    var open: [HTTPClient] = []
    let link = try service.link()
    for number in 0..<5000 {
      let client = try service.connect()
      if number.isMultiple(of: 2) { try? client.send("GET /health HTTP/1.1\r\nHost: a\r\n") }
      open.append(client)
      // This process may not have so many descriptors.
      if open.count > 800 { open.removeFirst() }
      if number.isMultiple(of: 500) { #expect(try service.get(link).isPNG) }
    }
    #expect(try service.get(link).isPNG)
    let descriptors = "/proc/\(service.process.processIdentifier)/fd"
    // What was accepted last may still be on its way to an event loop.
    try service.wait(for: "the end of those that are too many") {
      try FileManager.default.contentsOfDirectory(atPath: descriptors).count < 300
    }
  }
}
