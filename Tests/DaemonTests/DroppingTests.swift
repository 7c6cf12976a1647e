import Foundation
import ScrimJSON
import Testing

/// A job that is written in pieces is rendered once, when it is complete.
@Suite(.serialized) struct DroppingTests {
  @Test(arguments: [true, false], [true, false])
  func aJobInFourPieces(watching: Bool, closingEach: Bool) throws {
    let daemon = try RunningDaemon()
    try daemon.configure("[intake]\nsettle-ms = 100\n")
    try daemon.start(["--workers", "1", watching ? "--inotify" : "--no-inotify"])
    try daemon.wait(for: "the spool") { daemon.names("").contains("status.json") }
    let path = daemon.spool.appending(path: "drop/story.json").path
    let bytes = Array(Jobs.small.utf8)
    let size = (bytes.count + 3) / 4
    try Data().write(to: URL(filePath: path))
    var writer = try #require(FileHandle(forWritingAtPath: path))
    for start in stride(from: 0, to: bytes.count, by: size) {
      if closingEach && start > 0 {
        try writer.close()
        writer = try #require(FileHandle(forWritingAtPath: path))
        try writer.seekToEnd()
      }
      try writer.write(contentsOf: bytes[start..<min(start + size, bytes.count)])
      usleep(400_000)
    }
    try writer.close()
    try daemon.wait(for: "a report") { daemon.isReported("story") }
    #expect(try daemon.report("story")["status"] == "done")
    #expect(daemon.stop() == 0)
    #expect(daemon.names("out") == ["story.png", "story.result.json"])
    #expect(daemon.names("done").count == 1)
    #expect(daemon.names("failed").isEmpty)
  }

  @Test func aBundleBringsItsOwnFiles() throws {
    let daemon = try RunningDaemon()
    let bundle = daemon.spool.appending(path: "drop/.pair.scrim.part")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try Data(
      """
      {"scrim": 1, "canvas": {"width": 10, "height": 10},
       "layers": [{"image": {"source": "gone.png"}}]}
      """.utf8
    ).write(to: bundle.appending(path: "job.json"))
    try FileManager.default.moveItem(
      at: bundle, to: daemon.spool.appending(path: "drop/pair.scrim"))
    try daemon.start(["--drain"])
    #expect(daemon.wait() == 1)
    let diagnostic = try #require(try daemon.report("pair")["errors"]?.array?.first)
    #expect(diagnostic["pointer"] == "/layers/0/image/source")
    #expect(diagnostic["message"]?.string?.contains(#""gone.png": no such file."#) == true)
  }
}
