import Foundation
import Glibc
import Testing

/// Ownership of the spool, and of files that obstruct the daemon.
@Suite(.serialized) struct OwnerTests {
  /// No account has this number.
  private static let other: UInt32 = 61_234
  private static let isRoot = geteuid() == 0

  @Test(.enabled(if: isRoot, "Only root gives folders to others."))
  func aSpoolOfAnotherAccountIsRefused() throws {
    let daemon = try RunningDaemon()
    // nobody: an account with a name, so that the message can suggest a command.
    #expect(chown(daemon.spool.path, 65_534, 65_534) == 0)
    try daemon.drop("story.json", Jobs.small)
    let before = daemon.names("")
    try daemon.start(["--workers", "1"])
    #expect(daemon.wait() == 78)
    let path = daemon.spool.path
    #expect(
      daemon.text("test.stderr") == """
        scrimd: \(path) belongs to nobody, but this scrimd runs as root. Run it as that account \
        (runuser -u nobody -- scrimd --spool \(path)), or start the service (systemctl start scrimd).

        """)
    // Nothing was created there.
    #expect(daemon.names("").filter { !$0.hasPrefix("test.std") } == before)
    #expect(daemon.names("drop") == ["story.json"])
  }

  @Test(.enabled(if: isRoot, "Only root gives folders to others."))
  func rootsFolderInTheSpoolIsRefused() throws {
    let daemon = try RunningDaemon(user: Self.other)
    try FileManager.default.createDirectory(
      at: daemon.spool.appending(path: "queue"), withIntermediateDirectories: true)
    try daemon.start(["--workers", "1"])
    #expect(daemon.wait() == 78)
    #expect(
      daemon.text("test.stderr").hasSuffix(
        "/queue belongs to root, but the spool to uid 61234: change its owner to that account (chown).\n"
      )
    )
  }

  /// Regression: files of a daemon that once ran as root blocked all other jobs.
  @Test(.enabled(if: isRoot, "Only root gives folders to others."))
  func rootsJobsInTheSpoolAreSkipped() throws {
    let daemon = try RunningDaemon(user: Self.other)
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "start") { daemon.isUp }
    #expect(daemon.stop() == 0)
    for name in ["queue/1700000000000-0-aaaaaaaa.0", "ready/1700000000000-0-bbbbbbbb"] {
      let job = daemon.spool.appending(path: name).path
      #expect(mkdir(job, 0o700) == 0)
    }
    try daemon.drop("story.json", Jobs.small)
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "a job") { daemon.isReported("story") }
    #expect(daemon.stop() == 0)
    let log = daemon.text("test.stderr")
    #expect(!log.contains("paused"))
    #expect(
      log.contains(
        "jobs owned by another account are skipped: change their owner to the daemon's account (chown -R) first="
          + "\(daemon.spool.path)/queue/1700000000000-0-aaaaaaaa.0 jobs=2\n"))
  }

  /// Regression: the daemon retried this job forever, and ran no other.
  @Test func anOutputFolderThatRefusesFilesFailsTheJobOnly() throws {
    let daemon = try RunningDaemon(user: Self.isRoot ? Self.other : nil)
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "start") { daemon.isUp }
    let out = daemon.spool.appending(path: "out").path
    #expect(chmod(out, 0o550) == 0)
    try daemon.drop("a.json", Jobs.small)
    try daemon.wait(for: "a failure") { daemon.names("failed").count == 1 }
    #expect(chmod(out, 0o750) == 0)
    let job = try #require(daemon.names("failed").first)
    #expect(
      daemon.text("failed/\(job)/report.json").contains(
        #""message": "\"a.png\" cannot be delivered: the output folder refuses it (Permission denied). It "#
          + #"or a file of that name there may be write-protected.""#))
    try daemon.drop("b.json", Jobs.small)
    try daemon.wait(for: "another job") { daemon.isReported("b") }
    #expect(daemon.stop() == 0)
    #expect(!daemon.text("test.stderr").contains("paused"))
  }
}
