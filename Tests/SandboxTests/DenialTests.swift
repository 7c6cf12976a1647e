import Foundation
import ProgramTesting
import Testing

/// What a plugin could do to the daemon, to other users' jobs or to files is denied by the filter of
/// system calls alone: on kernels without Landlock, and with each version of it.
@Suite(.serialized) struct DenialTests {
  /// Answers other than EPERM.
  private static let others = [
    // glibc takes clone in its place.
    "process/clone3": "ENOSYS",
    // Calls of another architecture end the process.
    "signal/kill of x32": "SIGSYS", "signal/kill by int 0x80": "SIGSYS",
    "needed": "possible",
  ]

  /// 0 is a kernel without Landlock (before 5.13); 99 all that this one has.
  @Test(.timeLimit(.minutes(5)), arguments: [0, 1, 2, 3, 4, 5, 99])
  func nothingIsPossible(landlock: Int) throws {
    let answers = try probe("\(landlock)")
    #expect(answers.count > 200)
    for (attempt, answer) in answers {
      #expect(answer == Self.others[attempt] ?? "EPERM", "\(attempt), Landlock \(landlock)")
    }
  }

  /// Dispatch reads /proc/<thread>/stat, which Landlock denies, but its system calls are allowed.
  @Test func dispatchWorksInTheFilter() throws {
    #expect(try probe("0", "dispatch") == ["dispatch": "possible"])
  }

  /// The attempts are not denied for another reason: outside they do what they are made for.
  @Test(arguments: [
    "signal/kill", "signal/tkill", "signal/tgkill", "signal/rt_sigqueueinfo",
    "signal/rt_tgsigqueueinfo", "signal/pidfd_send_signal", "signal/F_SETOWN, F_SETSIG, O_ASYNC",
  ]) func outsideTheVictimIsKilled(attempt: String) throws {
    let answers = try probe("outside", attempt)
    #expect(answers[attempt]?.hasSuffix("victim Killed") == true, "\(answers)")
  }

  @Test(arguments: [
    "signal/FIOSETOWN, FIOASYNC", "setting/setpriority", "setting/prlimit", "setting/ioprio_set",
    "setting/sched_setscheduler", "file/O_TRUNC", "file/O_CREAT", "file/rename", "file/chmod",
    "file/ftruncate",
  ]) func outsideTheVictimIsHarmed(attempt: String) throws {
    let answers = try probe("outside", attempt)
    #expect(answers[attempt]?.contains(", victim ") == true, "\(answers)")
  }

  private func probe(_ arguments: String...) throws -> [String: String] {
    let run = try CommandRun(arguments, program: "sandbox-probe")
    #expect(run.status == 0)
    var answers: [String: String] = [:]
    for line in run.output.split(separator: "\n") {
      guard let colon = line.lastRange(of: ": ") else { continue }
      answers[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
    }
    return answers
  }
}

extension Substring {
  /// The last position of `text`.
  fileprivate func lastRange(of text: String) -> Range<Index>? {
    range(of: text, options: .backwards)
  }
}
