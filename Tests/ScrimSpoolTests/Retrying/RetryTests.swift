import Foundation
import ScrimDocument
import ScrimProtocol
import ScrimSpool
import ScrimSupervisor
import Testing

/// Who retries what.
@Suite struct RetryTests {
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
      #expect(history.failures == [.init(reason: "the worker ended by SIGKILL", effect: nil)])
    }
  }

  @Test func fiveAttemptsAreAll() {
    guard case .giveUp(let problem, _) = decide(.signal(SIGKILL), nil, attempt: 5) else {
      Issue.record("tried again")
      return
    }
    #expect(problem.code == "worker-crash")
    #expect(problem.message == "the worker ended by SIGKILL; given up after 5 attempts.")
  }

  @Test func twoCrashesInsideAnEffectAreEnough() {
    guard case .again(let history) = decide(.signal(SIGSEGV), step, attempt: 1) else {
      Issue.record("given up at once")
      return
    }
    guard case .giveUp(let problem, _) = decide(.signal(SIGILL), step, attempt: 2, history: history)
    else {
      Issue.record("tried again")
      return
    }
    #expect(problem.code == "effect-crash")
    #expect(
      problem.message
        == #"the worker ended by SIGILL in effect "glow" of layers[2]; given up after 2 attempts."#)
    #expect(problem.displayPath == "layers[2]")
    let crash = WorkerCrash(cause: .signal(SIGSEGV), step: step, plugin: glow)
    #expect(
      crash.words == #"the worker ended by SIGSEGV in effect "glow" (libGlow.so) of layers[2]"#)
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

  /// Nobody but the effect can have called `exit` there.
  @Test func anExitInsideAnEffectIsItsFault() {
    for (step, effect) in [(step, "glow"), (WorkerStep(stage: "encode"), nil)] {
      guard case .again(let history) = decide(.exit(0), step, attempt: 1) else {
        Issue.record("given up at once")
        return
      }
      #expect(history.failures.map(\.effect) == [effect])
    }
    let crash = WorkerCrash(cause: .exit(71), step: WorkerStep(stage: "encode"))
    #expect(crash.words == "the worker ran out of descriptors in stage encode")
  }

  @Test func timeLimitsHaveTheirOwnCode() {
    guard case .again(let history) = decide(.timeLimit(seconds: 60), step, attempt: 1),
      case .giveUp(let problem, _) = decide(
        .timeLimit(seconds: 60), step, attempt: 2, history: history)
    else {
      Issue.record("not given up after two")
      return
    }
    #expect(problem.code == "time-limit")
    #expect(problem.message.hasPrefix(#"the worker took longer than 60 s in effect "glow""#))
  }

  @Test func threeJobsSwitchAPluginOff() {
    let health = PluginHealth()
    let jobs = (1...3).map { JobID(time: 1_700_000_000_000 + $0, user: 1) }
    health.note(glow, job: jobs[0])
    health.note(glow, job: jobs[0])
    health.note(glow, job: jobs[1])
    #expect(health.disabled.isEmpty)
    health.note(glow, job: jobs[2], now: .now + .seconds(700))
    #expect(health.disabled.isEmpty)
    health.note(glow, job: jobs[0], now: .now + .seconds(701))
    health.note(glow, job: jobs[1], now: .now + .seconds(702))
    #expect(health.disabled == [glow])
    #expect(!health.takeRelease())
  }

  /// One plugin's change is nothing to another, and its variants are one.
  @Test func aChangedPluginIsOnAgain() {
    let health = PluginHealth()
    let other = WorkerPlugin(path: "/plugins/libOther.so", effects: ["other"])
    for plugin in [glow, other] {
      for number in 1...3 {
        health.note(plugin, job: JobID(time: 1_700_000_000_000 + number, user: 1))
      }
    }
    health.forget(["/plugins/libNew.so"])
    #expect(health.disabled == [glow, other].sorted { $0.path < $1.path })
    #expect(!health.takeRelease())
    health.forget(["/plugins/libGlow.so"])
    #expect(health.disabled == [other])
    #expect(health.takeRelease())
    #expect(!health.takeRelease())
    health.forget()
    #expect(health.disabled.isEmpty)
    #expect(health.takeRelease())
  }

  private let glow = WorkerPlugin(
    path: "/plugins/glibc-hwcaps/x86-64-v3/libGlow.so", effects: ["glow", "shine"])
}
