import Glibc
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimSpool
import SystemPackage

/// Asks the daemon about jobs, or acts on the spool where none runs.
struct JobControl {
  private let spool: FilePath
  /// The command for messages, as in `cancel`.
  private let command: String

  private static let socket = "control.sock"
  private static let longestAnswer = 1 << 20
  private static let patience = Duration.seconds(60)

  init(_ spool: FilePath, command: String) {
    self.spool = spool
    self.command = command
  }

  /// Sends a request.
  ///
  /// - Throws: ``Failure`` if it is refused as a whole, or cannot be sent.
  func ask(_ request: JobRequest) throws -> JobAnswer {
    let answer: JobAnswer
    do {
      let daemon = try PacketSocket.connect(to: Self.socket, inFolder: spool.string)
      answer = try ask(request, over: daemon)
    } catch let error as SystemError
      where error.code == .noSuchFileOrDirectory || error.code == .connectionRefused
    {
      answer = try askDirectly(request)
    } catch let error as SystemError where error.code == .permissionDenied {
      throw Failure(
        .io, "\(spool): no permission for \(Self.socket): join the group that it belongs to.")
    } catch let error as SystemError {
      throw Failure(.io, "scrimd did not answer: \(error). See scrim show for the state of a job.")
    }
    if case .refused(let error) = answer { throw Failure(error.status, error.message) }
    return answer
  }

  private func ask(_ request: JobRequest, over daemon: OwnedDescriptor) throws -> JobAnswer {
    try PacketSocket.send(request.json.bytes(), [], over: daemon, waits: true)
    guard try !Readiness.wait(for: [daemon.raw], timeout: Self.patience).isEmpty else {
      throw Failure(.io, "scrimd did not answer within 60 s.")
    }
    guard
      let packet = try PacketSocket.receive(
        from: daemon, capacity: Self.longestAnswer, maxDescriptors: 0)
    else {
      throw Failure(
        .io, "scrimd closed the connection: it is stopping, or you have too many connections.")
    }
    do {
      return try JobAnswer(json: JSON(parsing: packet.bytes))
    } catch {
      throw Failure(.io, "scrimd's answer is not valid: \(error)")
    }
  }

  /// Without a daemon only the spool's account may act: the folders of jobs are its own.
  private func askDirectly(_ request: JobRequest) throws -> JobAnswer {
    var about = stat()
    guard stat(spool.string, &about) == 0 else { throw Failure(.io, "\(spool) cannot be read.") }
    guard about.st_uid == geteuid() else {
      let account = Self.name(of: about.st_uid)
      let hint =
        account.map {
          " Start scrimd, or run: runuser -u \($0) -- scrim \(command) --spool \(spool) …"
        }
        ?? " Start scrimd."
      throw Failure(
        .io,
        "No scrimd is running for \(spool); without one only the account \(account ?? "\(about.st_uid)") "
          + "may use scrim \(command).\(hint)")
    }
    do {
      let direct = try Spool(path: spool.string, limits: .none)
      let commands = JobCommands(direct, isOperator: { _ in false }, onChange: { _ in })
      return commands.answer(request, from: geteuid())
    } catch let error as SpoolError {
      throw Failure(.io, error.message)
    } catch let error as SystemError {
      throw Failure(.io, error.description)
    }
  }

  private static func name(of user: uid_t) -> String? {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) }
  }
}

extension JobControl {
  /// All jobs of these states that the user may see, a part at a time.
  ///
  /// - Parameters:
  ///   - states: The states.
  ///   - user: Whose jobs; `nil` for all.
  ///   - pattern: A shell pattern of names; `nil` for all.
  /// - Returns: The jobs, the oldest first.
  /// - Throws: ``Failure``.
  func jobs(in states: [State], of user: UInt32?, named pattern: String?) throws -> [JobSummary] {
    var found: [JobSummary] = []
    var last: JobID?
    while true {
      guard case .jobs(let jobs, let next) = try ask(.list(states: states, user: user, after: last))
      else { throw Failure(.io, "scrimd's answer is not a list of jobs.") }
      found += jobs.filter { job in
        pattern.map { fnmatch($0, job.name ?? "", 0) == 0 } ?? true
      }
      guard let next else { return found }
      last = next
    }
  }

  func details(of id: JobID) throws -> JobDetails {
    guard case .job(let job) = try ask(.show(id)) else {
      throw Failure(.io, "scrimd's answer is not a job.")
    }
    return job
  }

  /// Changes jobs.
  ///
  /// - Returns: The result of each.
  func change(_ ids: [JobID], _ action: JobAction) throws -> [JobAnswer.Change] {
    var changes: [JobAnswer.Change] = []
    for start in stride(from: 0, to: ids.count, by: JobRequest.mostJobs) {
      let part = Array(ids[start..<min(start + JobRequest.mostJobs, ids.count)])
      guard case .changes(let results) = try ask(.change(action, part)) else {
        throw Failure(.io, "scrimd's answer is not a list of changes.")
      }
      changes += results
    }
    return changes
  }
}

extension CommandError {
  /// How a command ends with this error.
  var status: ExitStatus { code == .missing ? .missing : .io }
}

extension SpoolLimits {
  /// For commands, which take nothing in.
  fileprivate static let none = SpoolLimits(
    jobBytes: 0, fileBytes: 0, files: 0, waitingPerUser: 0, waiting: 0, freeBytes: 0,
    freePercent: 0, settle: .zero, settleBlind: .zero, longestWait: .zero)
}
