import Foundation
import Testing

/// Only the program's own page is answered, and only to clients that know its address.
@Suite struct RequestGuardTests {
  private let preview: RunningPreview

  init() throws { preview = try RunningPreview() }

  @Test func theParts() throws {
    for (path, type) in [
      ("", "text/html; charset=utf-8"), ("page.css", "text/css; charset=utf-8"),
      ("page.js", "text/javascript; charset=utf-8"),
      ("controls.js", "text/javascript; charset=utf-8"),
      ("overlay.js", "text/javascript; charset=utf-8"),
      ("fields.js", "text/javascript; charset=utf-8"),
      ("numbers.js", "text/javascript; charset=utf-8"),
      ("paints.js", "text/javascript; charset=utf-8"),
      ("dom.js", "text/javascript; charset=utf-8"), ("effects", "application/json"),
      ("drawing", "application/json"),
    ] {
      let answer = try preview.ask(path)
      #expect(answer.status == 200, "\(path)")
      #expect(answer.headers["content-type"] == type, "\(path)")
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
      #expect(answer.headers["access-control-allow-origin"] == nil)
    }
    let policy = try preview.ask("").headers["content-security-policy"] ?? ""
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; "))
    #expect(policy.contains("frame-ancestors 'none'"))
  }

  @Test(arguments: ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
  func namesOfThisMachine(_ name: String) throws {
    let answer = try preview.ask("", headers: ["Host": "\(name):\(preview.port)"])
    #expect(answer.status == 200)
  }

  @Test(arguments: [
    "evil.example:PORT", "localhost", "127.0.0.1", "localhost:1", "localhost.evil.example:PORT",
    "127.0.0.1.:PORT", "0.0.0.0:PORT", "",
  ]) func otherNames(_ host: String) throws {
    let name = host.replacing("PORT", with: "\(preview.port)")
    let answer = try preview.ask("", headers: ["Host": name])
    #expect(answer.status == 403)
    #expect(
      answer.text
        == "The preview only answers requests to localhost, 127.0.0.1 or [::1] with its port.\n")
  }

  @Test(arguments: [
    "http://evil.example", "null", "https://127.0.0.1:PORT", "http://localhost:PORT",
  ])
  func otherOrigins(_ origin: String) throws {
    let name = origin.replacing("PORT", with: "\(preview.port)")
    let json = ["Origin": name, "Content-Type": "application/json"]
    let drawn = try preview.ask(
      "draw", method: "POST", headers: json, body: RunningPreview.square)
    #expect(drawn.status == 403)
    #expect(drawn.text == "The preview only answers requests from its own page.\n")
    #expect(try preview.ask("drawing", headers: ["Origin": name]).status == 403)
  }

  @Test func itsOwnOrigin() throws {
    let own = [
      "Origin": "http://127.0.0.1:\(preview.port)", "Content-Type": "application/json",
    ]
    let drawn = try preview.ask("draw", method: "POST", headers: own, body: RunningPreview.square)
    #expect(drawn.status == 200)
  }

  @Test(arguments: ["/", "/drawing", "/SECRE/", "/SECRETx/", "/x/SECRET/", "/SECRET"])
  func theSecret(_ path: String) throws {
    let wrong = path.replacing("SECRET", with: preview.secret).replacing(
      "SECRE", with: preview.secret.dropLast())
    let answer = try HTTPAnswer(
      port: preview.port, method: "GET", path: wrong,
      headers: ["Host": "127.0.0.1:\(preview.port)"], body: "")
    #expect(answer.status == 404)
    #expect(
      answer.text
        == "Not found: use the complete address printed by scrim preview.\n")
  }

  @Test func whatIsNotThere() throws {
    #expect(try preview.ask("..%2f..%2fetc%2fpasswd").status == 404)
    #expect(try preview.ask("../job.json").status == 404)
    #expect(try preview.ask("picture/999/0").text == "This image is no longer available.\n")
    #expect(try preview.ask("picture/1/7").status == 404)
    #expect(try preview.ask("drawing", method: "DELETE").status == 405)
    #expect(try preview.ask("draw").status == 404)
  }

  @Test func whatAFormCanSend() throws {
    let answer = try preview.ask(
      "draw", method: "POST", headers: ["Content-Type": "text/plain"], body: RunningPreview.square)
    #expect(answer.status == 415)
    #expect(answer.text == "A job must be application/json.\n")
  }

  @Test func moreThanAJob() throws {
    let answer = try preview.ask(
      "draw", method: "POST", headers: ["Content-Type": "application/json"],
      body: String(repeating: " ", count: (4 << 20) + 1))
    #expect(answer.status == 413)
    #expect(answer.text == "A job may have at most 4194304 bytes.\n")
  }

  @Test func listensToThisMachineOnly() throws {
    let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
    let port = String(format: ":%04X", Int(preview.port))
    let sockets: [[Substring]] = table.split(separator: "\n").map { $0.split(separator: " ") }
    let listening: [[Substring]] = sockets.filter {
      $0.count > 3 && $0[1].hasSuffix(port) && $0[3] == "0A"
    }
    #expect(listening.map { $0[1] } == ["0100007F\(port)"])
    let other = try String(contentsOfFile: "/proc/net/tcp6", encoding: .utf8)
    #expect(!other.contains("\(port) 00000000000000000000000000000000:0000 0A"))
  }
}
