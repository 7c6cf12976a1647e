import Foundation
import ScrimJSON
import Testing

/// A source that its owner changes between the daemon's and the worker's access is an error of that job.
@Suite(.serialized) struct ChangingSourceTests {
  @Test func aSourceThatGrowsMeanwhileFailsItsJob() throws {
    let daemon = try RunningDaemon()
    try daemon.configure("[limits]\ninput-bytes = 1000\n")
    try daemon.start(["--workers", "1"])
    try daemon.drop("first.json", Jobs.small)
    try daemon.wait(for: "a worker") { daemon.isReported("first") }
    let photo = daemon.spool.appending(path: "assets/photo.png")
    try Data(count: 1000).write(to: photo)
    let worker = try #require(daemon.workers().first)
    #expect(kill(worker, SIGSTOP) == 0)
    try daemon.drop("grows.json", #"{"scrim": 1, "layers": [{"image": {"source": "photo.png"}}]}"#)
    // Once it is active, the daemon has opened the file or is about to.
    try daemon.wait(for: "the attempt") { !daemon.names("active").isEmpty }
    usleep(500_000)
    try Data(count: 2000).write(to: photo)
    #expect(kill(worker, SIGCONT) == 0)
    try daemon.wait(for: "a report") { daemon.isReported("grows") }
    let report = try daemon.report("grows")
    #expect(report["status"] == "failed")
    #expect(report["attempts"] == 1)
    #expect(
      report["errors"]?.array?.first?["message"]?.string
        == #""photo.png" grew while being read and exceeds the limit of 1000 bytes."#)
    try daemon.drop("next.json", Jobs.small)
    try daemon.wait(for: "the next job") { daemon.isReported("next") }
    #expect(daemon.stop() == 0)
    #expect(!daemon.text("test.stderr").contains("paused"))
  }
}
