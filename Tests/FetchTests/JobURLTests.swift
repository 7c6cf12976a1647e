import Foundation
import ProgramTesting
import ScrimJSON
import ScrimRecords
import Testing

/// Jobs whose sources are URLs, rendered and submitted: the commands fetch, and the daemon gets files.
@Suite struct JobURLTests {
  let server: RunningServer
  private let spool: URL

  /// A PNG of 8 × 8 blue pixels.
  private static let blue = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR4nGOUkzvBgA0wYRUdtBIAz3YBFFtyrsEAAAAASUVORK5CYII="
  )

  init() throws {
    server = try RunningServer()
    try server.configure(requests: "retries = 0")
    spool = server.folder.appending(path: "spool")
    try FileManager.default.createDirectory(
      at: spool.appending(path: "drop"), withIntermediateDirectories: true)
    try #require(Self.blue).write(to: server.folder.appending(path: "job/blue.png"))
  }

  private func job(_ source: String, _ more: String = "") -> String {
    """
    { "scrim": 1, "canvas": { "width": 8, "height": 8 }, \(more)
      "layers": [ { "image": { "source": "\(source)" } } ] }
    """
  }

  private func template(rows: [String]) throws {
    try server.write(
      job("${photo}", #""inputs": { "photo": { "type": "string" } },"#), to: "card.json")
    try server.write((["photo"] + rows).joined(separator: "\n") + "\n", to: "rows.csv")
  }

  /// Runs a command with the spool, and with a daemon that drains it if one is asked for.
  private func scrim(_ arguments: String..., draining: Bool = false) throws -> CommandRun {
    var run = try server.run("scrim", arguments, environment: ["SCRIM_SPOOL": spool.path])
    if draining {
      #expect(run.status == 0, "\(run)")
      run = try drain()
    }
    return run
  }

  /// Has a daemon take and render what is in the spool.
  private func drain() throws -> CommandRun {
    // A bundle with missing files is waited for.
    try server.write("[test]\nsettle-blind-ms = 2000\n", to: "scrimd.toml")
    return try server.run(
      "scrimd",
      ["--config", "scrimd.toml", "--spool", spool.path, "--drain", "--log-format", "text"])
  }

  private func spoolJSON(_ path: String) throws -> JSON {
    try JSON(parsing: Array(Data(contentsOf: spool.appending(path: path))))
  }

  private func spoolLines(_ path: String) throws -> [JSON] {
    try String(contentsOf: spool.appending(path: path), encoding: .utf8).split(separator: "\n")
      .map { try JSON(parsing: Array($0.utf8)) }
  }

  /// The image that a job with the server's photo in a file gives.
  private func expected() throws -> Data {
    try #require(RunningServer.photo).write(to: server.folder.appending(path: "job/photo.png"))
    try server.write(job("photo.png"), to: "file.json")
    #expect(try scrim("render", "file.json", "-o", "file.png").status == 0)
    return try server.bytes("file.png")
  }

  // MARK: Without the daemon

  @Test func rendersAJobWithAURL() throws {
    try server.write(job(server.url("/photo.png?token=secret")), to: "card.json")
    let run = try scrim("render", "card.json", "--json")
    let json = try #require(run.lines().first)
    #expect(run.status == 0 && json["warnings"]?.array?.isEmpty == true, "\(run)")
    #expect(try server.bytes("card.png") == expected())
    let used = try #require(json["fetched"]?.array?.first)
    #expect(used["source"]?.string == "/layers/0/image/source")
    #expect(used["type"]?.string == "image/png")
    #expect(try used["sha256"]?.string == Digest.sha256(of: Array(#require(RunningServer.photo))))
    #expect(!run.output.contains("secret"))
  }

  @Test func namesTheHostOfAURLThatCannotBeFetched() throws {
    let url = server.url("/404?token=secret")
    try server.write(job(url), to: "card.json")
    for command in ["render", "validate", "submit"] {
      let run = try scrim(command, "card.json")
      #expect(run.status == 66)
      #expect(
        run.errors.hasPrefix(
          #"card.json:2:38: layers[0].image.source: "https://127.0.0.1:\#(server.port)/…" cannot be fetched: HTTP status 404."#
        ), "\(run)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: spool.path + "/drop").isEmpty)
  }

  @Test func drawsASubstituteAndWarns() throws {
    let substitute = #""onMissing": { "source": "blue.png" },"#
    try server.write(job(server.url("/404"), substitute), to: "card.json")
    let run = try scrim("render", "card.json")
    #expect(run.status == 0)
    #expect(
      run.errors
        == #"card.json:2:38: layers[0].image.source: warning: "https://127.0.0.1:\#(server.port)/…" cannot be fetched (HTTP status 404); the image of "onMissing" is drawn in its place."#
        + "\n")
    try server.write(job("blue.png"), to: "blue.json")
    #expect(try scrim("render", "blue.json", "-o", "expected.png").status == 0)
    #expect(try server.bytes("card.png") == server.bytes("expected.png"))
    try server.write(job("nowhere.png", substitute), to: "card.json")
    #expect(
      try scrim("render", "card.json").errors.contains(#""nowhere.png": no such file."#),
      "only URLs")
  }

  @Test func fetchesAFont() throws {
    let path = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: "/usr/share/fonts").first {
        $0.hasSuffix("DejaVuSans.ttf") || $0.hasSuffix("NotoSans-Regular.ttf")
      })
    try FileManager.default.copyItem(
      atPath: "/usr/share/fonts/\(path)", toPath: server.folder.path + "/server/brand.ttf")
    try server.write(
      """
      { "scrim": 1, "canvas": { "width": 80, "height": 40 },
        "fonts": [ { "source": "\(server.url("/file/brand.ttf"))", "family": "Brand" } ],
        "layers": [ { "text": { "string": "Hi", "font": "Brand", "size": 20 } } ] }
      """, to: "text.json")
    let run = try scrim("render", "text.json", "--json")
    let json = try #require(run.lines().first)
    #expect(json["fetched"]?.array?.first?["type"]?.string == "font/ttf", "\(run)")
    #expect(json["fallbackFonts"] == nil)
  }

  @Test func rendersOfflineWhatWasFetched() throws {
    try server.write(job(server.url("/etag.png")), to: "card.json")
    #expect(try scrim("render", "card.json", "-o", "online.png").status == 0)
    let count = try server.requests().count
    #expect(try scrim("render", "card.json", "--offline", "-o", "offline.png").status == 0)
    #expect(try server.bytes("online.png") == server.bytes("offline.png"))
    try server.write(job(server.url("/other.png")), to: "card.json")
    let run = try scrim("render", "card.json", "--offline")
    #expect(run.status == 66 && run.errors.contains("--offline allows no request"), "\(run)")
    #expect(try server.requests().count == count)
  }

  @Test func previewsAURL() throws {
    try server.write(job(server.url("/photo.png")), to: "card.json")
    let preview = try server.start("scrim", ["preview", "card.json"])
    defer { preview.kill() }
    try wait(for: "the address") { preview.outputSoFar.hasSuffix("\n") }
    let address = preview.outputSoFar.trimmingCharacters(in: .newlines)
    let run = try server.run(
      "/usr/bin/python3",
      [
        "-c", "import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).read().decode())",
        "\(address)drawing?after=0",
      ])
    let drawing = try #require(run.lines().first, "\(run)")
    #expect(drawing["messages"]?.array?.isEmpty == true, "\(run)")
    #expect(drawing["isDrawn"]?.boolean == true, "\(run)")
    #expect(try server.requests().map(\.path) == ["/photo.png"])
  }

  /// The files are fetched before the queue is opened, which there is none of here.
  @Test func theQueueGetsFilesToo() throws {
    let arguments = ["submit", "card.json", "--queue", "postgresql://127.0.0.1:1/none"]
    try server.write(job(server.url("/404")), to: "card.json")
    let refused = try server.run("scrim-queue", arguments)
    #expect(
      refused.status == 66 && refused.errors.contains("cannot be fetched: HTTP status 404"),
      "\(refused)")
    try server.write(job(server.url("/photo.png")), to: "card.json")
    let run = try server.run("scrim-queue", arguments)
    #expect(run.status == 74 && !run.errors.contains("fetched"), "\(run)")
    #expect(try server.requests().map(\.path) == ["/404", "/photo.png"])
  }

  // MARK: Rows

  @Test func rendersTheOtherRows() throws {
    try template(rows: [server.url("/a.png"), server.url("/404"), server.url("/a.png"), "blue.png"])
    let run = try scrim("render", "card.json", "--data", "rows.csv", "-o", "out/")
    #expect(run.status == 66)
    #expect(run.output == "out/card-1.png\nout/card-3.png\nout/card-4.png\n")
    #expect(
      run.errors
        == #"card.json:2:38 (rows.csv:3, row 2, column "photo"): layers[0].image.source: "https://127.0.0.1:\#(server.port)/…" cannot be fetched: HTTP status 404."#
        + "\n1 of 4 rows have errors.\n")
    #expect(
      try server.requests().map(\.path).sorted() == ["/404", "/a.png"], "one request per URL")
    let check = try scrim("check", "card.json", "--data", "rows.csv")
    #expect(check.status == 66 && check.errors == run.errors)
    let stopped = try scrim(
      "render", "card.json", "--data", "rows.csv", "-o", "none/", "--fetch-errors", "stop")
    #expect(stopped.status == 74)
    #expect(stopped.errors.hasSuffix("cannot be fetched: HTTP status 404.\n"))
  }

  // MARK: Through the daemon

  @Test func submitsTheFilesOfURLs() throws {
    let url = server.url("/photo.png?token=secret")
    try server.write(job(url), to: "card.json")
    let run = try scrim("submit", "card.json", draining: true)
    #expect(run.status == 0 && !run.errors.contains("secret"), "\(run)")
    #expect(try Data(contentsOf: spool.appending(path: "out/card.png")) == expected())
    let report = try spoolJSON("out/card.result.json")
    #expect(report["fetched"]?.array?.count == 1)
    #expect(!report.text().contains("secret"))
    let done = try #require(
      try FileManager.default.contentsOfDirectory(atPath: spool.path + "/done").first)
    let bundle = "done/\(done)/bundle"
    let pinned = try #require(try spoolJSON("\(bundle)/sources.json")[url])
    #expect(pinned["from"]?.string == url)
    // The bundle gives the same image without the server.
    try Data().write(to: server.folder.appending(path: "server/down"))
    try FileManager.default.copyItem(
      at: spool.appending(path: bundle), to: server.folder.appending(path: "job/kept.scrim"))
    #expect(try scrim("render", "kept.scrim", "-o", "kept.png").status == 0)
    #expect(try server.bytes("kept.png") == expected())
    try FileManager.default.copyItem(
      at: server.folder.appending(path: "job/kept.scrim"),
      to: spool.appending(path: "drop/kept.scrim"))
    #expect(try drain().status == 0)
    #expect(try Data(contentsOf: spool.appending(path: "out/kept.png")) == expected())
    let file = try #require(pinned["file"]?.string)
    try #require(Self.blue).write(to: server.folder.appending(path: "job/kept.scrim/\(file)"))
    let changed = try scrim("render", "kept.scrim", "-o", "kept.png")
    #expect(changed.status == 65 && changed.errors.contains("its SHA-256 differs"), "\(changed)")
  }

  @Test func submitsABatch() throws {
    try template(rows: [
      server.url("/a.png"), server.url("/404"), "blue.png", server.url("/fresh.png"),
    ])
    _ = try scrim("submit", "card.json", "--data", "rows.csv", draining: true)
    let rows = try spoolLines("out/card.rows.jsonl")
    #expect(rows.map { $0["status"]?.string } == ["done", "failed", "done", "done"])
    #expect(rows.map { $0["fetched"]?.array?.count } == [1, nil, nil, 1])
    #expect(
      rows[1]["errors"]?.array?.first?["message"]?.string?.hasSuffix(
        "cannot be fetched: HTTP status 404.") == true)
    let stopped = try scrim("submit", "card.json", "--data", "rows.csv", "--fetch-errors", "stop")
    #expect(stopped.status == 74)
    #expect(try FileManager.default.contentsOfDirectory(atPath: spool.path + "/drop").isEmpty)
  }

  @Test func submitsATemplateWithValues() throws {
    try template(rows: [])
    _ = try scrim("submit", "card.json", "--set", "photo=\(server.url("/a.png"))", draining: true)
    #expect(try Data(contentsOf: spool.appending(path: "out/card.png")) == expected())
  }

  @Test func theDaemonFetchesNothing() throws {
    let url = server.url("/a.png")
    try Data(job(url).utf8).write(to: spool.appending(path: "drop/plain.json"))
    let bundle = spool.appending(path: "drop/bundle.scrim")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try Data(job(url).utf8).write(to: bundle.appending(path: "job.json"))
    #expect(try drain().status != 0)
    for name in ["plain", "bundle"] {
      let report = try spoolJSON("out/\(name).failed.json")
      #expect(
        report["errors"]?.array?.first?["message"]?.string
          == #""https://127.0.0.1:\#(server.port)/…" is fetched by "scrim submit", not by the daemon."#
      )
    }
    #expect(try server.requests().isEmpty)
  }

  /// The same bytes are the same submission, whenever they were fetched.
  @Test func aKeyAllowsTheSameJobAgain() throws {
    try server.write(job(server.url("/etag.png")), to: "card.json")
    for _ in 1...2 {
      let run = try scrim("submit", "--key", "order-1", "card.json", draining: true)
      #expect(run.status == 0, "\(run)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: spool.path + "/done").count == 1)
  }
}
