package import ScrimJSON
import ScrimLinux
import ScrimProtocol
package import ScrimRecords
package import ScrimWorkerClient

/// Who retries what: bad input fails at once and does not come here; a worker that crashes, hangs
/// or is killed is tried again, later and later.
package struct RetryPolicy: Sendable, Hashable {
  /// Attempts at a job, the first included.
  package var attempts: Int
  /// The wait before the second attempt; doubles with each, up to ``longestWait``.
  package var backOff: Duration
  package var longestWait: Duration
  /// Crashes inside an effect, by its own fault, after which a job is given up.
  package var effectCrashes: Int
  /// How often a job may exceed its time or its memory until it is given up: the second attempt is for
  /// what a worker that has served others or a busy machine may have added.
  package var exceededLimits: Int

  package init(
    attempts: Int = 5, backOff: Duration = .seconds(10), longestWait: Duration = .seconds(3600),
    effectCrashes: Int = 2, exceededLimits: Int = 2
  ) {
    self.attempts = attempts
    self.backOff = backOff
    self.longestWait = longestWait
    self.effectCrashes = effectCrashes
    self.exceededLimits = exceededLimits
  }

  /// The policy for a job whose ticket limits the attempts that may fail. Attempts that ended with the daemon do not
  /// count.
  package func limited(to failures: Int?, after history: History) -> RetryPolicy {
    guard let failures, history.failures.count + 1 >= failures else { return self }
    var last = self
    last.attempts = 1
    return last
  }

  package enum Decision: Sendable, Hashable {
    case again(History)
    case giveUp(Diagnostic, History)
  }

  /// What becomes of a job whose worker crashed.
  ///
  /// `attempt` counts from 1 and includes the one that crashed; `now` is UTC in milliseconds.
  package func decide(
    _ crash: WorkerCrash, attempt: Int, history: History, now: Int
  ) -> Decision {
    var history = history
    history.failures.append(
      .init(
        reason: crash.words, effect: crash.isCausedByPlugin ? crash.effect : nil,
        limit: crash.exceededLimit))
    let inEffects = history.failures.count { $0.effect != nil }
    if crash.isCausedByPlugin, crash.effect != nil, inEffects >= effectCrashes {
      return .giveUp(diagnostic(crash, "effect-crash", times: inEffects), history)
    }
    let exceeded = history.failures.count { $0.limit != nil }
    if let limit = crash.exceededLimit, exceeded >= exceededLimits || attempt >= attempts {
      return .giveUp(diagnostic(crash, limit.code, times: attempt), history)
    }
    if attempt >= attempts {
      return .giveUp(diagnostic(crash, "worker-crash", times: attempt), history)
    }
    let wait = min(backOff * (1 << min(attempt - 1, 20)), longestWait)
    history.notBefore = now + wait.wholeMilliseconds
    return .again(history)
  }

  /// A job whose attempts were used up by crashes of the daemon itself.
  package func exhausted(attempt: Int) -> Diagnostic {
    Diagnostic(
      code: "worker-crash",
      message: "given up after \(attempt) attempts, none of which finished.")
  }

  private func diagnostic(_ crash: WorkerCrash, _ code: String, times: Int) -> Diagnostic {
    Diagnostic(
      code: code,
      message: "\(crash.words); given up after \(times) \(times == 1 ? "attempt" : "attempts").",
      path: crash.step?.layer.map { [.key("layers"), .index($0)] } ?? [])
  }
}

extension History.ExceededLimit {
  /// Of the error in the job's report.
  fileprivate var code: String {
    switch self {
    case .time: "time-limit"
    case .memory: "out-of-memory"
    }
  }
}
