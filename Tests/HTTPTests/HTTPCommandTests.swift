import Foundation
import Glibc
import ProgramTesting
import QueueTesting
import ScrimHTTP
import ScrimJSON
import Testing

/// `scrim-http sign`, `install` and `--check`.
@Suite(.enabled(if: RunningService.isExpected)) struct HTTPCommandTests {
  private func run(
    _ service: RunningService, _ arguments: String...
  ) throws -> (status: Int32, output: String, errors: String) {
    try run(service, "scrim-http", arguments + ["--config", "\(service.folder.path)/http.toml"])
  }

  private func run(
    _ service: RunningService, _ program: String, _ arguments: [String]
  ) throws -> (status: Int32, output: String, errors: String) {
    let run = try CommandRun(arguments, program: program)
    let texts = [run.output, run.errors].map { $0.replacing("\(service.folder.path)/", with: "") }
    return (run.status, texts[0], texts[1])
  }

  /// By the report of an image, which has the random seed of a template without one.
  @Test func imagesOfLinksAreVerified() throws {
    let service = try RunningService(start: false)
    let glass =
      #"{ "frame": { "x": 0, "y": 30, "width": 120, "height": 30 }, "effects": ["#
      + #"{ "effect": "frosted-panel", "noise": 0.5 }] }"#
    try service.install(
      Templates.card.replacing("\"layers\": [", with: "\"layers\": [ \(glass),"), as: "glass@1")
    try service.start()
    func get(_ arguments: String...) throws -> HTTPResponse {
      let signed = try run(
        service, "scrim-http",
        ["sign", "glass@1", "--set", "title=Hello", "--config", "\(service.folder.path)/http.toml"]
          + arguments)
      #expect(signed.status == 0, "\(signed.errors)")
      return try service.get(signed.output.trimmingCharacters(in: .newlines))
    }
    let (image, answer) = (try get("--format", "jpg"), try get("--format", "jpg", "--report"))
    #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
    #expect(answer.headers["etag"] != image.headers["etag"])
    #expect(answer.headers["cache-control"] == image.headers["cache-control"])
    let report = try JSON(parsing: answer.body)
    #expect(report["job"] == "glass@1" && report["status"] == "done")
    #expect(report["environment"]?.string?.hasPrefix("sha256:") == true)
    #expect(report["outputs"]?.array?.first?["bytes"] == .integer(image.body.count))
    // Nothing in it depends on when it was made.
    #expect(try get("--format", "jpg", "--report").body == answer.body)
    #expect(service.stop() == 0)
    try FileManager.default.removeItem(at: service.folder.url.appending(path: "cache"))
    try service.folder.make("cache")
    try service.start()
    #expect(try get("--format", "jpg", "--report").body == answer.body)

    let (file, record) = ("\(service.folder.path)/card.jpg", "\(service.folder.path)/card.json")
    try Data(image.body).write(to: URL(filePath: file))
    try Data(answer.body).write(to: URL(filePath: record))
    func verify(_ title: String, _ more: String...) throws -> (status: Int32, output: String) {
      let run = try run(
        service, "scrim",
        [
          "verify", file, "--job", "\(service.folder.path)/templates/glass@1", "--set",
          "title=\(title)",
        ] + more)
      #expect(run.errors.isEmpty)
      return (run.status, run.output)
    }
    let same = try verify("Hello", "--report", record)
    #expect(same.output == "card.jpg: same bytes\n" && same.status == 0)
    let other = try verify("Other", "--report", record)
    #expect(other.status == 1)
    #expect(other.output.contains("layer layers[1] has changed"), "\(other.output)")
    // Not the service's seed.
    #expect(try verify("Hello").output.hasPrefix("card.jpg: other pixels\n"))
  }

  @Test func signsLinks() throws {
    let service = try RunningService()
    let signed = try run(service, "sign", "card@1", "--set", "title=Hello", "--set", "size=30")
    #expect(signed.status == 0)
    let link = signed.output.trimmingCharacters(in: .newlines)
    #expect(link == (try service.link(["title": "Hello", "size": 30])))
    #expect(try service.get(link).isPNG)
    let later = try run(
      service, "sign", "card@1", "--key", "shop", "--format", "jpg", "--expires", "+1h", "--set",
      "title=A", "--base", "https://images.example.com")
    #expect(later.output.hasPrefix("https://images.example.com/t/card@1/"), "\(later)")
    #expect(try service.get(String(later.output.dropFirst(26).dropLast())).status == 200)
  }

  @Test(arguments: [
    (
      ["card@1", "--set", "titel=A"], 65,
      #"the template has no input "titel". Did you mean "title"?"#
    ),
    (
      ["card@1", "--set", "size=big"], 64,
      "--set size=big: expected a value of type number, as in JSON."
    ),
    (
      ["card@1", "--key", "shp"], 64,
      #"--key shp is not in the configuration: shop. Did you mean "shop"?"#
    ),
    (["card@1", "--variant", "og"], 64, "--variant og: the template has no variants."),
    (["card@1", "--format", "gif"], 64, "--format gif: expected png, jpg, webp, pdf or svg."),
    (["card@1", "--expires", "yesterday"], 64, "--expires yesterday is not a later time"),
    (["card"], 64, #""card": expected NAME@VERSION"#),
    (["card@2"], 66, "card@2 is not installed in "),
  ])
  func signRefuses(arguments: [String], status: Int32, error: String) throws {
    let service = try RunningService(start: false)
    let result = try run(
      service, "sign", arguments[0], arguments.dropFirst().first ?? "--key",
      arguments.dropFirst(2).first ?? "shop")
    #expect(result.status == status && result.errors.contains(error), "\(result)")
  }

  @Test func installsTemplates() throws {
    let service = try RunningService()
    try service.folder.write(Templates.card, to: "card.json")
    let card = "\(service.folder.path)/card.json"
    let installed = try run(service, "install", card, "poster@1")
    #expect(installed.status == 0 && installed.output == "templates/poster@1\n", "\(installed)")
    try service.waitForTemplate("poster@1")
    #expect(try service.get(service.link(template: "poster@1")).isPNG)
    try service.folder.write(Templates.card.replacing("#1d3557", with: "#ffffff"), to: "card.json")
    let again = try run(service, "install", card, "poster@1")
    #expect(again.status == 65)
    #expect(
      again.errors
        == "scrim-http: poster@1 is installed. The files of a version never change: choose another version.\n"
    )
    #expect(service.folder.text("templates/poster@1/job.json") == Templates.card)
    #expect(service.folder.names("templates") == ["card@1", "poster@1"], "nothing is left over")
  }

  @Test func installsFiles() throws {
    let service = try RunningService()
    let image = Templates.card.replacing(
      "\"layers\": [", with: #""layers": [ { "image": { "source": "images/logo.svg" } },"#)
    let logo =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>"#
    try service.folder.write(image, to: "one/card.json")
    let document = "\(service.folder.path)/one/card.json"
    let missing = try run(service, "install", document, "logo@1")
    #expect(missing.status == 65 && missing.errors.contains("no such file"), "\(missing)")
    try service.folder.write(logo, to: "one/images/logo.svg")
    #expect(try run(service, "install", document, "logo@1").status == 0)
    #expect(service.folder.text("templates/logo@1/images/logo.svg") == logo)
    // A bundle, with files that its text does not name.
    try service.folder.write(image, to: "two/job.json")
    try service.folder.write(logo, to: "two/images/logo.svg")
    try service.folder.write(logo, to: "two/images/other.svg")
    #expect(try run(service, "install", "\(service.folder.path)/two", "logo@2").status == 0)
    #expect(service.folder.names("templates/logo@2/images") == ["logo.svg", "other.svg"])
    try FileManager.default.createSymbolicLink(
      atPath: "\(service.folder.path)/two/link", withDestinationPath: "/etc/passwd")
    let link = try run(service, "install", "\(service.folder.path)/two", "logo@3")
    #expect(
      link.status == 65 && link.errors.contains("two/link is a symbolic link, not a file."),
      "\(link)")
    for version in ["logo@1", "logo@2"] {
      try service.waitForTemplate(version)
      #expect(try service.get(service.link(template: version)).isPNG)
    }
  }

  @Test(arguments: [
    ("{", 65, "card.json:1:2: "), ("{}", 65, #"is not a template: it has no "inputs""#),
    (
      #"{"scrim": 1, "inputs": {"a": {"type": "strin"}}}"#, 65,
      #"unknown type "strin". Did you mean "string"?"#
    ),
    (
      Templates.card.replacing("\"background\"", with: "\"backgroud\"").replacing(
        "\"maxLength\": 20", with: "\"examples\": [\"A\"]"), 65,
      #"unknown key "backgroud". Did you mean "background"?"#
    ),
  ])
  func installRefuses(template: String, status: Int32, error: String) throws {
    let service = try RunningService(start: false)
    let card = try service.folder.write(template, to: "card.json")
    let result = try run(service, "install", card, "poster@1")
    #expect(result.status == status && result.errors.contains(error), "\(result)")
    #expect(service.folder.names("templates") == ["card@1"])
  }

  /// The commands and the program of docs/http.md, as they are written there.
  @Test func thePageIsRight() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/http.md").standardized
    let text = try String(contentsOf: page, encoding: .utf8)
    let blocks = text.matches(
      of: /<!-- run with scrim-http -->\n```sh\n((?:.|\n)*?)```\n/
    ).map { String($0.output.1) }
    let python = try #require(text.firstMatch(of: /```python\n((?:.|\n)*?)```\n/)).output.1
    try #require(blocks.count == 2)
    let service = try RunningService(start: false)
    // Another port: someone may use that of the page.
    let port = try freePort()
    let script =
      (blocks + [
        "[ \"$(python3 sign.py)\" = \"$link\" ] || { echo \"another link\" >&2; exit 1; }",
        "curl -s --fail -H \"Authorization: Bearer $(cat shop.secret)\" "
          + "http://127.0.0.1:8620/templates/card@1/schema",
      ]).joined(separator: "\n").replacing("8620", with: "\(port)")
      .replacing("[templates]", with: "[listen]\naddress = \"127.0.0.1:\(port)\"\n[templates]")
    try service.folder.write(
      "set -eu\ntrap 'kill %1' EXIT\n\(script)\n", to: "page/script")
    try service.folder.write(String(python), to: "page/sign.py")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let run = try CommandRun(
      "script", program: "/bin/bash", in: service.folder.url.appending(path: "page"),
      environment: ["PATH": "\(CommandRun.programs.path):\(path)"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("\"title\": \"card@1\""))
    let image = try Data(contentsOf: service.folder.url.appending(path: "page/card.png"))
    #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]) && image.count > 1000)
  }

  @Test func checksItsConfiguration() throws {
    let service = try RunningService(start: false)
    let right = try run(service, "--check")
    #expect(right.status == 0)
    #expect(try JSON(parsing: Array(right.output.utf8))["key"]?["shop"]?["waiting"]?.integer == 100)
    #expect(!right.output.contains("ssss"), "no secrets")
    try service.configure("waiting = 0")
    let wrong = try run(service, "--check", "--quiet")
    #expect(wrong.status == 78 && wrong.output.isEmpty)
    #expect(
      wrong.errors.hasSuffix("key.shop.waiting: 0 is outside 1…100000.\n"), "\(wrong.errors)")
  }
}
