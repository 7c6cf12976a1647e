import Glibc
import ScrimCommand
import ScrimLinux
import ScrimQueue
import ScrimQueueClient
import SystemPackage

/// Delivers results until it is told to stop. A lost connection is made again; a notification is a hint, asking once a
/// second is the truth.
struct Delivery {
  private let url: String
  private let folder: DeliveryFolder
  private let console: Console
  private var takesOver: Bool
  private var failures = 0
  /// When the server is to hear that the folder is still there, or it would forget it after some days.
  private var nextSign = ContinuousClock.now

  /// Jobs of one question.
  private static let most = 100

  init(_ url: String, _ folder: DeliveryFolder, _ console: Console, takesOver: Bool) {
    self.url = url
    self.folder = folder
    self.console = console
    self.takesOver = takesOver
  }

  /// - Throws: ``QueueError`` of the first connection; ``Failure`` if another process has the folder; `SystemError`.
  mutating func run(until signals: SignalFD, once: Bool) throws {
    var delivery: QueueDelivery?
    var isFirst = true
    while signals.next() == nil {
      do {
        let current = try delivery ?? connect()
        (delivery, isFirst, failures) = (current, false, 0)
        if .now >= nextSign { try register(current) }
        // What a crash has left is complete, and may have been delivered in part.
        let left = try folder.readyJobs()
        let jobs = try left + current.jobs(most: Self.most).filter { !left.contains($0) }
        for id in jobs {
          guard signals.next() == nil else { return }
          try deliver(id, current)
        }
        guard jobs.isEmpty else { continue }
        if once, try current.isComplete() { return }
        _ = try Readiness.wait(
          for: [signals.descriptor.raw, current.client.connection.socket],
          timeout: .seconds(Double.random(in: 0.8...1.2)))
        _ = try current.client.connection.notifications()
      } catch let error as QueueError {
        let isLost = [.unavailable, .exhausted, .conflict].contains(error.kind)
        guard isLost, !isFirst, !once else { throw error }
        if failures == 0 { console.note("\(error.message) Connecting again.") }
        delivery = nil
        failures += 1
        let seconds = min(10, 0.25 * Double(1 << min(failures, 6))) * Double.random(in: 0.8...1.2)
        _ = try Readiness.wait(for: [signals.descriptor.raw], timeout: .seconds(seconds))
      }
    }
  }

  private mutating func connect() throws -> QueueDelivery {
    let (connection, _) = try QueueConnection.open(url, program: "scrim-queue deliver")
    let delivery = QueueDelivery(QueueClient(connection), folder: folder.id)
    if takesOver { try delivery.takeOver() }
    let end = ContinuousClock.now + .seconds(takesOver ? 5 : 0)
    // A session that was ended needs a moment to give up its lock.
    while try !delivery.reserve() {
      guard .now < end else {
        throw Failure(
          .io,
          "another process delivers to \(folder.path): end it, or take the folder with --take-over."
        )
      }
      usleep(50_000)
    }
    // Only at the start: a process from which the folder is taken must not take it back.
    takesOver = false
    try connection.run("LISTEN scrim_finished")
    try register(delivery)
    return delivery
  }

  private mutating func register(_ delivery: QueueDelivery) throws(QueueError) {
    try delivery.start(at: "\(Self.host):\(folder.path)")
    nextSign = .now + .seconds(3600)
  }

  private static var host: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: name.nodename) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private func deliver(_ id: Int, _ delivery: QueueDelivery) throws {
    let result = try QueuedResult(id, of: delivery.client)
    do {
      if let result, try !folder.isReady(id) {
        let stage = ResultStage(client: delivery.client, folder: folder)
        guard try stage.copy(result) else { return try delivery.acknowledge([id]) }
      }
    } catch let failure as Failure where failure.status == .dataError {
      console.note(failure)
      return try delivery.acknowledge([id])
    }
    guard try folder.isReady(id) else {
      console.note("job \(id) was deleted from the queue before it was delivered.")
      return try delivery.acknowledge([id])
    }
    let results = ReadyResults(job: id, folder: try folder.ready(id), target: folder.target)
    for file in try results.deliver() {
      console.result(path: FilePath(folder.path).appending(file))
    }
    try delivery.acknowledge([id])
    try folder.remove(id)
  }
}
