import ScrimLinux
import Synchronization
import Testing
import scrimd

/// One job is delivered while its slot continues, and none is lost.
struct DeliveryThreadTests {
  private final class Count: Sendable {
    private let ended = Atomic(0)
    var now: Int { ended.load(ordering: .sequentiallyConsistent) }

    func add() {
      ended.add(1, ordering: .sequentiallyConsistent)
    }
  }

  @Test func whoHandsOverGoesOn() throws {
    let deliveries = try DeliveryThread()
    let mayEnd = Semaphore()
    let count = Count()
    deliveries.hand {
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
    let deliveries = try DeliveryThread()
    #expect(deliveries.wait() == nil)
    deliveries.hand { "the disk is full" }
    #expect(deliveries.wait() == "the disk is full")
    #expect(deliveries.wait() == nil)
    deliveries.hand { nil }
    #expect(deliveries.wait() == nil)
  }

  @Test func itsEndWaitsForWhatIsAtWork() throws {
    let count = Count()
    for _ in 0..<200 {
      let deliveries = try DeliveryThread()
      deliveries.hand {
        count.add()
        return nil
      }
    }
    #expect(count.now == 200)
  }

  /// After waiting for a delivery's end, its resources, such as a job's lock, are released.
  @Test func nothingIsHeldAfterwards() throws {
    final class Retained: Sendable {}
    let deliveries = try DeliveryThread()
    for _ in 0..<200 {
      weak var seen: Retained?
      do {
        let retained = Retained()
        seen = retained
        deliveries.hand { [retained] in withExtendedLifetime(retained) { nil } }
      }
      #expect(deliveries.wait() == nil)
      #expect(seen == nil)
    }
  }
}
