package import ArgumentParser
import Glibc
import ScrimLinux
package import ScrimRecords

/// Properties of jobs by which commands select them.
package struct JobFilter<P: Place>: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only jobs in this state: \(P.states.map(\.rawValue).joined(separator: ", ")), or all; may be repeated.",
      valueName: "state"),
    transform: Self.states)
  var state: [[P.State]] = []

  @Option(
    help: ArgumentHelp("Only jobs of this \(P.owners).", valueName: "owner"), transform: P.owner)
  var owner: P.Owner?

  @Option(
    help: ArgumentHelp(
      "Only jobs whose name matches this pattern, as in 'story-*'.", valueName: "pattern"))
  var name: String?

  package init() {}

  package var isGiven: Bool { !state.isEmpty || owner != nil || name != nil }

  private static func states(_ name: String) throws -> [P.State] {
    if name == "all" { return P.states }
    guard let state = P.states.first(where: { $0.rawValue == name }) else {
      throw ValidationError("\(name) is not a state of jobs with an ID.")
    }
    return [state]
  }

  /// The states that `--state` selects, or others if none are.
  func selected(else others: [P.State]) -> [P.State] {
    let given = Set(state.joined())
    return given.isEmpty ? others : P.states.filter(given.contains)
  }
}

/// The jobs that a command changes.
package struct JobSelection<P: Place>: ParsableArguments {
  @Argument(help: P.jobs, transform: P.reference)
  package var ids: [P.Reference] = []

  @Flag(help: "All jobs that the other options select, instead of single ones.")
  package var all = false

  @OptionGroup package var filter: JobFilter<P>

  @Flag(name: .shortAndLong, help: "Does not ask for confirmation.")
  var yes = false

  @OptionGroup package var place: P.Options

  package init() {}

  /// Checks the arguments of a command that needs jobs.
  package func check() throws {
    guard ids.isEmpty == all else {
      throw ValidationError(
        all ? "--all cannot be combined with job IDs." : "Name job IDs, or use --all.")
    }
    guard all || !filter.isGiven else {
      throw ValidationError("--state, --owner and --name require --all.")
    }
  }

  /// Changes the jobs and prints the result of each.
  ///
  /// - Throws: The exit code of the first error.
  package func change(_ action: JobAction) throws {
    try P.run(action.name, place) { place, console in
      var jobs = ids
      if all {
        let states = filter.selected(else: P.states).filter(P.states(for: action).contains)
        jobs = try place.jobs(in: states, of: filter.owner, named: filter.name)
          .reversed().compactMap(P.reference)
      }
      if all && !jobs.isEmpty { try confirm("\(action.name) \(jobs.count) jobs?") }
      try place.change(jobs, action, console)
    }
  }

  /// Asks a question on the terminal, unless the command line answers it.
  ///
  /// - Throws: ``Failure`` if the answer is no, or there is no terminal.
  package func confirm(_ question: String) throws {
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

extension Place {
  /// Changes jobs and prints the result of each.
  ///
  /// - Throws: The exit code of the first error; ``Failure``.
  package func change(_ jobs: [Reference], _ action: JobAction, _ console: Console) throws {
    var worst: ExitStatus?
    for change in try self.change(jobs, action) {
      switch change.result {
      case .success(let state): console.result("\(change.job)  \(state ?? "deleted")")
      case .failure(let failure):
        console.note(failure)
        worst = worst ?? failure.status
      }
    }
    if let worst { throw worst.code }
  }
}
