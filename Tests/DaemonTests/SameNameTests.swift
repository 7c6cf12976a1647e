import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// `scrim submit -o` of many jobs at once that have one output name: each gets its own image.
@Suite(.serialized) struct SameNameTests {
  private static let count = 64

  private func start(_ layout: String) throws -> RunningDaemon {
    let daemon = try RunningDaemon()
    try daemon.configure("[spool]\nout-layout = \"\(layout)\"\n[intake]\nsettle-ms = 0")
    try daemon.start(["--workers", "2"])
    try daemon.wait(for: "the daemon") { daemon.isUp }
    return daemon
  }

  /// A job whose image depends on a number.
  private static func job(_ number: Int) -> String {
    let color = String(format: "#%02x8040", number)
    return """
      {"scrim": 1, "canvas": {"width": 40, "height": 30}, "layers": [{"fill": "\(color)"}],
       "output": {"file": "og.png"}}
      """
  }

  /// Submits all jobs at once, each in a process of its own.
  ///
  /// - Returns: The numbers of the jobs whose image is another one, or missing.
  private func race(
    _ daemon: RunningDaemon, _ disturb: () throws -> Void = {}
  ) throws -> [Int] {
    let folder = daemon.spool.appending(path: "race")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var running: [RunningCommand] = []
    for number in 0..<Self.count {
      let file = folder.appending(path: "\(number).json")
      try Data(Self.job(number).utf8).write(to: file)
      running.append(
        try RunningCommand([
          "submit", "--spool", daemon.spool.path, "--no-check", "--timeout", "120", file.path,
          "-o", folder.appending(path: "\(number).png").path,
        ]))
    }
    try disturb()
    for command in running {
      #expect(command.finish().status == 0)
    }
    let expected = folder.appending(path: "expected.png")
    return try (0..<Self.count).filter { number in
      _ = try CommandRun(
        "render", folder.appending(path: "\(number).json").path, "-o", expected.path)
      let own = try? Data(contentsOf: folder.appending(path: "\(number).png"))
      return try own != Data(contentsOf: expected)
    }
  }

  @Test(arguments: ["flat", "by-user"])
  func eachSubmissionGetsItsOwnImage(_ layout: String) throws {
    let daemon = try start(layout)
    #expect(try race(daemon) == [])
    #expect(daemon.stop() == 0)
  }

  @Test(arguments: ["flat", "by-user"])
  func eachSubmissionGetsItsOwnImageThoughTheDaemonIsKilled(_ layout: String) throws {
    let daemon = try start(layout)
    let wrong = try race(daemon) {
      for ended in [Self.count / 8, Self.count / 2] {
        try daemon.wait(for: "some jobs") { daemon.names("done").count >= ended }
        daemon.kill9()
        try daemon.start(["--workers", "2"])
      }
    }
    #expect(wrong == [])
    #expect(daemon.stop() == 0)
  }

  @Test func aPathIsPrintedOnlyIfTheFileIsStillTheJobs() throws {
    let daemon = try start("flat")
    let file = daemon.spool.appending(path: "a.json")
    try Data(Self.job(1).utf8).write(to: file)
    let first = try CommandRun(daemon, ["submit", "--wait", "--json", file.path])
    let own = try JSON(parsing: Array(first.output.utf8))
    #expect(own["outputs"]?.array?.first?["path"]?.string?.hasSuffix("/og.png") == true)
    let image = daemon.spool.appending(path: "out/og.png")
    #expect(unlink(image.path) == 0)
    try Data("another".utf8).write(to: image)
    // The same job again, by its key: its image is not the file that has its name.
    let key = ["submit", "--key", "k", "--wait", file.path]
    try FileManager.default.removeItem(at: image)
    #expect(try CommandRun(daemon, key).output.hasSuffix("/og.png\n"))
    #expect(unlink(image.path) == 0)
    try Data("another".utf8).write(to: image)
    let again = try CommandRun(daemon, key)
    #expect(again.status == 0)
    #expect(again.output == "")
    #expect(
      again.errors.contains(
        "/out/og.png is no longer this job's: a later job has replaced it. scrim fetch "),
      "\(again.errors)")
    // With -o its own image comes from the spool, as long as there is one.
    let copy = daemon.spool.appending(path: "copy.png")
    #expect(try CommandRun(daemon, key + ["-o", copy.path]).status == 0)
    #expect(try Data(contentsOf: copy).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let kept = try #require(
      daemon.names("done").flatMap { job in
        daemon.names("done/\(job)").filter { $0.hasPrefix("kept.") }.map { "done/\(job)/\($0)" }
      }.last)
    for file in [kept] { #expect(unlink(daemon.spool.appending(path: file).path) == 0) }
    let gone = try CommandRun(daemon, key + ["-o", copy.path + "2"])
    #expect(gone.status == 72, "\(gone)")
    #expect(
      gone.errors.contains(
        "is done, but its output \"og.png\" is in the spool no longer: a later job has replaced it, "
          + "or it was fetched or deleted.\n"), "\(gone.errors)")
    #expect(!FileManager.default.fileExists(atPath: copy.path + "2"))
  }
}
