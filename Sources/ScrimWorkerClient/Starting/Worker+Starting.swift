import Glibc
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol

extension Worker {
  /// How long a worker may take to load its plugins and enter its sandbox.
  private static let startLimit = Duration.seconds(30)

  /// Starts the program with its options, and does not wait for it.
  ///
  /// - Throws: ``WorkerError`` notStarted.
  static func start(
    _ program: WorkerProgram, standardError: Int32 = 2
  ) throws(WorkerError) -> StartedWorker {
    do {
      let (channel, other) = try Channel.pair()
      let (steps, cell) = try SharedCell.create("scrim-worker's steps")
      // Before there is a process: one that ends at once is reported by its status, not as a closed connection.
      try channel.send(WorkerRequest.start(program.options).json, descriptors: [cell])
      let process = try ChildProcess(
        program: program.path, arguments: [], environment: program.environment, socket: other,
        standardError: standardError)
      return StartedWorker(channel: channel, process: process, steps: steps)
    } catch {
      throw WorkerError(.notStarted, "\(error)")
    }
  }

  /// Waits until a program that was started is ready.
  ///
  /// - Throws: ``WorkerError`` notReady.
  static func ready(
    _ worker: StartedWorker, memoryLimit: Int
  ) throws(WorkerError) -> (lacking: [String], refused: [RefusedFile], plugins: [WorkerPlugin]) {
    let (channel, process) = (worker.channel, worker.process)
    let end = ContinuousClock.now + startLimit
    var quota = MemoryFileQuota(bytes: Channel.largestMessage)
    var reason = "unexpected first message"
    do {
      receiving: while true {
        let signs = try Readiness.wait(
          for: [channel.socket.raw], timeout: min(max(end - .now, .zero), usageInterval))
        if excess(of: process, memoryLimit: memoryLimit) != nil {
          reason = "it started too many threads or took too much memory"
          break
        }
        if signs.isEmpty, ContinuousClock.now < end { continue }
        guard let (message, _) = try channel.receive(timeout: .zero) else {
          reason = "it exited: \(process.wait())"
          break
        }
        switch try WorkerResponse(json: message) {
        case .allocate(let bytes): try quota.grant(bytes, to: channel)
        case .ready(let lacking, let refused, let plugins): return (lacking, refused, plugins)
        default: break receiving
        }
      }
    } catch {
      reason = "\(error)"
    }
    var plugin = worker.step?.plugin
    // A SIGKILL comes from outside or for want of memory: the plugin did not cause it.
    let signs = try? Readiness.wait(for: [process.descriptor.raw], timeout: .milliseconds(100))
    if signs?.isEmpty == false, process.wait() == .signalled(SIGKILL) { plugin = nil }
    let place = plugin.map { " while loading \($0)" } ?? ""
    throw WorkerError(
      .notReady, "scrim-worker did not start\(place): \(reason)", plugin: plugin)
  }
}

/// The process of a worker, and what connects this one with it.
struct StartedWorker {
  let channel: Channel
  let process: ChildProcess
  /// Where it writes its steps.
  let steps: SharedCell

  /// Where it is; `nil` if it has begun nothing or wrote something else.
  var step: WorkerStep? {
    let bytes = steps.bytes
    guard !bytes.isEmpty else { return nil }
    return try? WorkerStep(json: JSON(parsing: bytes))
  }
}
