import ScrimRecords
import Testing
import scrim_hooks

@Suite struct DeliveryQueueTests {
  private let now = ContinuousClock.now
  private let one = JobID(time: 1_700_000_000_000, user: 1)
  private let other = JobID(time: 1_700_000_000_001, user: 1)

  /// With a time in the past, a second thread would not sleep at all.
  @Test func nothingIsDueWhileOneAttemptTriesAReceiverThatWasDown() throws {
    var queue = DeliveryQueue(retries: HookRetries())
    queue.add(Delivery(id: one), due: now)
    queue.add(Delivery(id: other), due: now)
    let first = queue.next(now: now)
    queue.pause(after: nil, now: now)
    queue.retry(try #require(first).afterFailure, now: now)
    let second = queue.next(now: now)
    #expect(second == nil)
    #expect(try #require(queue.nextTime) > now)
    // The pause is over, and one is attempted.
    let later = now + .seconds(61)
    let third = queue.next(now: later)
    let fourth = queue.next(now: later)
    #expect(third != nil && fourth == nil)
    #expect(queue.nextTime == nil)
  }

  /// Whichever was added first; one that is attempted counts again once it is to be repeated.
  @Test func theNextTimeIsThatOfTheEarliestThatWaits() throws {
    var queue = DeliveryQueue(retries: HookRetries())
    #expect(queue.nextTime == nil)
    queue.add(Delivery(id: one), due: now + .seconds(9))
    queue.add(Delivery(id: other), due: now + .seconds(5))
    #expect(queue.nextTime == now + .seconds(5))
    let early = queue.next(now: now)
    let first = queue.next(now: now + .seconds(5))
    #expect(early == nil && first?.id == other)
    #expect(queue.nextTime == now + .seconds(9))
    let second = queue.next(now: now + .seconds(9))
    #expect(second?.id == one && queue.nextTime == nil)
    queue.retry(try #require(first).afterFailure, after: .seconds(3600), now: now + .seconds(10))
    #expect(queue.nextTime == now + .seconds(3610))
  }

  @Test func theNextAttemptIsDueAfterAPause() throws {
    var queue = DeliveryQueue(retries: HookRetries())
    #expect(queue.nextTime == nil)
    queue.add(Delivery(id: one), due: now + .seconds(5))
    #expect(queue.nextTime == now + .seconds(5))
    queue.pause(after: .seconds(90), now: now)
    #expect(queue.nextTime == now + .seconds(90))
    queue.resume()
    #expect(queue.nextTime == now + .seconds(5))
  }
}
