import Foundation
import Glibc
import ScrimHTTP
import ScrimJSON
import Testing

/// What keys share, and what is done for a client that has left.
@Suite(.enabled(if: RunningService.isExpected)) struct KeyIsolationTests {
  /// Takes several seconds.
  private static let endless = """
    {
      "scrim": 1,
      "canvas": { "width": 3000, "height": 3000, "background": "#1d3557" },
      "inputs": { "n": { "type": "integer", "default": 1 } },
      "layers": [
        \((0..<60).map { number in
          """
          {
            "frame": { "x": \(number), "y": 0, "width": 2900, "height": 3000 }, "fill": "#e6394680",
            "opacity": { "$eval": "1 / (n + 1)" }, "effects": [{ "effect": "blur", "sigma": 100 }]
          }
          """
        }.joined(separator: ",\n"))
      ]
    }
    """

  private func service(_ key: String = "", workers: Int = 1) throws -> RunningService {
    let service = try RunningService(start: false)
    try service.folder.write(String(repeating: "b", count: 40), to: "blog.secret")
    try service.configure(
      key,
      """
      [workers]
      count = \(workers)
      [key.blog]
      secret-files = ["\(service.folder.path)/blog.secret"]
      """)
    try service.install(ServedImageTests.slow, as: "slow@1")
    try service.install(Self.endless, as: "endless@1")
    try service.start()
    return service
  }

  private func blogLink(_ link: String) throws -> String {
    let secret = try #require(LinkSecret(String(repeating: "b", count: 40)))
    let path = try #require(link.split(separator: "?").first)
    return try #require(ImageLink(path: String(path))).signed(by: secret)
  }

  /// Each key has its image rendered; the `ETag` is the same.
  @Test func keysShareNoImages() throws {
    let service = try service()
    let ours = try service.get(service.link())
    let theirs = try service.get(blogLink(service.link(key: "blog")))
    #expect(ours.isPNG && ours.body == theirs.body)
    #expect(ours.headers["etag"] == theirs.headers["etag"])
    #expect(try service.metric("renders_total") == 2)
    for _ in 0..<2 { #expect(try service.get(service.link()).isPNG) }
    #expect(try service.metric("renders_total") == 2)
    // Also at the same time.
    let clients = try (0..<2).map { _ in try service.connect() }
    let link = try service.link([:], template: "slow@1")
    let other = try blogLink(service.link([:], template: "slow@1", key: "blog"))
    for (client, link) in zip(clients, [link, other]) { try client.send(HTTPClient.request(link)) }
    #expect(try clients.allSatisfy { try $0.response().isPNG })
    #expect(try service.metric("renders_total") == 4)
  }

  @Test func pagesNeedAKey() throws {
    let service = try service()
    let blog = "Authorization: Bearer \(String(repeating: "b", count: 40))"
    let pages = ["/metrics", "/templates", "/templates/card@1/schema", "/templates/none@1/schema"]
    for page in pages {
      for fields in [
        [], ["Authorization: Bearer"],
        ["Authorization: Bearer \(String(repeating: "s", count: 39))"],
        ["Authorization: Basic \(String(repeating: "s", count: 40))"],
        ["Authorization: Bearer \(String(repeating: "x", count: 40))"],
      ] {
        let answer = try service.get(page, fields)
        #expect(answer.status == 401 && answer.problem == "unauthorized", "\(page) \(fields)")
        #expect(answer.headers["www-authenticate"] == "Bearer")
      }
    }
    #expect(
      try pages.map { try service.get($0, [RunningService.authorization]).status }
        == [200, 200, 200, 404])
    #expect(try pages.map { try service.get($0, [blog]).status } == [403, 200, 200, 404])
    #expect(try service.get("/health").status == 200, "for probes")
  }

  // MARK: Clients that leave

  @Test func imagesOfClientsThatHaveLeftAreNotRendered() throws {
    let service = try service()
    let first = try service.connect()
    try first.send(HTTPClient.request(service.link([:], template: "slow@1")))
    try service.wait(for: "the first") {
      try service.metric("rendering_images{key=\"shop\"}") == 1
    }
    do {
      let others = try (2..<6).map { number in
        let client = try service.connect()
        let link = try service.link(["n": .integer(number)], template: "slow@1")
        try client.send(HTTPClient.request(link))
        return client
      }
      // One of them stays; another wants the same image as one that leaves.
      try others[0].send(HTTPClient.request("/health"))
      let same = try service.connect()
      try same.send(HTTPClient.request(service.link(["n": 3], template: "slow@1")))
      try service.wait(for: "all") {
        let waiting = try service.metric("waiting_images{key=\"shop\"}")
        return try waiting == 4 || service.metric("renders_total") > 0
      }
      for client in others.dropFirst() { shutdown(client.socket, Int32(SHUT_WR)) }
      #expect(try first.response().isPNG)
      #expect(try others[0].response().isPNG)
      #expect(try same.response().isPNG)
    }
    try service.wait(for: "the end") {
      try service.metric("waiting_images{key=\"shop\"}") == 0
        && service.metric("rendering_images{key=\"shop\"}") == 0
    }
    #expect(try service.metric("renders_total") <= 4, "not of those that have left")
  }

  @Test func givesUpAnImageThatNoClientWaitsFor() throws {
    let service = try service("seconds = 120")
    do {
      let client = try service.connect()
      try client.send(HTTPClient.request(service.link([:], template: "endless@1")))
      try service.wait(for: "it") { try service.metric("rendering_images{key=\"shop\"}") == 1 }
    }
    try service.wait(for: "its end") { try service.metric("abandoned_renders_total") == 1 }
    // The only worker has time for others, and nothing of the image is left.
    #expect(try service.get(service.link()).isPNG)
    #expect(try service.metric("rendering_images{key=\"shop\"}") == 0)
    #expect(service.folder.text("log").contains("given up, as no client waits for it"))
    #expect(!service.folder.text("log").contains("not rendered"))
  }
}
