import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// Many clients of `control.sock` at once.
@Suite(.serialized) struct ControlSocketTests {
  private func start() throws -> RunningDaemon {
    let daemon = try RunningDaemon()
    let program = CommandRun.programs.appending(path: "fake-worker").path
    try daemon.configure("[workers]\nprogram = \"\(program)\"\n[intake]\nsettle-ms = 0")
    return daemon
  }

  private func drop(_ names: [String], into daemon: RunningDaemon) throws {
    for name in names {
      try daemon.drop("\(name).json", #"{"scrim": 1, "layers": [{"effect": "glow"}]}"#)
    }
  }

  @Test func twoHundredCommandsAtOnceAllSucceed() throws {
    let daemon = try start()
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the daemon") { daemon.isUp }
    try drop(["hanging"], into: daemon)
    try daemon.wait(for: "a running job") { !daemon.names("active").isEmpty }
    try drop((0..<51).map { "story-\($0)" }, into: daemon)
    try daemon.wait(for: "the jobs") { daemon.names("queue").count == 51 }
    var ids = daemon.names("queue").map { String($0.prefix { $0 != "." }) }
    let ended = ids.removeLast()
    #expect(try CommandRun(daemon, ["cancel", ended]).status == 0)
    var runs: [(words: [String], command: RunningCommand, status: Int32)] = []
    for number in 0..<200 {
      let id = ids[number / 4]
      let (words, status): ([String], Int32) =
        switch number % 4 {
        case 0: (["cancel", id], 0)
        case 1: (["show", id], 0)
        case 2: (["jobs"], 0)
        default: (["wait", ended], 1)
        }
      let command = try RunningCommand(words + ["--spool", daemon.spool.path])
      runs.append((words, command, status))
    }
    for run in runs {
      let ended = run.command.finish()
      #expect(ended.status == run.status, "\(run.words): \(ended.errors)")
    }
    #expect(daemon.names("failed").count == 51)
    #expect(daemon.names("queue").isEmpty)
  }

  /// Holds connections of two users, each with a request whose answer is not read.
  private static let holder = """
    import os, socket, sys
    os.chdir(sys.argv[1])
    held = []
    for user in (4242, 4243):
        os.setegid(user)
        os.seteuid(user)
        for number in range(300):
            client = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            try:
                client.connect("control.sock")
                if number % 2: client.send(b'{"command": "environment"}')
            except OSError:
                pass
            held.append(client)
        os.seteuid(0)
    print("held", flush=True)
    sys.stdin.read()
    """

  @Test(.enabled(if: geteuid() == 0, "Only root becomes another user."))
  func twoUsersKeepNobodyOut() throws {
    let daemon = try start()
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the daemon") { daemon.isUp }
    #expect(chmod(daemon.spool.path, 0o755) == 0)
    #expect(chmod(daemon.spool.appending(path: "control.sock").path, 0o666) == 0)
    let holder = Process()
    holder.executableURL = URL(filePath: "/usr/bin/python3")
    holder.arguments = ["-c", Self.holder, daemon.spool.path]
    let (input, output) = (Pipe(), Pipe())
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    defer {
      try? input.fileHandleForWriting.close()
      holder.waitUntilExit()
    }
    #expect(try output.fileHandleForReading.read(upToCount: 5) == Data("held\n".utf8))
    #expect(try CommandRun(daemon, ["jobs"], user: 4244).status == 0)
    #expect(try CommandRun(daemon, ["jobs"]).status == 0)
    #expect(try CommandRun(daemon, ["jobs"], user: 4242).status == 0)
  }
}
