import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// `scrim submit` with its options, `scrim fetch` and `scrim show --key`, with a real daemon.
@Suite(.serialized) struct SubmissionTests {
  private func start(user: UInt32? = nil) throws -> RunningDaemon {
    let daemon = try RunningDaemon(user: user)
    try daemon.configure("[intake]\nsettle-ms = 0")
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the daemon") { daemon.isUp }
    return daemon
  }

  /// Writes a job outside the spool.
  private func write(
    _ name: String, for daemon: RunningDaemon, _ text: String = Jobs.small
  ) throws -> String {
    let folder = daemon.spool.deletingLastPathComponent().appending(
      path: "jobs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "\(name).json")
    try Data(text.utf8).write(to: file)
    return file.path
  }

  private func scrim(_ daemon: RunningDaemon, _ arguments: String...) throws -> CommandRun {
    try CommandRun(daemon, arguments)
  }

  private func shown(_ daemon: RunningDaemon, key: String) throws -> JSON {
    let run = try scrim(daemon, "show", "--json", "--key", key)
    #expect(run.status == 0, "\(run)")
    return try JSON(parsing: Array(run.output.utf8))
  }

  @Test func aJobThatIsSubmittedTwiceWithItsKeyIsRenderedOnce() throws {
    let daemon = try start()
    let job = try write("story", for: daemon)
    for _ in 0..<3 {
      let run = try scrim(daemon, "submit", "--wait", "--key", "order-4711", job)
      #expect(run.status == 0, "\(run)")
      #expect(run.output.hasSuffix("/story.png\n"))
    }
    try daemon.wait(for: "its state") { daemon.names("done").count == 1 }
    try daemon.wait(for: "a line of each duplicate") {
      let log = daemon.text("test.stderr")
      return log.components(separatedBy: "submitted again with the same key id=").count == 3
    }
    let other = try write("story", for: daemon, Jobs.small + " ")
    let refused = try scrim(daemon, "submit", "--wait", "--key", "order-4711", other)
    #expect(refused.status == 65)
    #expect(
      refused.errors.contains("with another document: use a new key for a new job."), "\(refused)")
    #expect(try shown(daemon, key: "order-4711")["state"] == "done")
    let missing = try scrim(daemon, "show", "--key", "order-4712")
    #expect(missing.status == 66)
    #expect(missing.errors == "scrim: no job has the key \"order-4712\".\n")
  }

  @Test func privateImagesAreFetchedOnce() throws {
    let daemon = try start()
    let job = try write("story", for: daemon)
    #expect(try scrim(daemon, "submit", "--private", "--key", "k", job).status == 0)
    try daemon.wait(for: "the job") { daemon.names("done").count == 1 }
    let id = try #require(try shown(daemon, key: "k")["id"]?.string)
    #expect(try shown(daemon, key: "k")["private"] == true)
    #expect(daemon.names("out").isEmpty)
    let folder = URL(filePath: job).deletingLastPathComponent().path
    let kept = try scrim(daemon, "fetch", id, "--keep", "-o", folder + "/images/")
    #expect(kept.output == "\(folder)/images/story.png\n", "\(kept)")
    let fetched = try scrim(daemon, "fetch", id, "-o", folder + "/cover.png")
    #expect(fetched.status == 0, "\(fetched)")
    let image = try Data(contentsOf: URL(filePath: folder + "/cover.png"))
    #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try Data(contentsOf: URL(filePath: folder + "/images/story.png")) == image)
    let again = try scrim(daemon, "fetch", id)
    #expect(again.status == 66)
    #expect(again.errors == "scrim: job \(id) has no images in the spool any more.\n")
    #expect(daemon.text("test.stderr").contains("job acknowledged by="))
  }

  @Test func privateImagesAreAcknowledgedOnceTheyAreFiles() throws {
    let daemon = try start()
    let job = try write("story", for: daemon)
    let folder = URL(filePath: job).deletingLastPathComponent()
    let waiting = try scrim(daemon, "submit", "--private", "--wait", "--key", "k", job)
    #expect(waiting.status == 0, "\(waiting)")
    #expect(waiting.output == "")
    #expect(waiting.errors.contains("story: the images are private: scrim fetch "))
    #expect(daemon.names("out").isEmpty)
    func isStored() -> Bool {
      daemon.names("done").contains { daemon.names("done/\($0)").contains("result.story.png") }
    }
    #expect(isStored())
    let fetched = try scrim(
      daemon, "submit", "--private", "--key", "k", job, "-o", folder.path + "/new/images/")
    #expect(fetched.status == 0, "\(fetched)")
    #expect(fetched.output == folder.path + "/new/images/story.png\n")
    let image = try Data(contentsOf: folder.appending(path: "new/images/story.png"))
    #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(!isStored())
  }

  @Test func aJobWhoseTimeIsOverIsCancelled() throws {
    let daemon = try start()
    let job = try write("later", for: daemon)
    let late = ["--not-before", "+1h"]
    let options = ["--timeout", "1", "--cancel", job]
    let one = try CommandRun(daemon, ["submit"] + late + options)
    #expect(one.status == 124)
    #expect(
      one.errors.hasSuffix("\nlater: cancelled, since the time of --timeout is over.\n"), "\(one)")
    try daemon.wait(for: "its end") { daemon.names("failed").count == 1 }
    #expect(try daemon.report("later")["errors"]?.array?.first?["code"] == "cancelled")
    // One that an earlier command submitted with the same key is not.
    #expect(try CommandRun(daemon, ["submit", "--key", "k"] + late + [job]).status == 0)
    try daemon.wait(for: "the job") { daemon.names("queue").count == 1 }
    let id = try #require(try shown(daemon, key: "k")["id"]?.string)
    let second = try CommandRun(daemon, ["submit", "--key", "k"] + late + options)
    #expect(second.status == 124)
    #expect(
      second.errors.hasSuffix(
        "\nlater: not cancelled: \(id) is an earlier job with the same key.\n"), "\(second)")
    #expect(try shown(daemon, key: "k")["state"] == "queue")
    let own = try CommandRun(daemon, ["submit", "--key", "own"] + late + options)
    #expect(own.errors.contains("later: cancelled"), "\(own)")
    let refused = try CommandRun(daemon, ["submit", "--cancel", job])
    #expect(refused.status == 64 && refused.errors.contains("--cancel is for --timeout."))
  }

  @Test func aHeldJobWaitsForItsReleaseAndThePriorityDecides() throws {
    let daemon = try start()
    let job = try write("story", for: daemon)
    let submit = try scrim(daemon, "submit", "--hold", "--priority", "7", "--key", "k", job)
    #expect(submit.status == 0, "\(submit)")
    try daemon.wait(for: "the job") { daemon.names("hold").count == 1 }
    let id = try #require(try shown(daemon, key: "k")["id"]?.string)
    #expect(daemon.names("hold") == ["\(id).user"])
    #expect(try scrim(daemon, "release", id).status == 0)
    #expect(try scrim(daemon, "wait", id, "--timeout", "20").status == 0)
  }

  @Test func aJobIsBegunAtItsTimeOrNotAtAll() throws {
    let daemon = try start()
    let job = try write("later", for: daemon)
    #expect(try scrim(daemon, "submit", "--not-before", "+1h", "--key", "later", job).status == 0)
    let soon = try write("soon", for: daemon)
    #expect(try scrim(daemon, "submit", "--not-before", "+2s", "--key", "soon", soon).status == 0)
    let late = try write("late", for: daemon)
    let run = try scrim(
      daemon, "submit", "--wait", "--not-after", "2024-01-01T00:00:00Z", late)
    #expect(run.status == 70 || run.status == 65, "\(run)")
    #expect(
      run.errors.contains(
        "not begun by 2024-01-01T00:00:00.000Z, the submission's notAfter."), "\(run)")
    #expect(try daemon.report("late")["errors"]?.array?.first?["code"] == "expired")
    try daemon.wait(for: "the job that is due") { daemon.names("out").contains("soon.png") }
    #expect(try shown(daemon, key: "later")["state"] == "queue")
    let begin = try #require(try shown(daemon, key: "later")["notBefore"]?.integer)
    let now = Int(Date().timeIntervalSince1970 * 1000)
    #expect((now + 3_500_000...now + 3_600_000).contains(begin))
  }

  @Test func bridgesSubmitForTenants() throws {
    let daemon = try RunningDaemon()
    try daemon.configure("[intake]\nsettle-ms = 0\n[access]\nbridge-users = [\"\(getuid())\"]")
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the daemon") { daemon.isUp }
    try daemon.dropBundle(
      "story", ["job.json": Jobs.small, "submission.json": #"{"tenant": "shop"}"#])
    try daemon.wait(for: "the image") { daemon.names("out").contains("story.png") }
    let list = try scrim(daemon, "jobs", "--state", "all")
    #expect(list.output.contains("-\(getuid())~shop-"), "\(list.output)")
    let user = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(getuid())"
    #expect(list.output.contains("  \(user)~shop  done  0  1  "), "\(list.output)")
  }

  @Test func negativePrioritiesAreValues() throws {
    let daemon = try start()
    let job = try write("story", for: daemon)
    let submit = try scrim(daemon, "submit", "--hold", "--priority", "-7", "--key", "k", job)
    #expect(submit.status == 0, "\(submit)")
    try daemon.wait(for: "the job") { daemon.names("hold").count == 1 }
    #expect(try shown(daemon, key: "k")["priority"] == -7)
    let later = try scrim(
      daemon, "submit", "--not-before", "+3600sec", "--key", "later",
      try write("other", for: daemon))
    #expect(later.status == 0, "\(later)")
    try daemon.wait(for: "the other job") { daemon.names("queue").count == 1 }
    let id = try #require(try shown(daemon, key: "later")["id"]?.string)
    let run = try scrim(daemon, "priority", id, "-50")
    #expect(run.status == 0, "\(run)")
    #expect(try shown(daemon, key: "later")["priority"] == -50)
    let wrong = try scrim(daemon, "priority", id, "-101")
    #expect(wrong.errors.contains("-101 is outside -100…100."), "\(wrong)")
  }

  @Test(arguments: [
    (["--priority", "101"], "--priority 101 is not in -100…100."),
    (
      ["--not-before", "soon"],
      #"--not-before soon is not a time such as "2026-11-24 14:30", "14:30", "+30min" or "2026-11-24T09:00:00Z"."#
    ),
    (
      ["--not-before", "+2h", "--not-after", "+1h"], "--not-after must be later than --not-before."
    ),
    (["--max-seconds", "0"], "--max-seconds 0 is not in 1…86400."),
    (["--key", ""], "--key must have 1 to 200 bytes; it has 0."),
    (["--key", "a", "other.json"], "--key is for one job; 2 were given."),
  ])
  func optionsAreChecked(_ options: [String], _ message: String) throws {
    let daemon = try RunningDaemon()
    let run = try CommandRun(daemon, ["submit", "story.json"] + options)
    #expect(run.status == 64)
    #expect(run.errors.contains("Error: \(message)\n"), "\(run.errors)")
  }
}
