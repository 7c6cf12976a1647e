import Foundation
import Glibc
import ScrimJSON
import Testing

/// Links whose inputs are URLs: what is fetched for which key, and for how long it is used.
@Suite(.enabled(if: RunningService.isExpected)) struct LinkSourceTests {
  private static let card = """
    {
      "scrim": 1, "canvas": { "width": 8, "height": 8 },
      "inputs": { "photo": { "type": "source" }, "more": { "type": "array", "items": { "type": "source" }, "default": [] } },
      "layers": [ { "image": { "source": "${photo}" } } ]
    }
    """
  private static let hosts = "fetch-hosts = [\"127.0.0.1\"]\nrenders-per-minute = 10000\n"

  private func service(
    _ server: ImageServer, _ key: String = hosts, _ template: String = card
  ) throws -> RunningService {
    let service = try RunningService(key, start: false)
    service.environment = ["HOME": server.folder.path]
    try service.install(template, as: "photo@1")
    try service.start()
    return service
  }

  private func link(_ service: RunningService, _ url: String, more: [String] = []) throws -> String
  {
    let others = JSON.array(more.map(JSON.string))
    return try service.link(["photo": .string(url), "more": others], template: "photo@1")
  }

  /// The first error of a problem, whose answer has `no-store`.
  private func error(_ answer: HTTPResponse, _ status: Int, _ problem: String) throws -> String {
    #expect(answer.status == status && answer.problem == problem, "\(answer.status)")
    #expect(answer.headers["cache-control"] == "no-store" && answer.headers["etag"] == nil)
    let json = try JSON(parsing: answer.body)
    return json["errors"]?.array?.first?["message"]?.string ?? json["detail"]?.string ?? ""
  }

  @Test func usesAnImageForAWhile() throws {
    let server = try ImageServer()
    let service = try service(server, Self.hosts + "fetch-max-age-seconds = 8")
    let link = try link(service, server.url("/file/photo.png?token=secret"))
    let first = try service.get(link)
    #expect(first.isPNG)
    let etag = try #require(first.headers["etag"])
    func age(_ answer: HTTPResponse) -> Int? {
      let field = answer.headers["cache-control"] ?? ""
      return field.hasPrefix("public, max-age=") ? Int(field.dropFirst(16)) : nil
    }
    #expect((0...8).contains(age(first) ?? -1), "\(first.headers)")
    try service.get(service.link()).body.withUnsafeBytes { bytes in
      try Data(bytes).write(to: server.folder.url.appending(path: "photo.png"))
    }
    for method in ["GET", "HEAD"] {
      let answer = try service.get(link, method: method, ["If-None-Match: \(etag)"])
      #expect(answer.status == 304 && answer.headers["etag"] == etag)
      #expect((0...8).contains(age(answer) ?? -1))
    }
    #expect(server.requests.count == 1)
    var second = first
    try service.wait(for: "the changed image") {
      second = try service.get(link, ["If-None-Match: \(etag)"])
      return second.status == 200
    }
    #expect(second.isPNG && second.body != first.body && second.headers["etag"] != etag)
    // The image of the same bytes is still known.
    try #require(ImageServer.photo).write(to: server.folder.url.appending(path: "photo.png"))
    try service.wait(for: "the first image") { try service.get(link).headers["etag"] == etag }
    #expect(try service.get(link).body == first.body)
    #expect(try service.metric("renders_total") == 3)
    #expect(!service.folder.text("log").contains("secret"))
  }

  @Test func namesTheSettingOfAKeyWithoutHosts() throws {
    let server = try ImageServer()
    let service = try service(server, "")
    #expect(
      try error(service.get(link(service, server.url("/a.png"))), 422, "invalid-inputs")
        == "\"\(server.url(""))/…\" cannot be fetched: key.shop in http.toml has no fetch-hosts.")
    #expect(server.requests.isEmpty)
  }

  @Test func namesTheTypeOfInputsThatAreFetched() throws {
    let server = try ImageServer()
    let template = Self.card.replacing(
      #""photo": { "type": "source" }"#, with: #""photo": { "type": "string" }"#)
    let service = try service(server, Self.hosts, template)
    #expect(
      try error(service.get(link(service, server.url("/a.png"))), 422, "invalid-inputs").hasSuffix(
        #"is not fetched for a link: only the values of inputs of the type "source" are."#))
    #expect(server.requests.isEmpty)
  }

  @Test func goesNowhereElse() throws {
    let server = try ImageServer()
    let service = try service(server, "fetch-hosts = [\"*\"]\nrenders-per-minute = 10000")
    let targets = [
      server.url("/x", host: "169.254.169.254"), server.url("/x", host: "[::1]"),
      server.url("/x", host: "[::ffff:10.0.0.1]"), server.url("/x", host: "127.0.0.2"),
      server.url("/x", host: "2130706434"), "http://127.0.0.1/x", "https://127.0.0.1:22/x",
      server.url("/x", host: "user:password@127.0.0.1"),
    ]
    for target in targets + targets.map({ server.url("/redirect?to=\($0)") }) {
      let message = try error(service.get(link(service, target)), 424, "missing-source")
      #expect(message.contains("cannot be fetched: "), "\(target): \(message)")
      #expect(!message.contains("user:") && !message.contains("timed out"))
    }
    #expect(server.requests.allSatisfy { $0.hasPrefix("/redirect?") })
    #expect(try service.metric("renders_total") == 0)
  }

  @Test func allowsOnlyTheHostsOfTheKey() throws {
    let server = try ImageServer()
    let service = try service(server)
    let escape = server.url("/redirect?to=\(server.url("/x", host: "localhost"))")
    for url in [escape, server.url("/x", host: "localhost")] {
      #expect(
        try error(service.get(link(service, url)), 424, "missing-source")
          .hasSuffix("the host localhost is not allowed, but 127.0.0.1."))
    }
  }

  /// An error is not remembered.
  @Test func asksAgainAfterAnError() throws {
    let server = try ImageServer()
    let service = try service(server)
    let link = try link(service, server.url("/file/late.png"))
    for _ in 0..<2 {
      _ = try error(service.get(link, ["If-None-Match: *"]), 424, "missing-source")
    }
    #expect(
      try error(service.get(self.link(service, server.url("/404"))), 424, "missing-source")
        .hasSuffix("/…\" cannot be fetched: HTTP status 404."))
    try #require(ImageServer.photo).write(to: server.folder.url.appending(path: "late.png"))
    #expect(try service.get(link).isPNG)
  }

  @Test func fetchesOnceForAllWhoWait() throws {
    let server = try ImageServer()
    let service = try service(server)
    let link = try link(service, server.url("/wait.png?n=1"))
    let clients = try (0..<5).map { _ in try service.connect() }
    for client in clients { try client.send(HTTPClient.request(link)) }
    let answers = try clients.map { try $0.response() }
    #expect(answers.allSatisfy { $0.isPNG && $0.headers["etag"] == answers[0].headers["etag"] })
    #expect(server.requests.count == 1)
    #expect(try service.metric("renders_total") == 1)
  }

  @Test func limitsWhatIsFetched() throws {
    let server = try ImageServer()
    let service = try service(server, Self.hosts + "fetch-seconds = 3")
    let urls = (0..<8).map { server.url("/a.png?\($0)") }
    #expect(
      try error(service.get(link(service, server.url("/a.png"), more: urls)), 422, "invalid-inputs")
        == "the link has 9 URLs; at most 8 are fetched for one.")
    let clients = try (0..<4).map { _ in try service.connect() }
    for (number, client) in clients.enumerated() {
      try client.send(HTTPClient.request(link(service, server.url("/slow?\(number)"))))
    }
    try service.wait(for: "four requests") { server.requests.count == 4 }
    let more = try error(service.get(link(service, server.url("/a.png"))), 503, "queue-full")
    #expect(more == "For the key shop those of 4 links are fetched at the same time.")
    // Others are answered meanwhile.
    #expect(try service.get(service.link()).isPNG)
    for client in clients {
      let message = try error(client.response(), 424, "missing-source")
      #expect(message.contains("were not fetched in 3 s"), "\(message)")
    }
    #expect(try service.get(link(service, server.url("/a.png"))).isPNG)
  }

  @Test func rendersNothingForAClientThatLeft() throws {
    let server = try ImageServer()
    let service = try service(server)
    do {
      let client = try service.connect()
      try client.send(HTTPClient.request(link(service, server.url("/wait.png?n=1"))))
      try service.wait(for: "the request") { server.requests.count == 1 }
    }
    try service.wait(for: "the end") { service.folder.text("log").contains("sources fetched") }
    usleep(500_000)
    #expect(try service.metric("renders_total") == 0)
    #expect(try service.get(link(service, server.url("/wait.png?n=1"))).isPNG)
    #expect(server.requests.count == 1, "it is pinned")
  }

  /// The processes of scrim-fetch.
  private func fetches(_ service: RunningService) -> [pid_t] {
    service.children.filter {
      (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) == "scrim-fetch\n"
    }
  }

  @Test func givesUpWhatNoClientWaitsFor() throws {
    let server = try ImageServer()
    let service = try service(server, Self.hosts + "fetch-seconds = 60")
    let link = try link(service, server.url("/slow"))
    for number in 1...2 {
      do {
        let client = try service.connect()
        try client.send(HTTPClient.request(link))
        try service.wait(for: "the request") { server.requests.count == number }
        #expect(fetches(service).count == 1)
      }
      try service.wait(20, for: "the end of scrim-fetch") { fetches(service).isEmpty }
    }
    let log = service.folder.text("log")
    #expect(log.components(separatedBy: "given up, as no client waits for its sources").count == 3)
    #expect(!log.contains("sources not fetched"))
    #expect(try service.get(self.link(service, server.url("/a.png"))).isPNG)
  }

  @Test func goesOnAsLongAsOneClientWaits() throws {
    let server = try ImageServer()
    let service = try service(server, Self.hosts + "fetch-seconds = 4")
    let link = try link(service, server.url("/slow"))
    let other = try service.connect()
    do {
      let client = try service.connect()
      try client.send(HTTPClient.request(link))
      try other.send(HTTPClient.request(link))
      try service.wait(for: "the request") { server.requests.count == 1 }
      // Both are known then.
      #expect(try service.get(service.link()).isPNG)
    }
    let message = try error(other.response(), 424, "missing-source")
    #expect(message.hasSuffix("cannot be fetched: the sources were not fetched in 4 s."))
    #expect(server.requests.count == 1)
  }

  @Test func survivesTheEndOfScrimFetch() throws {
    let server = try ImageServer()
    let service = try service(server)
    let client = try service.connect()
    try client.send(HTTPClient.request(link(service, server.url("/slow"))))
    try service.wait(for: "the request") { server.requests.count == 1 }
    let fetch = try #require(fetches(service).first)
    #expect(kill(fetch, SIGKILL) == 0)
    _ = try error(client.response(), 503, "unavailable")
    #expect(try service.get(link(service, server.url("/a.png"))).isPNG)
  }
}
