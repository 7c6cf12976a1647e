import Foundation
import ProgramTesting
import QueueTesting
import ScrimQueue
import Testing

/// A node with its `scrimd`, and jobs that require an environment.
@Suite struct NodeEnvironmentTests {
  private static func job(_ environment: String) -> String {
    #"{"scrim": 1, "environment": "\#(environment)", "canvas": {"width": 8, "height": 8}, "#
      + #""layers": [{"fill": "red"}]}"#
  }

  @Test func aNodeReportsTheEnvironmentOfItsDaemonAndGetsOnlyItsJobs() throws {
    let queue = try TestQueue()
    let digest = try CommandRun("environment").output.trimmingCharacters(in: .newlines)
    let other = "sha256:" + String(repeating: "0", count: 64)
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "env-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var jobs: [String] = []
    for (name, environment) in [("other", other), ("right", digest)] {
      let job = folder.appending(path: "\(name).json").path()
      try Data(Self.job(environment).utf8).write(to: URL(filePath: job))
      jobs.append(
        try queue.command("shop", "submit", job).output.trimmingCharacters(in: .newlines))
    }
    let node = try NodeProgram(url: queue.url("node1"))
    #expect(node.logs("the environment is not known"), "\(node.log)")
    #expect(try queue.psql("SELECT environment FROM scrim.nodes WHERE name = 'n1'") == "")
    try node.startDaemon()
    let wait = try queue.command("shop", "wait", "--timeout", "60", jobs[1])
    #expect(wait.status == 0, "\(wait) \(node.log)")
    #expect(try queue.psql("SELECT environment FROM scrim.nodes WHERE name = 'n1'") == digest)
    #expect(try queue.command("anna", "status").output.contains("0.2.0  \(digest)\n"))
    let shown = try queue.command("shop", "show", jobs[0]).output
    #expect(shown.contains("state        waiting\n"), "\(shown)")
    #expect(shown.contains("waits for    a node with this environment: none has it\n"), "\(shown)")
    #expect(node.stop() == 0)
  }

  /// A client in another language names no environment, or its files changed after the claim: scrimd compares it again,
  /// and the attempt is not the job's failure.
  @Test func aJobThatReachesANodeOfAnotherEnvironmentCostsAnAttempt() throws {
    let queue = try TestQueue()
    let other = "sha256:" + String(repeating: "0", count: 64)
    _ = try queue.psql("UPDATE scrim.settings SET attempts = 2")
    let job = try queue.client().submit(
      QueueSubmission(name: "card", document: Array(Self.job(other).utf8))
    ).id.description
    let node = try NodeProgram(url: queue.url("node1"))
    try node.startDaemon()
    let wait = try queue.command("shop", "wait", "--timeout", "90", job)
    #expect(wait.status != 0, "\(wait) \(node.log)")
    let report = try queue.command("shop", "show", "--report", job).output
    #expect(report.contains("the job requires \(other), this machine has sha256:"), "\(report)")
    #expect(report.contains("n1"), "\(report)")
    #expect(node.stop() == 0)
  }
}
