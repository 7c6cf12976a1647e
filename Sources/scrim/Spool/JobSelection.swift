import ArgumentParser
import Glibc
import ScrimCommand
import ScrimLinux
import ScrimRecords

/// Properties of jobs by which commands select them.
struct JobFilter: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Only jobs in this state: ingest, queue, active, ready, batches, done, failed, corrupt, hold, or all; may be \
      repeated.
      """,
      valueName: "state"))
  var state: [String] = []

  @Option(help: ArgumentHelp("Only jobs of this user: a name or a number.", valueName: "user"))
  var owner: String?

  @Option(
    help: ArgumentHelp(
      "Only jobs whose name matches this pattern, as in 'story-*'.", valueName: "pattern"))
  var name: String?

  func validate() throws {
    _ = try states()
    _ = try user()
  }

  var isGiven: Bool { !state.isEmpty || owner != nil || name != nil }

  /// The states; all that have jobs with IDs if none is given.
  private func states() throws -> [State] {
    guard !state.isEmpty, !state.contains("all") else {
      return State.allCases.filter { $0 != .drop }
    }
    return try state.map { name in
      guard let state = State(rawValue: name), state != .drop else {
        throw ValidationError("\(name) is not a state of jobs with an ID.")
      }
      return state
    }
  }

  private func user() throws -> UInt32? {
    try owner.map(Self.user)
  }

  /// Reads the name or the number of a user.
  static func user(_ owner: String) throws -> UInt32 {
    if let number = UInt32(owner) { return number }
    guard let entry = getpwnam(owner) else { throw ValidationError("No user is named \(owner).") }
    return entry.pointee.pw_uid
  }

  /// Lists the jobs that the options select.
  ///
  /// - Parameters:
  ///   - control: Where to ask.
  ///   - allowed: The states in which the command can use a job.
  /// - Returns: The jobs, the oldest first.
  /// - Throws: ``Failure``.
  func jobs(_ control: JobControl, in allowed: Set<State>) throws -> [JobSummary] {
    let states = try states().filter(allowed.contains)
    return states.isEmpty ? [] : try control.jobs(in: states, of: user(), named: name).reversed()
  }

  /// Lists the newest jobs that the options select; without a state, those that have not ended.
  ///
  /// - Parameters:
  ///   - control: Where to ask.
  ///   - after: Only jobs that are older than this one.
  ///   - most: At most so many; `nil` for all.
  /// - Returns: The jobs, the newest first.
  /// - Throws: ``Failure``.
  func newest(
    _ control: JobControl, after: JobID?, most: Int?
  ) throws -> [JobSummary] {
    let states = try states().filter { !state.isEmpty || $0.isUnfinished || $0 == .hold }
    return try control.jobs(in: states, of: user(), named: name, after: after, most: most)
  }
}

/// The jobs that a command changes.
struct JobSelection: ParsableArguments {
  @Argument(
    help: "Jobs: the identifiers that scrim submit prints, or IDs as scrim jobs lists them.")
  var ids: [String] = []

  @Flag(help: "All jobs that the other options select, instead of IDs.")
  var all = false

  @OptionGroup var filter: JobFilter

  @Flag(name: .shortAndLong, help: "Does not ask for confirmation.")
  var yes = false

  @OptionGroup var spool: SpoolOptions

  /// Checks the arguments of a command that needs jobs.
  func check() throws {
    guard ids.isEmpty == all else {
      throw ValidationError(
        all ? "--all cannot be combined with job IDs." : "Name job IDs, or use --all.")
    }
    guard all || !filter.isGiven else {
      throw ValidationError("--state, --owner and --name require --all.")
    }
    for id in ids { _ = try JobSelection.parse(id) }
  }

  /// Reads a job's ID, or the token of its submission.
  static func parse(_ text: String) throws -> JobReference {
    guard let job = JobReference(text) else {
      throw ValidationError(
        "\(text) is not a job: expected an ID such as 1795483755404-1000-uc5qydag, or the identifier "
          + "that scrim submit printed, such as hb7ydo2bmsq4xkva.")
    }
    return job
  }

  /// Changes the jobs and prints the result of each.
  ///
  /// - Throws: The exit code of the first error.
  func change(_ action: JobAction) throws {
    let console = Console()
    try console.run {
      let control = JobControl(try spool.find(), command: action.name)
      let jobs =
        all
        ? try filter.jobs(control, in: action.states).compactMap(\.id).map(JobReference.id)
        : try ids.map(Self.parse)
      if all && !jobs.isEmpty { try confirm("\(action.name) \(jobs.count) jobs?") }
      try Self.change(jobs, action, control, console)
    }
  }

  /// Changes these jobs and prints the result of each.
  ///
  /// - Throws: The exit code of the first error; ``Failure``.
  static func change(
    _ jobs: [JobReference], _ action: JobAction, _ control: JobControl, _ console: Console
  ) throws {
    var worst: ExitStatus?
    for change in try control.change(jobs, action) {
      if let error = change.error {
        console.note(("scrim:", .error), (" " + error.message, nil))
        worst = worst ?? error.status
      } else {
        console.result("\(change.job)  \(change.state?.rawValue ?? "deleted")")
      }
    }
    if let worst { throw worst.code }
  }

  /// Asks a question on the terminal, unless the command line answers it.
  ///
  /// - Throws: ``Failure`` if the answer is no, or there is no terminal.
  func confirm(_ question: String) throws {
    guard !yes else { return }
    var isConfirmed = false
    if isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 {
      StandardStream.error.write("\(question) [y/N] ")
      isConfirmed = readLine()?.lowercased().hasPrefix("y") ?? false
    }
    guard isConfirmed else {
      throw Failure(.io, "nothing was changed: confirm on a terminal, or use --yes.")
    }
  }
}
