import Foundation
import Glibc
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool
import Testing

/// The history of jobs: writing, rotation, selection, errors.
@Suite struct EventLogTests {
  private static let first = JobID(time: 1_700_000_000_000, user: 1000)
  private static let second = JobID(time: 1_700_000_000_001, user: 1001)

  private func read(
    _ spool: Spool, _ query: EventQuery = EventQuery(),
    where isVisible: (JobID) -> Bool = { _ in true }
  ) throws -> [JobEvent] {
    var events: [JobEvent] = []
    var cursor: EventCursor?
    repeat {
      let part = try spool.eventLog.read(query, after: cursor, where: isVisible)
      events += part.events
      cursor = try part.next.map { try EventCursor(json: $0.json) }
    } while cursor != nil
    return events
  }

  private func spool(_ test: TestSpool, bytes: Int = 1 << 20) throws -> Spool {
    let spool = try test.open()
    spool.eventLog.maxBytes = bytes
    return spool
  }

  @Test func eventsAreAppendedTogetherAndReadAgain() throws {
    let test = try TestSpool()
    let spool = try spool(test)
    let events = [
      JobEvent(.accepted, Self.first, name: "a \"b\"\n"),
      JobEvent(.failed, Self.first, name: "a", attempt: 2, code: "effect-crash"),
      JobEvent(.held, Self.second, reason: "no", by: 7),
    ]
    for event in events { spool.eventLog.add(event) }
    #expect(test.names("events") == [])
    spool.eventLog.write()
    #expect(test.text("events/log.jsonl")?.split(separator: "\n").count == 3)
    var about = stat()
    #expect(stat("\(test.path)/events/log.jsonl", &about) == 0 && about.st_mode & 0o777 == 0o640)
    #expect(stat("\(test.path)/events", &about) == 0 && about.st_mode & 0o777 == 0o700)
    #expect(try read(spool) == events)
    #expect(try read(spool) { $0.user == 1001 } == [events[2]])
    var query = EventQuery()
    query.ids = [Self.first]
    #expect(try read(spool, query) == Array(events[..<2]))
    #expect(try EventQuery(json: query.json) == query)
  }

  @Test func eventsAreSelectedByTime() throws {
    let test = try TestSpool()
    let spool = try spool(test)
    let now = WallClock.milliseconds
    let events = (0..<10).map { JobEvent(.done, Self.first, time: now - 10_000 + $0 * 1000) }
    for event in events { spool.eventLog.add(event) }
    spool.eventLog.write()
    var query = EventQuery()
    query.since = now - 8000
    query.until = now - 5000
    #expect(try read(spool, query) == Array(events[2..<5]))
  }

  /// Two daemons that write in turns; the oldest events go.
  @Test func theLogIsRotatedAndBounded() throws {
    let test = try TestSpool()
    let daemons = [try spool(test, bytes: 50_000), try spool(test, bytes: 50_000)]
    let ids = (0..<1000).map { JobID(time: 1_700_000_000_000 + $0, user: 1000) }
    for (index, id) in ids.enumerated() {
      daemons[index % 2].eventLog.add(JobEvent(.accepted, id, name: "n\(index)"))
      daemons[index % 2].eventLog.write()
    }
    #expect(
      test.names("events")
        == ["log.1.jsonl", "log.2.jsonl", "log.3.jsonl", "log.4.jsonl", "log.jsonl"])
    let sizes = try test.names("events").map {
      try FileManager.default.attributesOfItem(atPath: "\(test.path)/events/\($0)")[.size] as? Int
    }
    #expect(sizes.allSatisfy { $0 ?? .max <= 10_000 })
    let found = try read(daemons[0]).map(\.id)
    #expect(found.count > 200)
    #expect(found == Array(ids.suffix(found.count)))
  }

  @Test func longHistoriesAreReadInParts() throws {
    let test = try TestSpool()
    let spool = try spool(test, bytes: 8 << 20)
    for _ in 0..<5000 { spool.eventLog.add(JobEvent(.accepted, Self.first, name: "story")) }
    spool.eventLog.write()
    let part = try spool.eventLog.read(EventQuery(), after: nil) { _ in true }
    #expect(part.next != nil && part.events.count < 1000)
    #expect(try read(spool).count == 5000)
  }

  @Test func damagedLinesAreSkipped() throws {
    let test = try TestSpool()
    let spool = try spool(test)
    spool.eventLog.add(JobEvent(.accepted, Self.first))
    spool.eventLog.write()
    let path = "\(test.path)/events/log.jsonl"
    let text = try #require(test.text("events/log.jsonl"))
    try Data((text.dropLast(20) + "\n\n{}\nnonsense\n" + text + "{\"time\":").utf8)
      .write(to: URL(filePath: path))
    #expect(try read(spool).count == 1)
  }

  /// An error costs events, and nothing else.
  @Test func anErrorIsCountedAndEventsAreKeptForLater() throws {
    let test = try TestSpool()
    let spool = try spool(test)
    let path = "\(test.path)/events/log.jsonl"
    // A folder: even root cannot write to it.
    #expect(mkdir(path, 0o700) == 0)
    spool.eventLog.add(JobEvent(.accepted, Self.first))
    spool.eventLog.write()
    #expect(spool.eventLog.losses.lost == 0)
    #expect(spool.eventLog.losses.error?.hasSuffix("Is a directory") == true)
    for _ in 0..<20_000 { spool.eventLog.add(JobEvent(.done, Self.first, name: "story")) }
    #expect(spool.eventLog.losses.lost > 5000)
    #expect(rmdir(path) == 0)
    spool.eventLog.write()
    #expect(spool.eventLog.losses.error == nil)
    #expect(try read(spool).first?.kind == .accepted)
  }

  @Test func aLockedLogIsWrittenLater() throws {
    let test = try TestSpool()
    let spool = try spool(test)
    spool.eventLog.add(JobEvent(.accepted, Self.first))
    try Folder.open(path: "\(test.path)/events").whileLocked { spool.eventLog.write() }
    #expect(test.names("events") == [])
    #expect(spool.eventLog.losses == (0, nil))
    spool.eventLog.write()
    #expect(try read(spool).count == 1)
  }

  @Test func withoutASizeNothingIsRecorded() throws {
    let test = try TestSpool()
    let spool = try spool(test, bytes: 0)
    spool.eventLog.add(JobEvent(.accepted, Self.first))
    spool.eventLog.write()
    #expect(test.names("events") == [])
    #expect(try read(spool).isEmpty)
  }
}
