import ArgumentParser
import ScrimJSON
import ScrimLinux
import ScrimQueue
import Synchronization

/// Nodes that draw nothing: each leases jobs and returns them at once, by the statements of scrim-node.
///
/// Prints a line of JSON: rates for each second, and times of claims and completions in ms.
@main
struct QueueLoad: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue-load", abstract: "Loads a queue with nodes that draw nothing.")

  @Option(help: "The queue's URL, of a node's role.") var url: String
  @Option(help: "Nodes, a connection each.") var nodes = 12
  @Option(help: "Jobs of a claim.") var claim = 8
  @Option(help: "Jobs of a completion.") var complete = 8
  @Option(help: "Bytes of each job's output; 0 for none.") var output = 0
  @Option(help: "Seconds; it ends earlier if no job waits.") var seconds = 15.0

  func run() throws {
    let counts = NodeCounts()
    let begin = ContinuousClock.now
    let threads = try (0..<nodes).map { index in
      try Thread { [self] in
        do {
          try serve("load\(index)", since: begin, counts)
        } catch {
          counts.fail("\(error)")
        }
      }
    }
    for thread in threads { thread.join() }
    let text = counts.json(seconds: ContinuousClock.now - begin).text()
    if let error = counts.error {
      StandardStream.error.write("queue-load: \(error)\n")
      throw ExitCode(1)
    }
    print(text)
  }

  private func serve(
    _ name: String, since begin: ContinuousClock.Instant, _ counts: NodeCounts
  ) throws {
    let connection = try QueueConnection.openNode(
      url, program: "queue-load", lease: .seconds(60))
    var leases = QueueLeases(connection, node: name)
    let bytes = (0..<output).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    let hash = [UInt8](repeating: 7, count: 32)
    let end = begin + .seconds(seconds)
    while .now < end {
      let start = ContinuousClock.now
      let jobs = try leases.claim(claim)
      guard !jobs.isEmpty else { return }
      counts.claimed(in: .now - start)
      for first in stride(from: 0, to: jobs.count, by: complete) {
        let part = jobs[first..<min(first + complete, jobs.count)]
        if output > 0 {
          for job in part { try leases.put(bytes, part: 0, of: 0, of: job) }
        }
        let results = part.map { job in
          LeaseResult(
            id: job.id, token: job.token, isDone: true, report: #"{"status": "done"}"#,
            outputs: output > 0 ? [.init(file: "card.png", bytes: output, hash: hash)] : [])
        }
        let start = ContinuousClock.now
        var left = results
        while !left.isEmpty {
          // A claim of another node may have a row locked that it does not get.
          let ended = try leases.end(left)
          let lost = left.count - ended.changed.count - ended.locked.count
          guard lost == 0 else { return counts.fail("\(lost) leases were lost") }
          left.removeAll { ended.changed.contains($0.id) }
        }
        counts.completed(part.count, in: .now - start, second: Int((.now - begin) / .seconds(1)))
      }
    }
  }
}

/// What all nodes did.
private final class NodeCounts: Sendable {
  private struct State {
    var claims: [Duration] = []
    var completions: [Duration] = []
    var perSecond: [Int] = []
    var error: String?
  }

  private let state = Mutex(State())

  var error: String? { state.withLock { $0.error } }

  func fail(_ error: String) { state.withLock { $0.error = error } }

  func claimed(in time: Duration) { state.withLock { $0.claims.append(time) } }

  func completed(_ jobs: Int, in time: Duration, second: Int) {
    state.withLock {
      $0.completions.append(time)
      while $0.perSecond.count <= second { $0.perSecond.append(0) }
      $0.perSecond[second] += jobs
    }
  }

  func json(seconds: Duration) -> JSON {
    func times(_ durations: [Duration]) -> JSON {
      let sorted = durations.sorted().map { $0 / .milliseconds(1) }
      func at(_ share: Double) -> JSON {
        guard !sorted.isEmpty else { return .null }
        let index = min(sorted.count - 1, Int(Double(sorted.count) * share))
        return .number(sorted[index])
      }
      return ["median": at(0.5), "p99": at(0.99), "most": at(1)]
    }
    return state.withLock {
      [
        "jobs": .integer($0.perSecond.reduce(0, +)), "seconds": .number(seconds / .seconds(1)),
        "perSecond": .array($0.perSecond.map(JSON.integer)), "claim": times($0.claims),
        "complete": times($0.completions),
      ]
    }
  }
}
