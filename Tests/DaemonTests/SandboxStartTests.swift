import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// The sandbox features that the kernel lacks are reported at startup, before there is a job, or prevent the daemon
/// from starting.
@Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/strace")))
struct SandboxStartTests {
  private static let landlock = "Landlock (files outside the worker's own can be read)"
  private static let seccomp = "seccomp (system calls are not filtered)"

  @Test(arguments: [
    ("landlock_create_ruleset", [landlock]), ("seccomp", [seccomp]),
    ("landlock_create_ruleset,seccomp", [landlock, seccomp]),
  ]) func whatIsLackingIsTold(_ calls: String, _ lacking: [String]) throws {
    let daemon = try RunningDaemon()
    let metrics = daemon.spool.appending(path: "scrim.prom").path
    try daemon.configure("[metrics]\nfile = \"\(metrics)\"\n")
    try daemon.start(
      ["--workers", "1"], environment: ["JOURNAL_STREAM": "1:1"], kernel: "\(calls):error=ENOSYS")
    let words = lacking.joined(separator: ", ")
    try daemon.wait(for: "a line of it") {
      daemon.text("test.stderr").contains("<4>the kernel's sandbox lacks \(words)\n")
    }
    try daemon.wait(for: "start") { daemon.isUp }
    let status = try CommandRun("status", "--spool", daemon.spool.path).output
    #expect(status.contains("\nsandbox lacks: \(words)\n"))
    try daemon.wait(for: "the metrics") {
      daemon.text("scrim.prom").contains("\nscrim_sandbox_lacking \(lacking.count)\n")
    }
    // The daemon continues with the available features.
    try daemon.drop("story.json", Jobs.small)
    try daemon.wait(for: "a report") { daemon.isReported("story") }
    #expect(try daemon.report("story")["status"] == "done")
    #expect(daemon.stop() == 0)
    #expect(daemon.text("test.stderr").components(separatedBy: "sandbox lacks").count == 2)
  }

  /// 78 is in the unit's RestartPreventExitStatus: systemd does not retry.
  @Test func whereItIsRequiredTheDaemonDoesNotStart() throws {
    let daemon = try RunningDaemon()
    try daemon.configure("[workers]\nsandbox = \"required\"\n")
    try daemon.drop("story.json", Jobs.small)
    try daemon.start(["--workers", "1"], kernel: "landlock_create_ruleset:error=ENOSYS")
    #expect(daemon.wait() == 78)
    #expect(
      daemon.text("test.stderr").hasSuffix(
        "scrimd: the kernel's sandbox lacks \(Self.landlock), and the configuration requires a complete one "
          + "([workers] sandbox = \"required\")\n"))
    #expect(daemon.names("drop") == ["story.json"])
    #expect(try Self.unit().contains("RestartPreventExitStatus=64 78\n"))
  }

  private static func unit() throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../systemd/scrimd.service").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// A system-call filter may return these errors (RestrictSUIDSGID= of systemd does, those of older containers deny
  /// unknown calls), and every job with an image would fail.
  @Test(arguments: [("ENOSYS", "Function not implemented"), ("EPERM", "Operation not permitted")])
  func withoutOpenat2ItDoesNotStart(_ error: String, _ words: String) throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"], kernel: "openat2:error=\(error)")
    #expect(daemon.wait() == 78)
    #expect(
      daemon.text("test.stderr").hasSuffix(
        "scrimd: the system call openat2 fails (\(words)); scrimd needs it to open the files that jobs "
          + "name. It requires Linux 5.6 and a system-call filter that allows it; RestrictSUIDSGID=yes in a "
          + "systemd unit denies it.\n"))
    #expect(!(try Self.unit().contains("\nRestrictSUIDSGID=")))
  }

  /// The first attribute that is set is that of outputs, the second an access control list.
  @Test func aFileSystemWithoutAccessListsIsTold() throws {
    let daemon = try RunningDaemon()
    try daemon.drop("wrong.json", "{}")
    try daemon.start(
      ["--workers", "1", "--drain"], kernel: "fsetxattr:error=EOPNOTSUPP:when=2")
    #expect(daemon.wait() == 1)
    #expect(
      daemon.text("test.stderr").contains(
        "the spool's file system does not support ACLs: only root can read reports of failed jobs\n"
      ))
    #expect(try daemon.report("wrong")["status"] == "failed")
  }

  @Test func whereAllOfItIsThereNothingIsTold() throws {
    let daemon = try RunningDaemon()
    try daemon.configure("[workers]\nsandbox = \"required\"\n")
    try daemon.drop("story.json", Jobs.small)
    #expect(try daemon.drain() == 0)
    #expect(!daemon.text("test.stderr").contains("sandbox"))
  }

  /// Only `scrim render --debug` starts a worker without a sandbox.
  @Test func workersOfTheDaemonAreInTheirSandbox() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    try daemon.drop("story.json", Jobs.small)
    try daemon.wait(for: "a report") { daemon.isReported("story") }
    let workers = daemon.workers()
    #expect(!workers.isEmpty)
    for worker in workers {
      let status = try String(contentsOfFile: "/proc/\(worker)/status", encoding: .utf8)
      #expect(status.contains("\nSeccomp:\t2\n"))
      let arguments = try String(contentsOfFile: "/proc/\(worker)/cmdline", encoding: .utf8)
      // Options come as a message.
      #expect(arguments.split(separator: "\0").count == 1)
    }
    #expect(daemon.stop() == 0)
  }

  /// Debian 12's kernel has the second version of Landlock: seccomp denies what later versions deny.
  @Test func anOldLandlockIsEnough() throws {
    let daemon = try RunningDaemon()
    try daemon.configure("[workers]\nsandbox = \"required\"\n")
    try daemon.drop("story.json", Jobs.small)
    try daemon.start(
      ["--workers", "1", "--drain"], kernel: "landlock_create_ruleset:retval=2:when=1")
    #expect(daemon.wait() == 0)
    #expect(try daemon.report("story")["status"] == "done")
    #expect(!daemon.text("test.stderr").contains("sandbox"))
  }

  @Test func withoutSeccompItDoesNotStartEither() throws {
    let daemon = try RunningDaemon()
    try daemon.configure("[workers]\nsandbox = \"required\"\n")
    try daemon.start(["--workers", "1"], kernel: "seccomp:error=ENOSYS")
    #expect(daemon.wait() == 78)
  }

  /// A worker that cannot be started does not end the daemon: the cause may be a transient system error.
  @Test(arguments: [true, false]) func aWorkerThatDoesNotStart(isRequired: Bool) throws {
    let daemon = try RunningDaemon()
    let sandbox = isRequired ? "required" : "possible"
    try daemon.configure("[workers]\nprogram = \"/bin/false\"\nsandbox = \"\(sandbox)\"\n")
    try daemon.start(["--workers", "1"])
    if isRequired {
      // Not 78, so that systemd retries.
      #expect(daemon.wait() == 74)
    } else {
      try daemon.wait(for: "a line of it") {
        daemon.text("test.stderr").contains("paused")
      }
      try daemon.wait(for: "start") { daemon.isUp }
      #expect(daemon.stop() == 0)
    }
    #expect(daemon.text("test.stderr").contains("scrim-worker did not start: it exited"))
  }

  /// Standard error contains only the daemon's own lines, each with a priority. Libraries that raise the priority of
  /// their threads, as libdispatch does, would log that they may not.
  @Test func librariesWriteNothingToTheLog() throws {
    let daemon = try RunningDaemon()
    let trace = daemon.spool.appending(path: "test.trace")
    let strace = try CommandRun(
      "-f", "-o", trace.path, "-e", "trace=setpriority,connect", "-e",
      "inject=setpriority:error=EPERM", CommandRun.programs.appending(path: "scrimd").path,
      "--spool", daemon.spool.path, "--drain", program: "/usr/bin/strace",
      environment: ["JOURNAL_STREAM": "1:1"])
    let lines = strace.errors
    #expect(strace.status == 0)
    let calls = daemon.text("test.trace")
    #expect(calls.contains("exited with 0"))
    #expect(!calls.contains("setpriority"))
    #expect(!calls.contains("/dev/log"))
    for line in lines.split(separator: "\n") {
      #expect(line.wholeMatch(of: /<[2-7]>.+/) != nil, "\(line)")
    }
  }
}
