import Foundation
import ScrimJSON
import ScrimRecords
import ScrimSpool
import Synchronization
import Testing

/// Lists of jobs, and who may see and change which.
@Suite struct JobCommandsTests {
  private func commands(_ spool: Spool, operators: Set<UInt32> = []) -> JobCommands {
    JobCommands(spool, isOperator: { operators.contains($0) }, onChange: { _ in })
  }

  /// Puts folders of waiting jobs into the queue, as intake would leave them.
  private func queue(_ count: Int, of user: UInt32, in test: TestSpool) throws -> [JobID] {
    try (0..<count).map { number in
      let id = JobID(time: 1_700_000_000_000 + number, user: user)
      let folder = "\(test.path)/queue/\(id).0"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let ticket =
        #"{"name": "n\#(number)", "uid": \#(user), "seed": 1, "time": 1, "bundle": false}"#
      try Data(ticket.utf8).write(to: URL(filePath: "\(folder)/ticket.json"))
      return id
    }
  }

  @Test func aListHasPages() throws {
    let test = try TestSpool()
    let ids = try queue(1203, of: 1000, in: test)
    let spool = try test.open()
    var found: [JobSummary] = []
    var last: JobID?
    var pages = 0
    repeat {
      let request = JobRequest.list(states: [.queue, .done], user: nil, after: last)
      guard
        case .jobs(let jobs, let next) = commands(spool).reply(
          try JobRequest(json: request.json), from: 1000)
      else { throw CancellationError() }
      #expect(jobs.count <= 500)
      found += jobs
      last = next
      pages += 1
    } while last != nil
    #expect(pages >= 3)
    #expect(found.compactMap(\.id) == ids.reversed())
    #expect(found.first?.name == "n1202")
  }

  @Test func onlyTheNewestAreListed() throws {
    let test = try TestSpool()
    let ids = try queue(2000, of: 1000, in: test)
    let commands = commands(try test.open())
    // On a busy machine an answer may have less than was asked for.
    func newest(_ most: Int, after: JobID? = nil) -> [JobID]? {
      var (found, last) = ([JobID](), after)
      repeat {
        guard
          case .jobs(let jobs, let next) = commands.reply(
            .list(states: [.queue], user: nil, after: last, most: most - found.count), from: 1000)
        else { return nil }
        #expect((next == nil) == (jobs.last?.id == ids[0]))
        found += jobs.compactMap(\.id)
        last = next
      } while last != nil && found.count < most
      return found
    }
    #expect(newest(3) == ids.suffix(3).reversed())
    #expect(newest(2, after: ids[1998]) == [ids[1997], ids[1996]])
    #expect(newest(5, after: ids[2]) == [ids[1], ids[0]])
  }

  /// A priority that a job has already is no change.
  @Test func theSamePriorityIsNotRecorded() throws {
    let test = try TestSpool()
    let id = try queue(1, of: 1000, in: test)[0]
    let recorded = Mutex<[String?]>([])
    let changed = Mutex(0)
    let commands = JobCommands(
      try test.open(), isOperator: { _ in false },
      record: { event in recorded.withLock { $0.append(event.reason) } },
      onChange: { _ in changed.withLock { $0 += 1 } })
    for priority in [3, 3, 4, 4, 4] {
      #expect(
        commands.reply(.change(.priority(priority), [.id(id)]), from: 1000)
          == .changes([.init(.id(id), state: .queue)]))
    }
    #expect(recorded.withLock { $0 } == ["priority 3", "priority 4"])
    #expect(changed.withLock { $0 } == 2)
  }

  /// Everybody who may use the socket may know it: it has digests of installed files only.
  @Test func theEnvironmentIsTheDaemonsAndUnknownWithoutOne() throws {
    let spool = try TestSpool().open()
    let digest = "sha256:" + String(repeating: "5", count: 64)
    let daemon = JobCommands(
      spool, isOperator: { _ in false }, environment: { digest }, onChange: { _ in })
    let answer = daemon.reply(try JobRequest(json: JobRequest.environment.json), from: 1000)
    #expect(answer == .environment(digest))
    #expect(try JobAnswer(json: answer.json) == answer)
    #expect(
      commands(spool).reply(.environment, from: 1000)
        == .refused(
          CommandError(.failed, "no scrimd runs on this spool: its environment is not known.")))
  }

  /// A client that keeps its connection: the folders are listed once, and again after 10,000 jobs.
  @Test func aListIsContinuedWithoutListingAgain() throws {
    let test = try TestSpool()
    let ids = try queue(1203, of: 1000, in: test)
    let commands = commands(try test.open())
    let session = CommandSession()
    var found: [JobSummary] = []
    var last: JobID?
    repeat {
      guard
        case .jobs(let jobs, let next) = commands.reply(
          .list(states: [.queue], user: nil, after: last), from: 1000, in: session)
      else { throw CancellationError() }
      found += jobs
      last = next
      // New jobs are in the next list.
      if found.count == jobs.count {
        _ = try FileManager.default.createDirectory(
          atPath: "\(test.path)/queue/\(JobID(time: 1_800_000_000_000, user: 1000)).0",
          withIntermediateDirectories: false)
      }
    } while last != nil
    #expect(found.compactMap(\.id) == ids.reversed())
    let others = commands.reply(
      .list(states: [.queue], user: 5, after: ids[1]), from: 1000, in: session)
    #expect(others == .jobs([], next: nil))
  }

  @Test func usersSeeTheHistoryOfTheirOwnJobs() throws {
    let test = try TestSpool()
    let ids = try queue(1, of: 1000, in: test) + queue(1, of: 1001, in: test)
    let spool = try test.open()
    spool.eventLog.maxBytes = 1 << 20
    let commands = commands(spool, operators: [77])
    _ = commands.reply(.change(.priority(3), [.id(ids[0])]), from: 1000)
    _ = commands.reply(.change(.hold, [.id(ids[1])]), from: 77)
    func events(for user: UInt32, of owner: UInt32? = nil) -> [JobEvent] {
      var query = EventQuery()
      query.user = owner
      guard
        case .events(let events, next: nil) = commands.reply(
          .history(query, after: nil), from: user)
      else { return [] }
      return events
    }
    #expect(events(for: 1000).map(\.reason) == ["priority 3"])
    #expect(events(for: 1001).map(\.kind) == [.held])
    #expect(events(for: 1001).map(\.user) == [77])
    #expect(events(for: 4242).isEmpty)
    #expect(events(for: 77).count == 2)
    #expect(events(for: 77, of: 1001).count == 1)
    #expect(events(for: 1000, of: 1001).isEmpty)
  }

  @Test func usersSeeAndChangeTheirOwnJobs() throws {
    let test = try TestSpool()
    let id = try queue(1, of: 1000, in: test)[0]
    let spool = try test.open()
    let commands = commands(spool, operators: [77])
    func listed(by user: UInt32) -> Int? {
      guard
        case .jobs(let jobs, _) = commands.reply(
          .list(states: [.queue], user: nil, after: nil), from: user)
      else { return nil }
      return jobs.count
    }
    #expect(listed(by: 1000) == 1)
    #expect(listed(by: 4242) == 0)
    #expect(listed(by: 77) == 1)
    #expect(listed(by: 0) == 1)
    let refusal = CommandError(
      .denied, "job \(id) belongs to user 1000; members of the operators' group may change it.")
    #expect(
      commands.reply(.change(.cancel, [.id(id)]), from: 4242)
        == .changes([.init(.id(id), state: nil, error: refusal)]))
    #expect(
      commands.reply(.show(.id(id)), from: 4242)
        == .refused(
          CommandError(
            .denied, "job \(id) belongs to user 1000; members of the operators' group may see it.")
        ))
    #expect(test.names("queue") == ["\(id).0"])
    #expect(
      commands.reply(.change(.priority(3), [.id(id)]), from: 77)
        == .changes([.init(.id(id), state: .queue)])
    )
    #expect(
      commands.reply(.change(.hold, [.id(id)]), from: 1000)
        == .changes([.init(.id(id), state: .hold)]))
  }

  @Test(arguments: [
    #"{"command": "burn", "ids": []}"#, #"{"command": "priority", "ids": []}"#,
    #"{"command": "priority", "ids": [], "priority": 101}"#, #"{"command": "show", "id": "../x"}"#,
    #"{"command": "jobs", "states": ["here"]}"#, "[]",
  ])
  func invalidRequestsAreRefused(_ text: String) throws {
    let json = try JSON(parsing: Array(text.utf8))
    #expect(throws: FieldError.self) { try JobRequest(json: json) }
  }

  @Test func requestsAndAnswersAreReadAsTheyWereWritten() throws {
    let id = JobID(time: 1_700_000_000_000, user: 1000)
    for request in [
      JobRequest.list(states: [.failed], user: 5, after: id), .show(.id(id)),
      .history(EventQuery(), after: nil),
      .change(.priority(-3), [.id(id)]),
      .change(.retry, []),
    ] {
      #expect(try JobRequest(json: request.json) == request)
    }
    let error = CommandError(.state, "no.")
    for answer in [
      JobAnswer.jobs([], next: id), .refused(error),
      .events([JobEvent(.cancelled, id, by: 5)], next: nil),
      .changes([.init(.id(id), state: nil, error: error)]),
      .changes([]),
    ] {
      #expect(try JobAnswer(json: answer.json) == answer)
    }
  }

  @Test func membersOfAGroupAreFoundByName() {
    #expect(UserGroup.contains(0, group: "root"))
    #expect(!UserGroup.contains(65_534, group: "root"))
    #expect(!UserGroup.contains(0, group: "no-such-group"))
    #expect(!UserGroup.contains(4_000_000_000, group: "root"))
  }
}

extension JobCommands {
  /// The answer to a request without descriptors.
  fileprivate func reply(
    _ request: JobRequest, from user: UInt32, in session: CommandSession = CommandSession()
  ) -> JobAnswer {
    let (answer, files) = answer(request, from: user, in: session)
    #expect(files.isEmpty)
    return answer
  }
}
