import Foundation
import Glibc
import QueueTesting
import ScrimJSON
import Testing

/// The configurations of docs/http.md, each before a service on a Unix socket.
@Suite(.enabled(if: RunningService.isExpected)) struct ProxyTests {
  enum Proxy: CaseIterable {
    case nginx, caddy

    var program: String { self == .nginx ? "/usr/sbin/nginx" : "/usr/bin/caddy" }
  }

  /// A proxy, ended with its test.
  private final class Running {
    private let process = Process()

    init(_ proxy: Proxy, before host: JobHost, at socket: String, port: UInt16) throws {
      let folder = host.service.folder
      let page = try String(
        contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
          .appending(path: "../../docs/http.md").standardized, encoding: .utf8)
      let block = try #require(
        page.split(separator: "```\(proxy)\n").dropFirst().first?.split(separator: "```\n").first)
      let text = String(block).replacing("/run/scrim-http/socket", with: socket)
      process.executableURL = URL(filePath: proxy.program)
      switch proxy {
      case .nginx:
        let site = text.replacing(#/ *ssl_certificate.*\n/#, with: "")
          .replacing("443 ssl http2", with: "127.0.0.1:\(port)")
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
          "\($0)_temp_path \(folder.path)/\($0);"
        }.joined(separator: " ")
        try folder.write(
          """
          \(geteuid() == 0 ? "user root;" : "") daemon off; pid \(folder.path)/nginx.pid; events {}
          http { access_log off; \(folders) include \(folder.path)/site.conf; }
          """, to: "nginx.conf")
        try folder.write(site, to: "site.conf")
        process.arguments = ["-e", "stderr", "-c", "\(folder.path)/nginx.conf"]
      case .caddy:
        let site = text.replacing(
          "images.example.com {", with: "http://test:\(port) {\nbind 127.0.0.1")
        try folder.write("{\n\tadmin off\n}\n\(site)", to: "Caddyfile")
        process.arguments = [
          "run", "--config", "\(folder.path)/Caddyfile", "--adapter", "caddyfile",
        ]
      }
      process.environment = ["HOME": folder.path]
      try folder.write("", to: "proxy.log")
      process.standardError = try FileHandle(
        forWritingTo: folder.url.appending(path: "proxy.log"))
      try process.run()
      try host.service.wait(for: "the proxy: \(folder.text("proxy.log"))") {
        (try? HTTPClient(port: port)) != nil
      }
    }

    deinit {
      kill(process.processIdentifier, SIGTERM)
      process.waitUntilExit()
    }
  }

  @Test(arguments: Proxy.allCases) func worksAsWritten(proxy: Proxy) throws {
    let host = try JobHost("body-bytes = 33554432")
    // Paths of sockets are short.
    let socket = "\(NSTemporaryDirectory())/\(UUID().uuidString.prefix(8))"
    defer { unlink(socket) }
    let text = host.service.folder.text("http.toml")
    _ = host.service.stop()
    try host.service.folder.write(
      text.replacing("127.0.0.1:0", with: "unix:\(socket)"), to: "http.toml")
    try host.service.start(isOnPort: false)
    let port = UInt16(try freePort())
    let running = try Running(proxy, before: host, at: socket, port: port)
    func ask(_ bytes: [UInt8]) throws -> HTTPResponse {
      let client = try HTTPClient(port: port)
      try? client.send(bytes)
      return try client.response(within: 60)
    }
    func get(_ target: String, _ fields: [String] = []) throws -> HTTPResponse {
      try ask(Array(HTTPClient.request(target, fields).utf8))
    }
    let link = try host.service.link()
    let image = try get(link)
    #expect(image.isPNG && image.headers["cache-control"]?.hasSuffix("immutable") == true)
    let etag = try #require(image.headers["etag"])
    let again = try get(link, ["If-None-Match: \(etag)"])
    #expect(again.status == 304 && again.headers["etag"] == etag)
    #expect(try get(link + "A").problem == "invalid-signature")
    // Only links and jobs are there.
    for target in ["/", "/templates", "/metrics", "/health", "/openapi.json"] {
      let answer = try get(target, [RunningService.authorization])
      #expect(answer.status == 404 && answer.problem == nil, "\(target): \(answer.status)")
    }
    #expect(try ask(JobHost.post(JobHost.square().bytes(), "/jobs?wait=30")).isPNG)
    let large = [UInt8](repeating: UInt8(ascii: " "), count: 17 << 20)
    #expect(try ask(JobHost.post(large)).status == 413)
    // Caddy counts the bytes as it passes them on, so the service may answer the method first.
    let refused = try ask(JobHost.post([1, 2], link)).status
    #expect(refused == 413 || proxy == .caddy && refused == 405, "\(refused)")
    // Events come while the job is in progress.
    let rows = (0..<2000).map { number -> JSON in ["title": .string("Row \(number)")] }
    let body: JSON = ["template": "card@1", "data": .array(rows)]
    let location = try #require(ask(JobHost.post(body.bytes())).headers["location"])
    let client = try HTTPClient(port: port)
    try client.send(HTTPClient.request("\(location)/events", [RunningService.authorization]))
    #expect(try client.response().headers["content-type"]?.hasPrefix("text/event-stream") == true)
    try client.wait(for: "event: job")
    let state = try JSON(parsing: get(location, [RunningService.authorization]).body)["state"]
    #expect(state?.string != "done", "not all at the end")
    withExtendedLifetime(running) {}
  }
}
