import Foundation
import ProgramTesting
import QueueTesting
import ScrimJSON
import Testing

/// Jobs whose sources are URLs, submitted to the queue of many machines: the command fetches, and nodes get files.
@Suite struct QueueURLTests {
  let server: RunningServer
  let queue: TestQueue
  private let node: NodeProgram

  init() throws {
    server = try RunningServer()
    try server.configure(requests: "retries = 0")
    queue = try TestQueue()
    node = try NodeProgram(url: queue.url("node1"))
    try node.startDaemon()
  }

  private func job(_ source: String, _ more: String = "") -> String {
    """
    { "scrim": 1, "canvas": { "width": 8, "height": 8 }, \(more)
      "layers": [ { "image": { "source": "\(source)" } } ] }
    """
  }

  private func submit(_ arguments: String...) throws -> CommandRun {
    try server.run(
      "scrim-queue", ["submit"] + arguments, environment: ["SCRIM_QUEUE": queue.url("shop")])
  }

  @Test func submitsTheFilesOfAJob() throws {
    try server.write(job(server.url("/photo.png?token=secret")), to: "card.json")
    let run = try submit("card.json", "--wait", "-o", "out.png")
    #expect(run.status == 0 && !run.errors.contains("secret"), "\(run)")
    #expect(try server.requests().map(\.path) == ["/photo.png?token=secret"])
    // The photo, and sources.json.
    #expect(try queue.psql("SELECT count(*) FROM scrim.blobs") == "2")
    #expect(try server.run("scrim", ["render", "card.json"]).status == 0)
    #expect(try server.bytes("out.png") == server.bytes("card.png"))
  }

  @Test func submitsNothingWithoutAnImage() throws {
    try server.write(job(server.url("/404?token=secret")), to: "card.json")
    let run = try submit("card.json")
    #expect(run.status == 66)
    #expect(
      run.errors.hasPrefix(
        #"card.json:2:38: layers[0].image.source: "https://127.0.0.1:\#(server.port)/…" cannot be fetched: HTTP status 404."#
      ), "\(run)")
    #expect(try queue.psql("SELECT count(*) FROM scrim.jobs") == "0")
  }

  /// The row whose image cannot be had fails alone, whichever part it is in.
  @Test func submitsRowsInParts() throws {
    try server.write(
      job("${photo}", #""inputs": { "photo": { "type": "string" } },"#), to: "card.json")
    let urls = ["/a.png", "/404", "/a.png", "/fresh.png"].map { server.url($0) }
    try server.write((["photo"] + urls).joined(separator: "\n") + "\n", to: "rows.csv")
    let run = try submit(
      "card.json", "--data", "rows.csv", "--split", "2", "--wait", "-o", "cards/")
    #expect(run.status == 66, "\(run)")
    #expect(run.errors.contains("cannot be fetched: HTTP status 404."), "\(run)")
    let rows = try String(decoding: server.bytes("cards/card.rows.jsonl"), as: UTF8.self)
      .split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
    #expect(rows.map { $0["status"]?.string } == ["done", "failed", "done", "done"])
    #expect(rows.map { $0["fetched"]?.array?.count } == [1, nil, 1, 1])
    #expect(try queue.psql("SELECT count(*) FROM scrim.finished") == "2")
    #expect(
      try server.requests().map(\.path).sorted() == ["/404", "/a.png", "/fresh.png"],
      "one request per URL")
  }
}
