import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool
import SystemPackage

/// A spool: asks its daemon about jobs, or acts on the spool where none runs.
struct SpoolPlace {
  let spool: FilePath
  /// The command for messages, as in `cancel`.
  private let command: String

  init(_ spool: FilePath, command: String) {
    self.spool = spool
    self.command = command
  }

  /// Where requests go. One that is used for all parts of a list saves the daemon listing its folders for each.
  enum Line {
    case daemon(ControlClient)
    case spool(Spool, CommandSession)
    /// The history is read by root, too.
    case history
  }

  /// Sends a request.
  ///
  /// - Throws: ``Failure`` if it is refused as a whole, or cannot be sent.
  func ask(_ request: JobRequest) throws -> JobAnswer { try ask(request, over: open(for: request)) }

  /// Connects to the daemon, or opens the spool where none runs.
  ///
  /// - Throws: ``Failure``.
  func open(for request: JobRequest) throws -> Line {
    do {
      return .daemon(try ControlClient(toSpool: spool.string))
    } catch  where error.code == .noSuchFileOrDirectory || error.code == .connectionRefused {
      return try openDirectly(for: request)
    } catch  where error.code == .permissionDenied {
      throw SpoolOptions.denied(spool.string, "control.sock")
    } catch {
      throw unanswered(error)
    }
  }

  /// Whether it is known that no daemon runs.
  var isDaemonAbsent: Bool {
    do throws(SystemError) {
      _ = try ControlClient(toSpool: spool.string)
      return false
    } catch {
      return error.code == .noSuchFileOrDirectory || error.code == .connectionRefused
    }
  }

  func ask(_ request: JobRequest, over line: Line) throws -> JobAnswer {
    try askForFiles(request, over: line).0
  }

  /// Sends a request whose answer has descriptors.
  private func askForFiles(
    _ request: JobRequest, over line: Line
  ) throws -> (JobAnswer, [OwnedDescriptor]) {
    let answer: JobAnswer
    var files: [OwnedDescriptor] = []
    do {
      switch line {
      case .daemon(let daemon): (answer, files) = try daemon.ask(request)
      case .spool(let spool, let session):
        let commands = JobCommands(spool, isOperator: { _ in false }, onChange: { _ in })
        (answer, files) = commands.answer(request, from: geteuid(), in: session)
        spool.eventLog.write()
      case .history: answer = try readHistory(request)
      }
    } catch let error as SystemError {
      throw unanswered(error)
    } catch let error as CommandError {
      throw Failure(.io, error.message)
    }
    if case .refused(let error) = answer { throw Failure(error.status, error.message) }
    return (answer, files)
  }

  private func unanswered(_ error: SystemError) -> Failure {
    Failure(.io, "scrimd did not answer: \(error). See scrim show for the state of a job.")
  }

  /// Without a daemon only the spool's account may act: the folders of jobs are its own.
  private func openDirectly(for request: JobRequest) throws -> Line {
    var about = stat()
    guard stat(spool.string, &about) == 0 else { throw Failure(.io, "\(spool) cannot be read.") }
    if case .history = request, geteuid() == 0 || geteuid() == about.st_uid { return .history }
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
      let direct = try Spool(existing: spool.string, limits: SpoolLimits())
      // Its size is the daemon's concern.
      if direct.eventLog.exists { direct.eventLog.maxBytes = .max }
      return .spool(direct, CommandSession())
    } catch let error as SpoolError {
      throw Failure(.io, error.message)
    } catch let error as SystemError {
      throw Failure(.io, error.description)
    }
  }

  private func readHistory(_ request: JobRequest) throws -> JobAnswer {
    guard case .history(let query, let cursor) = request else { return .events([], next: nil) }
    do {
      let (events, next) = try EventLog.read(query, inSpool: spool.string, after: cursor)
      return .events(events, next: next)
    } catch  where error.code == .noSuchFileOrDirectory {
      return .events([], next: nil)
    } catch {
      throw Failure(.io, error.description)
    }
  }

  private static func name(of user: uid_t) -> String? {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) }
  }
}

extension SpoolPlace {
  /// Events of the history that the user may see, the oldest first.
  ///
  /// - Parameters:
  ///   - query: The events.
  ///   - pattern: A shell pattern of the jobs' names; `nil` for all.
  /// - Returns: The events.
  /// - Throws: ``Failure``.
  func history(_ query: EventQuery, named pattern: String?) throws -> [JobEvent] {
    var events: [JobEvent] = []
    var names: [JobID: String] = [:]
    var request = JobRequest.history(query, after: nil)
    let line = try open(for: request)
    while true {
      guard case .events(let part, let next) = try ask(request, over: line) else {
        throw Failure(.io, "scrimd's answer is not a part of the history.")
      }
      for event in part { names[event.id] = event.name ?? names[event.id] }
      events += part
      guard let next else { break }
      request = .history(query, after: next)
    }
    return events.compactMap { event in
      var event = event
      // Not every event has the name.
      event.name = event.name ?? names[event.id]
      guard let pattern else { return event }
      return fnmatch(pattern, event.name ?? "", 0) == 0 ? event : nil
    }
  }

  func details(of reference: JobReference) throws -> JobDetails {
    guard case .job(let job) = try ask(.show(reference)) else {
      throw Failure(.io, "scrimd's answer is not a job.")
    }
    return job
  }

  /// Opens outputs of a job, a part at a time: of a batch its list of rows, then images in the order of the rows.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - cursor: The end of the previous part.
  /// - Returns: The outputs, and the end of the part if there are more.
  /// - Throws: ``Failure``.
  func outputs(
    of job: JobReference, after cursor: OutputCursor?
  ) throws -> (
    outputs: [(output: OutputRecord, file: OwnedDescriptor)], next: OutputCursor?
  ) {
    let request = JobRequest.fetch(job, after: cursor)
    let (answer, files) = try askForFiles(request, over: open(for: request))
    guard case .outputs(let outputs, let next) = answer, outputs.count == files.count else {
      throw Failure(.io, "scrimd's answer is not a list of outputs.")
    }
    return (Array(zip(outputs, files)).map { ($0.0, $0.1) }, next)
  }

  /// Deletes results and reports of a user.
  ///
  /// - Returns: The number of files.
  /// - Throws: ``Failure``.
  func purgeResults(of user: UInt32) throws -> Int {
    var (files, before, cursor) = (0, 0, nil as ResultCursor?)
    let line = try open(for: .purgeResults(user: user, after: nil))
    while true {
      let request = JobRequest.purgeResults(user: user, after: cursor)
      guard case .purged(let count, let next) = try ask(request, over: line) else {
        throw Failure(.io, "scrimd's answer is not a number of files.")
      }
      files += count
      // Some file systems pass over names after others were deleted: a walk in parts is repeated until it finds none.
      if next == nil, cursor == nil || files == before { return files }
      if next == nil { before = files }
      cursor = next
    }
  }
}

extension CommandError {
  /// How a command ends with this error.
  var status: ExitStatus { code == .missing ? .missing : .io }
}
