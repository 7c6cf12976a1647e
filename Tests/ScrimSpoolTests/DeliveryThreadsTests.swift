import ScrimLinux
import Synchronization
import Testing
import scrimd

/// Jobs are delivered while their slot continues, and none is lost.
struct DeliveryThreadsTests {
  private final class Count: Sendable {
    private let ended = Atomic(0)
    var now: Int { ended.load(ordering: .sequentiallyConsistent) }

    func add() {
      ended.add(1, ordering: .sequentiallyConsistent)
    }
  }

  @Test func whoHandsOverGoesOn() throws {
    let deliveries = try DeliveryThreads(count: 3)
    let mayEnd = Semaphore()
    let count = Count()
    deliveries.run {
      mayEnd.wait()
      count.add()
      return nil
    }
    #expect(count.now == 0)
    mayEnd.signal()
    #expect(deliveries.wait() == nil)
    #expect(count.now == 1)
  }

  @Test func troubleIsToldOnce() throws {
    let deliveries = try DeliveryThreads(count: 3)
    #expect(deliveries.wait() == nil)
    deliveries.run { "the disk is full" }
    #expect(deliveries.wait() == "the disk is full")
    #expect(deliveries.wait() == nil)
    deliveries.run { nil }
    #expect(deliveries.wait() == nil)
  }

  @Test func itsEndWaitsForWhatIsAtWork() throws {
    let count = Count()
    for _ in 0..<200 {
      let deliveries = try DeliveryThreads(count: 3)
      deliveries.run {
        count.add()
        return nil
      }
    }
    #expect(count.now == 200)
  }

  /// After waiting for a delivery's end, its resources, such as a job's lock, are released.
  @Test func nothingIsHeldAfterwards() throws {
    final class Retained: Sendable {}
    let deliveries = try DeliveryThreads(count: 3)
    for _ in 0..<200 {
      weak var seen: Retained?
      do {
        let retained = Retained()
        seen = retained
        deliveries.run { [retained] in withExtendedLifetime(retained) { nil } }
      }
      #expect(deliveries.wait() == nil)
      #expect(seen == nil)
    }
  }
}
