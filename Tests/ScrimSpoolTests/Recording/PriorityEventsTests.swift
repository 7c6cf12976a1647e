import ScrimRecords
import Testing
import scrimd

/// Folding of priority changes in the history.
@Suite struct PriorityEventsTests {
  @Test func theFirstAndTheLastAreRecorded() {
    let events = PriorityEvents()
    let ids = [1, 2].map { JobID(time: $0, user: 1000) }
    func event(_ id: JobID, _ text: String, _ kind: JobEvent.Kind = .priority) -> JobEvent {
      JobEvent(kind, id, time: 7, reason: text)
    }
    #expect(events.admits(event(ids[0], "a")))
    #expect(!events.admits(event(ids[0], "b")))
    #expect(!events.admits(event(ids[0], "c")))
    #expect(events.admits(event(ids[1], "d")))
    #expect(events.admits(event(ids[0], "e", .held)))
    #expect(events.takeLatest() == [event(ids[0], "c")])
    #expect(events.takeLatest().isEmpty)
    #expect(events.admits(event(ids[0], "f")))
  }
}
