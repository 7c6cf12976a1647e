import Foundation
import ScrimJSON
import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient
import ScrimWorkers
import Testing
import scrimd

/// Which failures are retried.
@Suite struct RetryTests {
  private static let killed = "the worker was killed by SIGKILL (perhaps for lack of memory)"

  private let policy = RetryPolicy()
  private let step = WorkerStep(stage: "layer", layer: 2, effect: "glow")

  private func decide(
    _ cause: WorkerCrash.Cause, _ step: WorkerStep?, attempt: Int, history: History = History()
  ) -> RetryPolicy.Decision {
    policy.decide(
      WorkerCrash(cause: cause, step: step), attempt: attempt, history: history, now: 1000)
  }

  @Test func theWaitDoubles() {
    for (attempt, wait) in [(1, 10_000), (2, 20_000), (3, 40_000), (4, 80_000)] {
      guard case .again(let history) = decide(.signal(SIGKILL), nil, attempt: attempt) else {
        Issue.record("given up at attempt \(attempt)")
        return
      }
      #expect(history.notBefore == 1000 + wait)
      #expect(history.failures == [.init(reason: Self.killed, effect: nil)])
    }
  }

  @Test func fiveAttemptsAreAll() {
    guard case .giveUp(let diagnostic, _) = decide(.signal(SIGKILL), nil, attempt: 5) else {
      Issue.record("tried again")
      return
    }
    #expect(diagnostic.code == "worker-crash")
    #expect(diagnostic.message == "\(Self.killed); given up after 5 attempts.")
  }

  @Test func aTicketCanLimitAttemptsThatFail() {
    func isLast(_ limit: Int?, failures: Int, attempt: Int) -> Bool {
      let history = History(
        failures: (0..<failures).map { _ in .init(reason: "x", effect: nil) })
      let decision = policy.limited(to: limit, after: history).decide(
        WorkerCrash(cause: .signal(SIGKILL), step: nil), attempt: attempt, history: history, now: 0)
      guard case .giveUp = decision else { return false }
      return true
    }
    #expect(isLast(1, failures: 0, attempt: 1))
    #expect(!isLast(2, failures: 0, attempt: 1))
    // The first attempt ended with the daemon.
    #expect(!isLast(2, failures: 0, attempt: 2))
    #expect(isLast(2, failures: 1, attempt: 3))
    #expect(!isLast(nil, failures: 0, attempt: 1))
    // The daemon's own number holds, too.
    #expect(isLast(100, failures: 0, attempt: 5))
  }

  @Test func twoCrashesInsideAnEffectAreEnough() {
    guard case .again(let history) = decide(.signal(SIGSEGV), step, attempt: 1) else {
      Issue.record("given up at once")
      return
    }
    guard
      case .giveUp(let diagnostic, _) = decide(.signal(SIGILL), step, attempt: 2, history: history)
    else {
      Issue.record("tried again")
      return
    }
    #expect(diagnostic.code == "effect-crash")
    #expect(
      diagnostic.message
        == #"the worker was killed by SIGILL in effect "glow" of layers[2]; given up after 2 attempts."#
    )
    #expect(diagnostic.displayPath == "layers[2]")
    let crash = WorkerCrash(cause: .signal(SIGSEGV), step: step, plugin: glow)
    #expect(
      crash.words == #"the worker was killed by SIGSEGV in effect "glow" (libGlow.so) of layers[2]"#
    )
  }

  @Test func aKillFromOutsideIsNotTheEffectsFault() {
    guard case .again(let history) = decide(.signal(SIGKILL), step, attempt: 1) else {
      Issue.record("given up at once")
      return
    }
    guard case .again = decide(.signal(SIGKILL), step, attempt: 2, history: history) else {
      Issue.record("given up")
      return
    }
  }

  /// Only the effect can have called `exit` there.
  @Test func anExitInsideAnEffectIsItsFault() {
    for (step, effect) in [(step, "glow"), (WorkerStep(stage: "encode"), nil)] {
      guard case .again(let history) = decide(.exit(0), step, attempt: 1) else {
        Issue.record("given up at once")
        return
      }
      #expect(history.failures.map(\.effect) == [effect])
    }
    let crash = WorkerCrash(cause: .exit(71), step: WorkerStep(stage: "encode"))
    #expect(crash.words == "the worker ran out of file descriptors in stage encode")
  }

  /// A write beyond an effect's memory may end the worker later: the message names who may have done it.
  @Test func aCrashOutsideOfEffectsNamesThePluginsOfTheJob() {
    func words(_ cause: WorkerCrash.Cause, _ names: [String]) -> String {
      WorkerCrash(
        cause: cause, step: WorkerStep(stage: "encode"),
        suspects: names.map { WorkerPlugin(path: "/p/\($0)", effects: []) }
      ).words
    }
    let start = "the worker was killed by SIGABRT in stage encode"
    #expect(words(.signal(SIGABRT), []) == start)
    #expect(words(.signal(SIGABRT), ["libA.so"]) == "\(start) (the job has effects of libA.so)")
    #expect(
      words(.signal(SIGABRT), ["libA.so", "libB.so", "libC.so"])
        == "\(start) (the job has effects of libA.so, libB.so and libC.so)")
    #expect(!words(.signal(SIGKILL), ["libA.so"]).contains("libA.so"))
    #expect(!words(.timeLimit(seconds: 60), ["libA.so"]).contains("libA.so"))
  }

  /// Independent of whether an effect is running.
  @Test func limitsOfTimeAndMemoryAreExceededTwiceAtMost() {
    let layout = WorkerStep(stage: "layout", layer: 1)
    for step in [step, layout] {
      guard case .again(let history) = decide(.timeLimit(seconds: 60), step, attempt: 1),
        case .giveUp(let diagnostic, _) = decide(
          .timeLimit(seconds: 60), step, attempt: 2, history: history),
        case .giveUp(let memory, _) = decide(
          .memoryLimit(bytes: 2 << 30), step, attempt: 2, history: history)
      else {
        Issue.record("not given up after two")
        return
      }
      #expect(history.failures.map(\.effect) == [nil])
      #expect(diagnostic.code == "time-limit")
      #expect(memory.code == "out-of-memory")
      let place =
        step == layout ? "stage layout of layers[1]" : #"effect "glow" of layers[2]"#
      #expect(
        diagnostic.message
          == "the worker took longer than 60 s in \(place); given up after 2 attempts.")
      #expect(
        memory.message
          == "the worker needed more than 2048 MiB of memory in \(place); given up after 2 attempts."
      )
    }
  }

  @Test func limitsAreNoPluginsFault() {
    for cause in [
      WorkerCrash.Cause.timeLimit(seconds: 1), .memoryLimit(bytes: 1), .signal(SIGKILL),
    ] {
      #expect(!WorkerCrash(cause: cause, step: step).isCausedByPlugin)
    }
    for cause in [
      WorkerCrash.Cause.signal(SIGSEGV), .exit(0), .protocolViolation(""), .threadLimit(64),
    ] {
      #expect(WorkerCrash(cause: cause, step: step).isCausedByPlugin)
    }
  }

  @Test func threeJobsSwitchAPluginOff() {
    let health = PluginHealth()
    let jobs = (1...3).map { JobID(time: 1_700_000_000_000 + $0, user: 1) }
    health.note(glow, job: jobs[0])
    health.note(glow, job: jobs[0])
    health.note(glow, job: jobs[1])
    #expect(health.disabled().isEmpty)
    health.note(glow, job: jobs[2], now: .now + .seconds(700))
    #expect(health.disabled().isEmpty)
    health.note(glow, job: jobs[0], now: .now + .seconds(701))
    health.note(glow, job: jobs[1], now: .now + .seconds(702))
    #expect(health.disabled() == [disabled(for: 1)])
    #expect(!health.takeRelease())
  }

  /// Three jobs of one owner disable it for that owner; three jobs of each of two owners, for all.
  @Test func aPluginIsDisabledPerOwnerThenForAll() {
    let health = PluginHealth()
    func crash(_ user: UInt32, _ numbers: ClosedRange<Int>) {
      for number in numbers {
        health.note(glow, job: JobID(time: 1_700_000_000_000 + number, user: user))
      }
    }
    crash(1, 1...3)
    crash(2, 1...2)
    crash(3, 1...1)
    #expect(health.disabled() == [disabled(for: 1)])
    crash(2, 3...3)
    let all = DisabledPlugin(
      path: glow.path, effects: glow.effects, owners: [Owner(user: 1), Owner(user: 2)],
      isForAll: true)
    #expect(health.disabled() == [all])
    #expect(all.scope == "for all users")
    #expect((try? DisabledPlugin(json: all.json)) == all)
  }

  @Test func aDisabledPluginIsTriedAgainAfterTenMinutes() {
    let health = PluginHealth()
    let start = ContinuousClock.now
    for number in 1...3 {
      health.note(
        glow, job: JobID(time: 1_700_000_000_000 + number, user: 1),
        now: start + .seconds(number))
    }
    #expect(health.disabled(now: start + .seconds(602)) == [disabled(for: 1)])
    #expect(!health.takeRelease(now: start + .seconds(602)))
    #expect(health.takeRelease(now: start + .seconds(604)))
    #expect(health.disabled(now: start + .seconds(604)).isEmpty)
    // Earlier crashes no longer count.
    health.note(glow, job: JobID(time: 1_700_000_000_004, user: 1), now: start + .seconds(605))
    #expect(health.disabled(now: start + .seconds(605)).isEmpty)
  }

  private func disabled(_ plugin: WorkerPlugin? = nil, for user: UInt32) -> DisabledPlugin {
    let plugin = plugin ?? glow
    return DisabledPlugin(
      path: plugin.path, effects: plugin.effects, owners: [Owner(user: user)], isForAll: false)
  }

  /// A change of one plugin does not affect another, and its variants count as one.
  @Test func aChangedPluginIsOnAgain() {
    let health = PluginHealth()
    let other = WorkerPlugin(path: "/plugins/libOther.so", effects: ["other"])
    for plugin in [glow, other] {
      for number in 1...3 {
        health.note(plugin, job: JobID(time: 1_700_000_000_000 + number, user: 1))
      }
    }
    health.forget(["/plugins/libNew.so"])
    let both = [glow, other].sorted { $0.path < $1.path }
    #expect(health.disabled() == both.map { disabled($0, for: 1) })
    #expect(!health.takeRelease())
    health.forget(["/plugins/libGlow.so"])
    #expect(health.disabled() == [disabled(other, for: 1)])
    #expect(health.takeRelease())
    #expect(!health.takeRelease())
    health.forget()
    #expect(health.disabled().isEmpty)
    #expect(health.takeRelease())
  }

  private let glow = WorkerPlugin(
    path: "/plugins/glibc-hwcaps/x86-64-v3/libGlow.so", effects: ["glow", "shine"])
}
