import ScrimLinux
import Synchronization
import Testing

@Suite struct WakeEventTests {
  private final class Counts: Sendable {
    let sent = Atomic(0)
    let seen = Atomic(0)
  }

  /// Each round signals twice, after different times, so that the second signal often falls into the reset after the
  /// first. If that one is lost, the waiting thread stays asleep in the next round.
  @Test func noSignalIsLost() async throws {
    let (event, counts, rounds) = (try WakeEvent(), Counts(), 400_000)
    async let waiting: Void = Thread.run {
      while counts.seen.load(ordering: .acquiring) < rounds {
        let ready = try? Readiness.wait(for: [event.descriptor.raw], timeout: .seconds(30))
        guard ready == [event.descriptor.raw] else {
          Issue.record("asleep in round \(counts.sent.load(ordering: .acquiring))")
          counts.seen.store(rounds, ordering: .releasing)
          return
        }
        event.reset()
        counts.seen.store(counts.sent.load(ordering: .acquiring), ordering: .releasing)
      }
    }
    async let signalling: Void = Thread.run {
      for round in 1...rounds {
        counts.sent.store(round, ordering: .releasing)
        event.signal()
        for _ in 0..<(round % 256) { _ = counts.seen.load(ordering: .relaxed) }
        event.signal()
        while counts.seen.load(ordering: .acquiring) < round {}
      }
    }
    _ = try await (waiting, signalling)
  }
}
