import Glibc
import ScrimJSON
package import ScrimLinux
import SystemPackage

/// A connection to a running daemon, by which it is asked about jobs.
///
/// The daemon ends connections that are idle while others want them, and answers *busy* while it has too many requests:
/// nothing was carried out then, and the request is repeated. If a connection ends after a request was sent, a request
/// that only reads is repeated; a change only if the job's state does not show that it has been made.
package final class ControlClient {
  private static let socket = "control.sock"
  private static let mostFiles = 253
  /// For an answer, with all repetitions.
  private static let patience = Duration.seconds(60)
  /// For a daemon that was there and may be restarting.
  private static let restartTime = Duration.seconds(5)
  /// Connections that may end without an answer.
  private static let mostLosses = 10
  /// Pauses before repetitions.
  private static let pauses = (first: 5, longest: 500)

  private let path: String
  private var line: OwnedDescriptor?

  /// Connects to the daemon of a spool.
  ///
  /// - Throws: `SystemError`; ENOENT or ECONNREFUSED if none runs, EACCES without permission.
  package init(toSpool path: String) throws(SystemError) {
    self.path = path
    line = try PacketSocket.connect(to: Self.socket, inFolder: path)
  }

  /// Sends a request, and waits for the answer.
  ///
  /// - Returns: The answer, and its descriptors.
  /// - Throws: ``CommandError`` busy or failed if there is none within 60 s, or none that can be read; `SystemError`.
  package func ask(
    _ request: JobRequest
  ) throws -> (answer: JobAnswer, files: [OwnedDescriptor]) {
    guard case .change(let action, var ids) = request else {
      for _ in 0..<Self.mostLosses {
        // Results that were deleted already are not deleted again.
        if case .answered(let answer, let files) = try attempt(request) { return (answer, files) }
      }
      throw Self.noAnswer
    }
    let begin = WallClock.milliseconds
    var known: [JobAnswer.Change] = []
    for _ in 0..<Self.mostLosses {
      switch try attempt(.change(action, ids)) {
      case .answered(.changes(let changes), _): return (.changes(known + changes), [])
      case .answered(let answer, let files): return (answer, files)
      case .lost:
        var unknown = ids[...]
        while let id = unknown.first {
          let answer = try ask(.show(id)).answer
          guard let change = action.result(of: id, shownBy: answer, since: begin) else { break }
          known.append(change)
          unknown.removeFirst()
        }
        guard !unknown.isEmpty else { return (.changes(known), []) }
        // Later ones are changed after it.
        ids = Array(unknown)
      }
    }
    throw Self.noAnswer
  }

  private static var noAnswer: CommandError {
    CommandError(.failed, "scrimd ended \(mostLosses) connections without an answer.")
  }

  private enum Outcome {
    case answered(JobAnswer, [OwnedDescriptor])
    /// The connection ended: the request may have been carried out.
    case lost
  }

  /// Sends a request until it is begun.
  private func attempt(_ request: JobRequest) throws -> Outcome {
    let bytes = request.json.bytes()
    let begin = ContinuousClock.now
    var pause = Self.pauses.first
    while true {
      do throws(SystemError) {
        let line = try connect()
        try PacketSocket.send(bytes, [], over: line, waits: true)
        let outcome = try receive(over: line, until: begin + Self.patience)
        guard case .answered(.refused(let error), _)? = outcome, error.code == .busy else {
          if let outcome { return outcome }
          throw SystemError(.timedOut, "receive an answer of scrimd within 60 s")
        }
        if ContinuousClock.now - begin > Self.patience { return .answered(.refused(error), []) }
      } catch {
        // Not sent: the daemon ended the connection before, or is not there.
        line = nil
        let isAbsent = [.noSuchFileOrDirectory, .connectionRefused].contains(error.code)
        let limit = isAbsent ? Self.restartTime : Self.patience
        guard isAbsent || error.code == .brokenPipe || error.code == .connectionReset,
          ContinuousClock.now - begin < limit
        else { throw error }
      }
      usleep(useconds_t(Int.random(in: pause / 2...pause) * 1000))
      pause = min(2 * pause, Self.pauses.longest)
    }
  }

  private func connect() throws(SystemError) -> OwnedDescriptor {
    if let line { return line }
    let new = try PacketSocket.connect(to: Self.socket, inFolder: path)
    line = new
    return new
  }

  /// - Returns: `nil` if there was no answer in time.
  private func receive(
    over line: OwnedDescriptor, until end: ContinuousClock.Instant
  ) throws(SystemError) -> Outcome? {
    let ready = try Readiness.wait(for: [line.raw], timeout: max(end - .now, .zero))
    guard !ready.isEmpty else { return nil }
    let packet: (bytes: [UInt8], descriptors: [OwnedDescriptor])?
    do {
      packet = try PacketSocket.receive(
        from: line, capacity: RecordLimits.answer, maxDescriptors: Self.mostFiles)
    } catch {
      guard error.code == .connectionReset else { throw error }
      packet = nil
    }
    guard let packet else {
      self.line = nil
      return .lost
    }
    do {
      return .answered(try JobAnswer(json: JSON(parsing: packet.bytes)), packet.descriptors)
    } catch {
      let failure = CommandError(.failed, "scrimd's answer is not valid: \(error)")
      return .answered(.refused(failure), [])
    }
  }
}

extension JobAction {
  /// The result of a change whose answer was lost, as far as the job's state shows it.
  ///
  /// - Parameters:
  ///   - id: The job.
  ///   - answer: The answer to a question about it.
  ///   - time: When the change was first asked for: UTC, milliseconds since 1970.
  /// - Returns: `nil` if the change was not made, or can be repeated.
  fileprivate func result(
    of id: JobReference, shownBy answer: JobAnswer, since time: Int
  ) -> JobAnswer.Change? {
    guard case .job(let job) = answer else {
      guard self == .purge, case .refused(let error) = answer, error.code == .missing else {
        return nil
      }
      return JobAnswer.Change(id, state: nil)
    }
    let state = job.summary.state
    let isMade =
      switch self {
      case .cancel: state == .failed && job.isCancelled
      case .hold: state == .hold
      case .release: state != .hold
      // It may have failed again.
      case .retry: state != .failed || job.ended ?? 0 >= time
      case .purge, .acknowledge, .priority: false
      }
    return isMade ? JobAnswer.Change(id, state: state) : nil
  }
}
