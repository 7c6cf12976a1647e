import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool
import Synchronization
import Testing

/// A client whose daemon is busy, or ends connections.
@Suite struct ControlClientTests {
  /// What a daemon does with a request.
  private enum Step: Sendable {
    case answer(JobAnswer)
    /// Ends the connection after it has read the request.
    case lose
    /// Ends the connection before it reads the request, so that it is not sent.
    case close
  }

  private final class Requests: Sendable {
    let all = Mutex<[JobRequest]>([])
  }

  /// Runs `body` with a client of a daemon that takes these steps.
  ///
  /// - Returns: The requests that the daemon read.
  private func serve(_ steps: [Step], _ body: (ControlClient) throws -> Void) throws -> [JobRequest]
  {
    let test = try TestSpool()
    let spool = try test.open()
    let listener = try PacketSocket.listen(as: "control.sock", in: spool.root, mode: 0o600)
    let read = Requests()
    let thread = try Thread {
      var line: OwnedDescriptor?
      for step in steps {
        if line == nil {
          _ = try? Readiness.wait(for: [listener.raw], timeout: .seconds(20))
          line = PacketSocket.accept(from: listener)
        }
        guard let current = line else { return }
        if case .close = step {
          line = nil
          continue
        }
        _ = try? Readiness.wait(for: [current.raw], timeout: .seconds(20))
        guard
          let packet = try? PacketSocket.receive(
            from: current, capacity: JobRequest.maxBytes, maxDescriptors: 0),
          let request = try? JobRequest(json: JSON(parsing: packet.bytes))
        else { return }
        read.all.withLock { $0.append(request) }
        if case .answer(let answer) = step {
          try? PacketSocket.send(answer.json.bytes(), [], over: current, waits: false)
        } else {
          line = nil
        }
      }
    }
    defer { thread.join() }
    try body(ControlClient(toSpool: test.path))
    return read.all.withLock { $0 }
  }

  private let id = JobID(time: 1_700_000_000_000, user: 1000)

  /// The answer about a job in a state.
  private func job(_ state: String, error: String? = nil) throws -> JobAnswer {
    let errors = error.map { #"{"code": "\#($0)", "message": "m", "pointer": ""}"# } ?? ""
    let text = """
      {"job": {"id": "\(id)", "owner": "1000", "time": 0, "state": "\(state)", "failedAttempts": [], "outputs": [], "private": false,
       "errors": [\(errors)]}}
      """
    return try JobAnswer(json: JSON(parsing: Array(text.utf8)))
  }

  @Test func aBusyDaemonIsAskedAgain() throws {
    let done = JobAnswer.environment("sha256:1")
    let requests = try serve([.answer(.busy), .close, .answer(done)]) { client in
      let answer = try client.ask(.environment).answer
      #expect(answer == done)
    }
    #expect(requests == [.environment, .environment])
  }

  @Test func aQuestionIsRepeatedAfterALostAnswer() throws {
    let answer = try job("queue")
    let requests = try serve([.lose, .answer(answer)]) { client in
      let found = try client.ask(.show(.id(id))).answer
      #expect(found == answer)
    }
    #expect(requests == [.show(.id(id)), .show(.id(id))])
  }

  @Test func aChangeIsNotRepeatedIfItWasMade() throws {
    let cancelled = try job("failed", error: "cancelled")
    let requests = try serve([.lose, .answer(cancelled)]) { client in
      let answer = try client.ask(.change(.cancel, [.id(id)])).answer
      #expect(answer == .changes([.init(.id(id), state: .failed)]))
    }
    #expect(requests == [.change(.cancel, [.id(id)]), .show(.id(id))])
  }

  @Test func aChangeIsRepeatedIfItWasNotMade() throws {
    let made = JobAnswer.changes([.init(.id(id), state: .failed)])
    let requests = try serve([.lose, .answer(try job("queue")), .answer(made)]) { client in
      let answer = try client.ask(.change(.cancel, [.id(id)])).answer
      #expect(answer == made)
    }
    #expect(requests == [.change(.cancel, [.id(id)]), .show(.id(id)), .change(.cancel, [.id(id)])])
  }
}
