import Foundation
import ScrimJSON
import ScrimRecords
import Testing

/// Posted jobs whose images are URLs: what is fetched for which key, and what is not.
@Suite(.enabled(if: RunningService.isExpected)) struct JobSourceTests {
  private static let card = """
    {
      "scrim": 1, "canvas": { "width": 8, "height": 8 },
      "inputs": { "photo": { "type": "string" } },
      "layers": [ { "image": { "source": "${photo}" } } ]
    }
    """

  private func host(
    _ server: ImageServer, _ key: String = #"fetch-hosts = ["127.0.0.1"]"#, blog: String = ""
  ) throws -> JobHost {
    let host = try JobHost(key, blog: blog, environment: ["HOME": server.folder.path])
    try host.service.install(Self.card, as: "photo@1")
    try host.service.waitForTemplate("photo@1")
    return host
  }

  private func job(_ source: String, _ more: [JSON.Member] = []) -> JSON {
    .object(
      more + [
        .init("scrim", 1), .init("canvas", ["width": 8, "height": 8]),
        .init("layers", [["image": ["source": .string(source)]]]),
      ])
  }

  /// The first error of a problem.
  private func error(_ answer: HTTPResponse) throws -> JSON {
    #expect(answer.status == 422 && answer.problem == "invalid-job")
    return try #require(JSON(parsing: answer.body)["errors"]?.array?.first)
  }

  @Test func fetchesAndPins() throws {
    let server = try ImageServer()
    let host = try host(server)
    let url = server.url("/fresh.png?token=secret")
    let answer = try host.post(job(url), wait: 30)
    #expect(answer.isPNG)
    #expect(
      try host.post(["template": "photo@1", "inputs": ["photo": .string(url)]], wait: 30).isPNG)
    #expect(server.requests == ["/fresh.png?token=secret"], "the key has a cache")
    let id = try #require(host.jobs(in: "done").first)
    let list = try JSON(
      parsing: Array(host.service.folder.text("spool/done/\(id)/bundle/sources.json").utf8))
    let file = try #require(list[url]?["file"]?.string)
    #expect(
      try Data(
        contentsOf: host.service.folder.url.appending(path: "spool/done/\(id)/bundle/\(file)"))
        == ImageServer.photo)
    #expect(!host.service.folder.text("log").contains("secret"))
  }

  /// Each row has its own image, or its own error.
  @Test func aRowFailsAlone() throws {
    let server = try ImageServer()
    let host = try host(server)
    let urls = [
      server.url("/a.png"), server.url("/404"), server.url("/b.png"),
      server.url("/c.png", host: "localhost"), server.url("/html"),
    ]
    let answer = try host.post(
      ["template": "photo@1", "data": .array(urls.map { ["photo": .string($0)] })])
    let location = try #require(answer.headers["location"])
    try host.wait(for: location)
    let page = try JSON(parsing: host.get(location).body)
    let errors = page["errors"]?.array ?? []
    #expect(errors.compactMap { $0["row"]?.integer } == [2, 4, 5], "\(page.text())")
    for (error, reason) in zip(
      errors,
      [
        "cannot be fetched: HTTP status 404.", "the host localhost is not allowed, but 127.0.0.1.",
        "cannot be fetched: ",
      ])
    {
      #expect(error["message"]?.string?.contains(reason) == true, "\(error.text())")
      #expect(error["message"]?.string?.hasPrefix("\"https://") == true)
    }
    #expect(Set(server.requests) == ["/a.png", "/404", "/b.png", "/html"])
    let lines = try host.get("\(location)/outputs/photo.rows.jsonl").body.split(
      separator: UInt8(ascii: "\n"))
    let states = try lines.map { try JSON(parsing: Array($0))["status"]?.string }
    #expect(states == ["done", "failed", "done", "failed", "failed"])
  }

  /// Nothing is submitted, so that the same idempotency key can be sent again.
  @Test func refusesAJobWhoseImageCannotBeHad() throws {
    let server = try ImageServer()
    let host = try host(server)
    for body in [
      job(server.url("/404")),
      ["template": "photo@1", "inputs": ["photo": .string(server.url("/404"))]],
    ] as [JSON] {
      let error = try error(host.post(body, ["Idempotency-Key: one"]))
      #expect(error["code"] == "missing-source" && error["pointer"] == "/layers/0/image/source")
      #expect((error["line"] != nil) == (body["scrim"] != nil))
      #expect(
        error["message"]?.string?.hasSuffix("/…\" cannot be fetched: HTTP status 404.") == true)
    }
    #expect(host.jobs(in: "failed").isEmpty && host.service.folder.names("spool/drop").isEmpty)
    #expect(try host.post(job(server.url("/a.png")), wait: 30, ["Idempotency-Key: one"]).isPNG)
  }

  @Test func namesTheSettingOfAKeyWithoutHosts() throws {
    let server = try ImageServer()
    let host = try host(server, "")
    for body in [
      job(server.url("/a.png")),
      ["template": "photo@1", "inputs": ["photo": .string(server.url("/a.png"))]],
    ] as [JSON] {
      #expect(
        try error(host.post(body))["message"]?.string
          == "\"\(server.url(""))/…\" cannot be fetched: key.shop in http.toml has no fetch-hosts.")
    }
    // Files need none.
    #expect(try host.post(JobHost.square(), wait: 30).isPNG)
    #expect(server.requests.isEmpty)
  }

  /// Whatever hosts a key has, addresses are judged by fetch.toml, in redirects too.
  @Test func goesNowhereElse() throws {
    let server = try ImageServer()
    let host = try host(
      server, "fetch-hosts = [\"*\"]\njobs-per-minute = 10000",
      blog: #"fetch-hosts = ["*.example.com", "127.0.0.1"]"#)
    let targets = [
      server.url("/x", host: "169.254.169.254"), server.url("/x", host: "[::1]"),
      server.url("/x", host: "[::ffff:10.0.0.1]"), server.url("/x", host: "[64:ff9b::7f00:2]"),
      server.url("/x", host: "127.0.0.2"), server.url("/x", host: "2130706434"),
      "http://127.0.0.1/x", "https://127.0.0.1:22/x",
      server.url("/x", host: "user:password@127.0.0.1"),
    ]
    for target in targets + targets.map({ server.url("/redirect?to=\($0)") }) {
      let message = try error(host.post(job(target)))["message"]?.string ?? ""
      #expect(message.contains("cannot be fetched: "), "\(target): \(message)")
      #expect(!message.contains("user:") && !message.contains("timed out"))
    }
    #expect(server.requests.allSatisfy { $0.hasPrefix("/redirect?") })
    let escape = server.url("/redirect?to=\(server.url("/x", host: "localhost"))")
    let answer = try host.post(job(escape).bytes(), authorization: JobHost.blog)
    #expect(
      try error(answer)["message"]?.string?
        .hasSuffix("the host localhost is not allowed, but *.example.com, 127.0.0.1.") == true)
  }

  /// The service's own addresses and those of its machine are not public.
  @Test func doesNotFetchFromItself() throws {
    let server = try ImageServer(allowed: [])
    let host = try host(server, "fetch-hosts = [\"*\"]\njobs-per-minute = 10000")
    for name in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"] {
      let message = try error(host.post(job(server.url("/a.png", host: name))))["message"]?.string
      #expect(message?.contains("is not a public address") == true, "\(name)")
    }
    #expect(server.requests.isEmpty)
  }

  /// What a bundle has pinned is used as it is.
  @Test func usesWhatABundleHasPinned() throws {
    let server = try ImageServer()
    let host = try host(server)
    let url = server.url("/a.png")
    let photo = try Array(#require(ImageServer.photo))
    func post(_ list: JSON) throws -> HTTPResponse {
      let files = [
        ("job.json", job(url).bytes()), ("sources.json", list.bytes()),
        ("sources/photo.png", photo),
      ]
      let parts = files.map { name, bytes in
        Array("--XyZ\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8) + bytes
      }
      let body = Array(parts.joined(separator: Array("\r\n".utf8))) + Array("\r\n--XyZ--\r\n".utf8)
      return try host.post(body, wait: 30, type: "multipart/form-data; boundary=XyZ")
    }
    let digest = try Digest.sha256(of: photo)
    let pinned: JSON = ["file": "sources/photo.png", "sha256": .string(digest)]
    #expect(try post(.object([.init(url, pinned)])).isPNG)
    // A list that is wrong is an error of the bundle, and nothing is fetched in its place.
    let message = try error(post([]))["message"]?.string
    #expect(message?.contains("sources.json of the bundle") == true, "\(message ?? "")")
    #expect(server.requests.isEmpty)
  }

  @Test func limitsTimeAndBytes() throws {
    let server = try ImageServer()
    let host = try host(
      server, "fetch-hosts = [\"127.0.0.1\"]\nfetch-seconds = 1\nfetch-bytes = 50")
    let large = try error(host.post(job(server.url("/a.png"))))["message"]?.string
    #expect(large?.contains("have more than 50 bytes together") == true, "\(large ?? "")")
    let begin = ContinuousClock.now
    let slow = try error(host.post(job(server.url("/slow"))))["message"]?.string
    #expect(slow?.contains("were not fetched in 1 s") == true, "\(slow ?? "")")
    #expect(.now - begin < .seconds(15))
    // Meanwhile others are answered.
    let client = try host.service.connect()
    try client.send(JobHost.post(job(server.url("/slow")).bytes()))
    #expect(try host.service.get(host.service.link()).isPNG)
    #expect(try client.response().status == 422)
  }

  /// A repeated request has the same files, also of a server that forbids caching.
  @Test func isTheSameJobAgain() throws {
    let server = try ImageServer()
    let host = try host(server)
    for path in ["/secret.png", "/fresh.png", "/etag.png"] {
      let body = job(server.url(path))
      let first = try host.post(body, wait: 30, ["Idempotency-Key: \(path)"])
      let second = try host.post(body, wait: 30, ["Idempotency-Key: \(path)"])
      #expect(
        first.isPNG && second.isPNG, "\(path): \(String(decoding: second.body, as: UTF8.self))")
    }
    #expect(host.jobs(in: "done").count == 3)
  }
}
