import Foundation
import Glibc
import ScrimHTTP
import ScrimJSON
import Synchronization
import Testing

/// Images by link, from a running scrim-http.
@Suite(.enabled(if: RunningService.isExpected)) struct ServedImageTests {
  @Test func rendersAnImageOnce() throws {
    let service = try RunningService()
    let link = try service.link()
    let first = try service.get(link)
    #expect(first.isPNG && first.headers["content-type"] == "image/png")
    #expect(first.headers["cache-control"] == "public, max-age=31536000, immutable")
    #expect(first.headers["x-content-type-options"] == "nosniff")
    #expect(first.headers["date"]?.hasSuffix(" GMT") == true)
    let etag = try #require(first.headers["etag"])
    let second = try service.get(link)
    #expect(second.body == first.body && second.headers["etag"] == etag)
    let head = try service.get(link, method: "HEAD")
    #expect(head.status == 200 && head.headers["content-length"] == "\(first.body.count)")
    #expect(head.headers["etag"] == etag)
    #expect(try service.metric("renders_total") == 1)
    // After a restart from disk.
    #expect(service.stop() == 0)
    try service.start()
    #expect(try service.get(link).body == first.body)
    #expect(try service.metric("images_total{source=\"disk\"}") == 1)
    #expect(try service.metric("renders_total") == 0)
  }

  /// The validator is known without a worker: here is none that could be started.
  @Test func answersUnchangedWithoutAWorker() throws {
    let service = try RunningService()
    let link = try service.link(["title": "Never rendered"])
    let known = try service.link(["title": "Rendered"])
    let etag = try #require(service.get(known).headers["etag"])
    #expect(service.stop() == 0)
    try FileManager.default.removeItem(at: service.folder.url.appending(path: "cache"))
    try service.folder.make("cache")
    try service.start()
    let answer = try service.get(known, ["If-None-Match: \"x\", W/\(etag)"])
    #expect(answer.status == 304 && answer.body.isEmpty && answer.headers["etag"] == etag)
    #expect(answer.headers["cache-control"] == "public, max-age=31536000, immutable")
    #expect(answer.headers["content-length"] == nil)
    #expect(try service.get(known, method: "HEAD", ["If-None-Match: \(etag)"]).status == 304)
    #expect(try service.metric("renders_total") == 0)
    #expect(try service.get(link, ["If-None-Match: \(etag)"]).isPNG)
    #expect(try service.metric("renders_total") == 1)
  }

  @Test func inputsDecide() throws {
    let service = try RunningService()
    let bodies = try [
      ["title": "A"], ["title": "B"], ["title": "A", "size": 30],
    ].map { try service.get(service.link($0)) }
    #expect(bodies.allSatisfy { $0.isPNG })
    #expect(Set(bodies.map(\.body)).count == 3)
    #expect(Set(bodies.compactMap { $0.headers["etag"] }).count == 3)
    // Key order and spelling of numbers do not matter.
    let other = try service.get(service.link(["size": 30.0, "title": "A"]))
    #expect(other.headers["etag"] == bodies[2].headers["etag"])
    let jpeg = try service.get(service.link(["title": "A"], format: .jpeg))
    #expect(jpeg.headers["content-type"] == "image/jpeg" && jpeg.body.starts(with: [0xFF, 0xD8]))
    #expect(
      try service.get(service.link(["title": "A"], format: .svg)).body.starts(
        with: Array("<?xml".utf8)))
  }

  @Test func rendersVariants() throws {
    let service = try RunningService(start: false)
    try service.install(
      Templates.card.replacing(
        "\"inputs\"",
        with:
          #""variants": [{ "variant": "large", "size": 40 }, { "variant": "small", "size": 10 }], "inputs""#
      ),
      as: "card@2")
    try service.start()
    func get(_ variant: String?) throws -> HTTPResponse {
      try service.get(service.link(["title": "A"], template: "card@2", variant: variant))
    }
    let (large, small) = (try get("large"), try get("small"))
    #expect(large.isPNG && small.isPNG && large.body != small.body)
    for wrong in [nil, "medium"] {
      let answer = try get(wrong)
      #expect(answer.status == 404 && answer.problem == "unknown-variant")
      #expect(
        String(decoding: answer.body, as: UTF8.self).contains(
          #"its variants are \"large\", \"small\"."#))
    }
    let plain = try service.get(service.link(variant: "large"))
    #expect(plain.status == 404 && plain.problem == "unknown-variant")
  }

  // MARK: Errors

  private func expectError(
    _ answer: HTTPResponse, _ status: Int, _ problem: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(answer.status == status && answer.problem == problem, sourceLocation: sourceLocation)
    #expect(answer.headers["cache-control"] == "no-store", sourceLocation: sourceLocation)
    #expect(
      answer.headers["content-type"] == "application/problem+json", sourceLocation: sourceLocation)
    #expect(answer.headers["etag"] == nil, sourceLocation: sourceLocation)
  }

  @Test func refusesBadSignatures() throws {
    let service = try RunningService()
    let link = try service.link()
    let path = try #require(link.split(separator: "?").first)
    let signature = try #require(link.split(separator: "=").last)
    let other = try #require(LinkSecret(String(repeating: "o", count: 40)))
    let unknownKey = try service.link(key: "blog")
    let stranger = try #require(ImageLink(path: String(path))).signed(by: other)
    var bodies: Set<[UInt8]> = []
    for target in [
      "\(path)", "\(path)?s=", "\(path)?s=\(signature.dropLast())", "\(link)A", "\(link)&a=1",
      "\(path)?a=1&s=\(signature)", "\(path)?S=\(signature)", stranger, unknownKey,
      link.replacing("card@1", with: "card@2"), link.replacing(".png", with: ".jpg"),
    ] {
      let answer = try service.get(target)
      expectError(answer, 403, "invalid-signature")
      bodies.insert(answer.body)
    }
    #expect(bodies.count == 1, "an unknown key looks like a bad signature")
    #expect(try service.metric("renders_total") == 0)
  }

  @Test func expires() throws {
    let service = try RunningService()
    let now = Int(Date.now.timeIntervalSince1970)
    let gone = try service.get(service.link(expiry: now - 1))
    expectError(gone, 410, "expired")
    let valid = try service.get(service.link(expiry: now + 1000))
    #expect(valid.isPNG)
    let age = valid.headers["cache-control"]?.split(separator: "=").last?.prefix { $0.isNumber }
      .description
    #expect(age.flatMap { Int($0) }.map { (900...1000).contains($0) } == true)
    // Also when the image is there already.
    let soon = try service.link(["title": "Soon"], expiry: now + 3)
    #expect(try service.get(soon).isPNG)
    try service.wait(for: "its end") { try service.get(soon).status == 410 }
  }

  @Test func rotatesSecrets() throws {
    let service = try RunningService()
    let (old, other) = (try service.link(), String(repeating: "n", count: 40))
    let next = try #require(LinkSecret(other))
    let path = try #require(old.split(separator: "?").first)
    let new = try #require(ImageLink(path: String(path))).signed(by: next)
    #expect(try service.get(new).status == 403)
    try service.folder.write(
      "\(other)\n\(String(repeating: "s", count: 40))\n", to: "shop.secret")
    kill(service.process.processIdentifier, SIGHUP)
    try service.wait(for: "the second secret") { try service.get(new).status == 200 }
    #expect(try service.get(old).status == 200)
    try service.folder.write(other, to: "shop.secret")
    kill(service.process.processIdentifier, SIGHUP)
    try service.wait(for: "the end of the first one") { try service.get(old).status == 403 }
    #expect(try service.get(new).status == 200)
  }

  @Test func errorsOfInputsHavePlaces() throws {
    let service = try RunningService()
    for (inputs, message) in [
      (["title": 5], #"5 is not a string."#),
      ([:], "a value is required: there is none, and no default."),
      (["title": "A", "size": 2], "2 is less than 8."),
      (["titel": "A"], #"the template has no input "titel". Did you mean "title"?"#),
    ] as [(JSON, String)] {
      let answer = try service.get(service.link(inputs))
      expectError(answer, 422, "invalid-inputs")
      let errors = try JSON(parsing: answer.body)["errors"]?.array ?? []
      #expect(errors.contains { $0["message"]?.string?.contains(message) == true }, "\(errors)")
      #expect(errors.allSatisfy { $0["row"] == nil })
    }
  }

  @Test func errorsOfTheTemplateHavePlaces() throws {
    let service = try RunningService(start: false)
    try service.install(Templates.card.replacing("\"#ffffff\"", with: "\"${title}\""), as: "card@2")
    try service.start()
    let answer = try service.get(service.link(["title": "blu"], template: "card@2"))
    expectError(answer, 422, "invalid-inputs")
    let error = try #require(try JSON(parsing: answer.body)["errors"]?.array?.first)
    #expect(error["path"]?.string == "layers[0].text.color", "\(error)")
    #expect(error["line"]?.integer == 12, "\(error)")
    #expect(error["column"]?.integer != nil && error["message"]?.string?.isEmpty == false)
    #expect(try service.get(service.link(template: "card@9")).problem == "unknown-template")
  }

  /// What failed once is tried again, and what was answered before stays.
  @Test func errorsAreNotStored() throws {
    let service = try RunningService("seconds = 5")
    let bad = try service.link(["title": "A", "size": 2])
    for _ in 0..<2 { #expect(try service.get(bad).status == 422) }
    #expect(try service.metric("failed_renders_total") == 2)
    #expect(
      service.folder.names("cache/shop.images").allSatisfy {
        service.folder.names("cache/shop.images/\($0)").isEmpty
      })
    // A worker that does not start: the same link is right after that.
    #expect(service.stop() == 0)
    let link = try service.link()
    try service.configure("", "[workers]\nprogram = \"/bin/false\"")
    try service.start()
    expectError(try service.get(link), 503, "unavailable")
    #expect(try service.get("/health").status == 503)
    #expect(service.stop() == 0)
    try service.configure()
    try service.start()
    #expect(try service.get(link).isPNG)
    #expect(try service.get("/health").status == 200)
  }

  // MARK: Limits

  /// Takes long enough for others to come meanwhile.
  static let slow = """
    {
      "scrim": 1,
      "canvas": { "width": 2400, "height": 2400, "background": "#1d3557" },
      "inputs": { "n": { "type": "integer", "default": 1 } },
      "layers": [
        {
          "frame": { "x": 200, "y": 200, "width": 2000, "height": 2000 }, "fill": "#e63946",
          "opacity": { "$eval": "1 / (n + 1)" },
          "effects": [{ "effect": "blur", "sigma": 60 }]
        }
      ]
    }
    """

  private func slow(_ key: String = "") throws -> RunningService {
    let service = try RunningService(key, start: false)
    try service.install(Self.slow, as: "slow@1")
    try service.start()
    return service
  }

  /// Requests at the same time, each on its own connection.
  private func together(
    _ service: RunningService, _ links: [String]
  ) throws -> [HTTPResponse] {
    let clients = try links.map { _ in try service.connect() }
    for (client, link) in zip(clients, links) {
      try client.send(HTTPClient.request(link, ["Connection: close"]))
    }
    return try clients.map { try $0.response() }
  }

  @Test func equalRequestsAreRenderedOnce() throws {
    let service = try slow()
    let link = try service.link([:], template: "slow@1")
    let answers = try together(service, Array(repeating: link, count: 20))
    #expect(answers.allSatisfy { $0.isPNG } && Set(answers.map(\.body)).count == 1)
    #expect(try service.metric("renders_total") == 1)
  }

  @Test func limitsHowManyWait() throws {
    let service = try slow("parallel = 1\nwaiting = 2")
    let links = try (0..<8).map { try service.link(["n": .integer($0)], template: "slow@1") }
    let answers = try together(service, links)
    let refused = answers.filter { $0.status == 503 }
    // One is rendered and two wait; the first counts as waiting, too, until a thread has taken it.
    #expect((1...6).contains(refused.count), "\(answers.map(\.status))")
    #expect(refused.allSatisfy { $0.problem == "queue-full" && $0.headers["retry-after"] == "1" })
    #expect(answers.count { $0.isPNG } == 8 - refused.count)
    // Later they are rendered.
    for link in links { try service.wait(for: link) { try service.get(link).isPNG } }
  }

  @Test func limitsTheRate() throws {
    let service = try RunningService("renders-per-minute = 8")
    let links = try (0..<4).map { try service.link(["title": .string("\($0)")]) }
    let answers = try links.map { try service.get($0) }
    #expect(answers.map(\.status) == [200, 200, 429, 429])
    #expect(answers[2].problem == "rate-limit")
    let wait = try #require(answers[2].headers["retry-after"].flatMap { Int($0) })
    #expect((1...8).contains(wait))
    #expect(try service.get(links[0]).status == 200, "from the cache")
  }

  @Test func limitsAnImage() throws {
    let service = try slow("canvas-pixels = 1000000")
    let answer = try service.get(service.link([:], template: "slow@1"))
    expectError(answer, 422, "invalid-inputs")
  }

  // MARK: Ends

  /// A killed worker costs its image a second attempt.
  @Test func survivesKilledWorkers() throws {
    let service = try slow()
    for round in 0..<6 {
      let client = try service.connect()
      let link = try service.link(["n": .integer(round)], template: "slow@1")
      try client.send(HTTPClient.request(link))
      usleep(useconds_t(5_000 + 15_000 * round))
      for worker in service.children { kill(worker, SIGKILL) }
      let answer = try client.response()
      #expect(answer.isPNG || answer.status == 500, "\(answer.status)")
      let again = try service.get(link)
      #expect(again.isPNG && (answer.status == 500 || again.body == answer.body))
    }
  }

  /// Whatever is left on disk, no answer has other bytes than those that were rendered.
  @Test func survivesItsOwnKill() throws {
    let service = try RunningService("renders-per-minute = 100000")
    let links = try (0..<60).map { try service.link(["title": .string("Card \($0)")]) }
    let right = try links.map { try service.get($0).body }
    #expect(service.stop() == 0)
    try FileManager.default.removeItem(at: service.folder.url.appending(path: "cache"))
    try service.folder.make("cache")
    for round in 0..<4 {
      try service.start()
      let clients = try links.map { _ in try service.connect() }
      for (client, link) in zip(clients, links) { try client.send(HTTPClient.request(link)) }
      // Those of each round and of the rounds before are on disk.
      for (client, body) in zip(clients, right).prefix(3 + 11 * round) {
        #expect(try client.response().body == body)
      }
      service.kill9()
      for (client, body) in zip(clients, right).dropFirst(3 + 11 * round) {
        // Those that were answered were answered right; the others have no end.
        if let answer = try? client.response() { #expect(answer.body == body) }
      }
    }
    try service.start()
    for (link, body) in zip(links, right) { #expect(try service.get(link).body == body) }
    #expect(try service.metric("images_total{source=\"disk\"}") > 0)
  }

  @Test func answersWhatIsInProgressWhenItStops() throws {
    let service = try slow()
    let client = try service.connect()
    let idle = try service.connect()
    let links = try (0..<4).map { try service.link(["n": .integer($0)], template: "slow@1") }
    try client.send(HTTPClient.request(links[0]))
    try service.wait(for: "the request") {
      try service.metric("rendering_images{key=\"shop\"}") > 0
    }
    #expect(service.stop() == 0)
    let answer = try client.response()
    #expect(answer.isPNG && answer.headers["connection"] == "close")
    #expect(idle.isClosed())
    #expect(throws: HTTPClient.Ended.self) { try service.connect() }
  }
}
