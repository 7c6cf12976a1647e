import Foundation
import Glibc
import ProgramTesting
import Testing

/// The exit status of `scrim status` for each health of the daemon.
@Suite struct HealthTests {
  /// A spool with a socket that answers one client with `text`, as a daemon would; `nil` closes the connection.
  private func run(answering text: String?) throws -> CommandRun {
    let workshop = try Workshop()
    for state in ["drop", "out", "reports"] { try workshop.makeFolder("spool/\(state)") }
    let listener = try listen(in: workshop.folder.appending(path: "spool").path)
    let answered = Thread {
      let client = accept(listener, nil, nil)
      if let text { _ = text.withCString { write(client, $0, strlen($0)) } }
      close(client)
    }
    answered.start()
    defer { close(listener) }
    return try CommandRun("status", in: workshop.folder)
  }

  /// A socket's path has at most 107 bytes, so the folder is named by a descriptor.
  private func listen(in folder: String) throws -> Int32 {
    let place = open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(place) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: "/proc/self/fd/\(place)/status.sock".utf8)
    }
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && Glibc.listen(listener, 1) == 0)
    return listener
  }

  /// What a daemon answers, with some keys of its own.
  private static func status(_ keys: [String: String] = [:]) -> String {
    var all = [
      "pid": "17", "started": "0", "version": #""0.1.0""#, "counts": #"{"queue": 0, "corrupt": 0}"#,
      "workers": "[]", "waitingByUser": "{}", "refusedPlugins": "[]", "disabledPlugins": "[]",
      "lacking": "[]", "systemError": "null", "pressure": "null",
    ]
    all.merge(keys) { _, new in new }
    return "{" + all.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}\n"
  }

  @Test func aHealthyDaemonIs0() throws {
    let run = try run(answering: Self.status())
    #expect(run.status == 0)
    #expect(run.output.contains("scrimd  process 17, version 0.1.0, up "))
    #expect(!run.output.contains("degraded"))
  }

  /// What the kernel lacks for good is not a reason.
  @Test func aMissingSandboxFeatureIsNotDegraded() throws {
    #expect(try run(answering: Self.status(["lacking": #"["Landlock"]"#])).status == 0)
  }

  @Test(arguments: [
    (["pressure": #""the disk is full""#], "intake suspended: the disk is full"),
    (["systemError": #""cannot open x""#], "paused by a system error: cannot open x"),
    (["counts": #"{"corrupt": 2}"#], "jobs in corrupt/: 2"),
    (
      ["refusedPlugins": #"[{"path": "/p/libGlow.so", "reason": "no stamp."}]"#],
      "plugin refused: /p/libGlow.so: no stamp."
    ),
    (
      [
        "disabledPlugins":
          #"[{"path": "/p/libGlow.so", "effects": ["glow"], "users": [1000], "forAll": false}]"#
      ], "plugin disabled for user 1000 after crashes in 3 jobs: /p/libGlow.so (glow)"
    ),
  ])
  func aDegradedDaemonIs1(_ keys: [String: String], _ reason: String) throws {
    let run = try run(answering: Self.status(keys))
    #expect(run.status == 1)
    #expect(run.output.contains("\ndegraded: \(reason)\n"), "\(run.output)")
  }

  @Test func anUnusableAnswerIs4() throws {
    for text in [nil, "no JSON", Self.status(["pid": "true"])] {
      let run = try run(answering: text)
      #expect(run.status == 4)
      #expect(run.output.contains("scrimd  does not answer\n"))
    }
  }

  @Test func aSocketOfOthersIs4() throws {
    let workshop = try Workshop()
    for state in ["drop", "out", "reports"] { try workshop.makeFolder("spool/\(state)") }
    let spool = workshop.folder.appending(path: "spool").path
    let listener = try listen(in: spool)
    defer { close(listener) }
    chmod("\(spool)/status.sock", 0)
    // Root may open any socket.
    let nobody: uid_t = 65_534
    let run = try CommandRun(
      "status", in: workshop.folder, user: geteuid() == 0 ? nobody : nil)
    #expect(run.status == 4)
    #expect(run.output.contains("scrimd  not accessible: "))
  }

  @Test func aSocketWithoutADaemonIs3() throws {
    let workshop = try Workshop()
    for state in ["drop", "out", "reports"] { try workshop.makeFolder("spool/\(state)") }
    close(try listen(in: workshop.folder.appending(path: "spool").path))
    let run = try CommandRun("status", in: workshop.folder)
    #expect(run.status == 3)
    #expect(run.output.contains("scrimd  not running\n"))
  }
}
