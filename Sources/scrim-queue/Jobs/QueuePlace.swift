import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimQueue
import ScrimQueueClient
import ScrimRecords

/// A queue, as a tenant or an operator uses it.
struct QueuePlace {
  let client: QueueClient
  /// Jobs of batches that have not ended, of the batches that are waited for. A batch has ended with the last of them.
  private var unfinished: [Int: Set<Int>] = [:]
  private var isListening = false

  init(_ client: QueueClient) {
    self.client = client
  }

  /// The most jobs of one statement.
  private static let most = 1000

  private func result(of id: Int) throws -> QueuedResult {
    guard let result = try QueuedResult(id, of: client) else { throw Self.missing(id) }
    return result
  }

  private static func missing(_ id: Int) -> Failure { Failure(.missing, "no job \(id).") }
}

extension QueuePlace: Place {
  static let program = "scrim-queue"
  static let example = "4711"
  static let owners = "tenant"

  static func remarks(on command: String) -> String {
    switch command {
    case "jobs":
      """
      Tenants see their own jobs, operators all; the owner is the tenant, and before the reason is the node. A batch \
      in parts is one job; its state is that of the part that is furthest from its end.
      """
    case "cancel": "The node of a job that is being rendered stops it within 20 seconds."
    case "retry": "So are jobs that expired or were cancelled."
    case "fetch":
      """
      The images stay in the queue until the operator's retention deletes them, which may be once they were fetched.
      """
    default: ""
    }
  }

  static var states: [QueueState] { QueueState.allCases }
  static func isOpen(_ state: QueueState) -> Bool { !state.hasEnded }

  static func states(for action: JobAction) -> Set<QueueState> {
    switch action {
    case .cancel: [.waiting, .deferred, .leased]
    case .priority: [.waiting, .deferred]
    case .retry: [.failed, .cancelled, .expired]
    case .hold, .release, .purge, .acknowledge: []
    }
  }

  static func reference(_ text: String) throws -> Int {
    guard let id = Int(text), id > 0 else {
      throw ValidationError(
        "\"\(text)\" is not a job ID of the queue, which is a number such as 4711.")
    }
    return id
  }

  static func owner(_ text: String) throws -> String { text }
  static func reference(to job: QueueJob) -> Int? { job.id }

  static func failure(_ error: any Error) -> Failure? {
    (error as? QueueError).map { Failure($0.kind == .refused ? .dataError : .io, $0.message) }
  }

  init(_ options: QueueOptions, command: String) throws {
    self.init(try options.open().0)
  }

  func list(
    in states: [QueueState], of owner: String?, after: Int?, most: () -> Int?,
    _ use: ([QueueJob]) -> Bool
  ) throws {
    var last = after
    while true {
      let part = try client.jobs(
        in: states, of: owner, after: last, most: min(most() ?? .max, Self.most))
      guard let end = part.last, use(part) else { return }
      last = end.id
    }
  }

  func page(of id: Int) throws -> JobPage { try result(of: id).page(client) }

  func page(ofJobWithKey key: String) throws -> JobPage {
    guard let id = try client.job(withKey: key) else {
      throw Failure(.missing, "no job has the key \(quoted(key)).")
    }
    return try page(of: id)
  }

  func change(_ ids: [Int], _ action: JobAction) throws -> [JobChange] {
    var changes: [JobChange] = []
    for start in stride(from: 0, to: ids.count, by: Self.most) {
      let part = Array(ids[start..<min(start + Self.most, ids.count)])
      let changed: Set<Int> =
        switch action {
        case .cancel: Set(try client.cancel(part))
        case .retry: Set(try client.retry(part))
        case .priority(let priority): Set(try client.setPriority(part, priority))
        case .hold, .release, .purge, .acknowledge: []
        }
      let states = try client.states(of: part)
      for id in part {
        // Only those of single jobs are listed.
        let state = try (states[id] ?? client.batch(id)?.job.state)?.rawValue
        changes.append(("\(id)", Self.change(id, state, changed.contains(id), action)))
      }
    }
    return changes
  }

  private static func change(
    _ id: Int, _ state: String?, _ isChanged: Bool, _ action: JobAction
  ) -> Result<String?, Failure> {
    guard let state else { return .failure(missing(id)) }
    guard !isChanged else { return .success(state) }
    let states = states.filter(Self.states(for: action).contains).map(\.rawValue)
    return .failure(
      Failure(
        .io,
        "job \(id) is \(state): \(action.name) requires a job that is \(states.joined(separator: " or "))."
      ))
  }

  mutating func endings(of ids: [Int]) throws -> [Int: QueuedResult] {
    if !isListening {
      try client.connection.run("LISTEN scrim_finished")
      let parts = try client.parts(ofBatches: ids)
      for id in ids { unfinished[id] = Set(parts[id] ?? [id]) }
      isListening = true
    }
    let states = try client.states(of: unfinished.values.flatMap { $0 })
    var endings: [Int: QueuedResult] = [:]
    for id in ids {
      for job in unfinished[id] ?? [] {
        guard let state = states[job] else { throw Self.missing(job) }
        if state.hasEnded { unfinished[id]?.remove(job) }
      }
      if unfinished[id]?.isEmpty == true { endings[id] = try result(of: id) }
    }
    return endings
  }

  /// A notification is a hint; asking once a second is the truth.
  func pause(until end: ContinuousClock.Instant?) throws {
    // A little different for each client, so that they don't all ask at once.
    let pause = Duration.seconds(1) * Double.random(in: 0.8...1.2)
    _ = try Readiness.wait(
      for: [client.connection.socket], timeout: end.map { min(pause, $0 - .now) } ?? pause)
    _ = try client.connection.notifications()
  }

  func fetch(_ id: Int, to places: OutputPlaces, keeps: Bool, _ console: Console) throws {
    let outputs = FetchedOutputs(client: client, places: places, console: console, keeps: keeps)
    for case let path? in try outputs.fetch(result(of: id)).map(\.path) { console.result(path) }
  }
}
