package import ArgumentParser
import Glibc
package import ScrimJSON
package import ScrimRecords

/// Where jobs are: a spool or a queue. The commands about jobs are the same for both.
package protocol Place: SendableMetatype {
  /// The options that say which spool or queue.
  associatedtype Options: ParsableArguments
  /// What names a job on the command line.
  associatedtype Reference: Hashable, CustomStringConvertible
  associatedtype Owner
  associatedtype State: RawRepresentable<String>, Hashable, SendableMetatype
  associatedtype Job: ListedJob
  associatedtype Ending: JobEnding

  /// The program, as in `scrim`.
  static var program: String { get }
  /// A job, for examples in help texts.
  static var example: String { get }
  /// What an owner is, for help texts.
  static var owners: String { get }
  /// What is special here about a command, for its help text.
  static func remarks(on command: String) -> String

  /// The states that `--state` takes.
  static var states: [State] { get }
  /// Whether a job of this state is listed without `--state`.
  static func isOpen(_ state: State) -> Bool
  /// The states of jobs that an action changes.
  static func states(for action: JobAction) -> Set<State>

  /// - Throws: `ValidationError` for a text that names no job.
  static func reference(_ text: String) throws -> Reference
  /// - Throws: `ValidationError` for a text that names no owner.
  static func owner(_ text: String) throws -> Owner
  /// How a command of a listed job is named; `nil` as long as it has no ID.
  static func reference(to job: Job) -> Reference?
  /// How a command ends with an error of the place; `nil` for another error.
  static func failure(_ error: any Error) -> Failure?

  /// Opens the spool or queue.
  ///
  /// - Parameters:
  ///   - options: Which one.
  ///   - command: The command for messages, as in `cancel`.
  /// - Throws: ``Failure``, or an error of the place.
  init(_ options: Options, command: String) throws

  /// Lists jobs, the newest first, a part at a time.
  ///
  /// - Parameters:
  ///   - states: Their states.
  ///   - owner: Whose jobs; `nil` for all that the user may see.
  ///   - after: Only jobs that are older than this one.
  ///   - most: The most that are wanted from now on; `nil` for all.
  ///   - use: Takes each part, and returns whether more are wanted.
  /// - Throws: ``Failure``, or an error of the place.
  func list(
    in states: [State], of owner: Owner?, after: Reference?, most: () -> Int?,
    _ use: ([Job]) -> Bool
  ) throws

  func page(of job: Reference) throws -> JobPage
  func page(ofJobWithKey key: String) throws -> JobPage

  /// Changes jobs, and returns what became of each.
  func change(_ jobs: [Reference], _ action: JobAction) throws -> [JobChange]

  /// How those of the jobs that have ended did.
  mutating func endings(of jobs: [Reference]) throws -> [Reference: Ending]
  /// Waits until it is worth asking again.
  func pause(until end: ContinuousClock.Instant?) throws

  /// Copies the images of a job, and prints their paths.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - places: Where they go.
  ///   - keeps: Whether they stay here, too.
  ///   - console: Where the paths are printed.
  /// - Throws: ``Failure``, or an error of the place.
  func fetch(
    _ job: Reference, to places: OutputPlaces, keeps: Bool, _ console: Console) throws
}

extension Place {
  /// Runs the work of a command about jobs.
  ///
  /// - Throws: The exit code.
  package static func run(
    _ command: String, _ options: Options, _ work: (inout Self, Console) throws -> Void
  ) throws {
    let console = Console()
    try console.run {
      do {
        var place = try Self(options, command: command)
        try work(&place, console)
      } catch {
        throw failure(error) ?? error
      }
    }
  }

  static var job: ArgumentHelp {
    ArgumentHelp("Job, as \(program) submit prints it or \(program) jobs lists it.")
  }

  static var jobs: ArgumentHelp {
    ArgumentHelp("Jobs, as \(program) submit prints them or \(program) jobs lists them.")
  }

  /// The declaration of a command: what it does everywhere, what is special here, and examples.
  package static func command(
    _ name: String, _ abstract: String, _ text: String = "", examples: String...
  ) -> CommandConfiguration {
    let text = [text, remarks(on: name)].filter { !$0.isEmpty }.joined(separator: " ")
    let examples = examples.map { "  \(program) \(name) \($0)" }.joined(separator: "\n")
    return CommandConfiguration(
      commandName: name, abstract: abstract, discussion: "\(text)\n\nExamples:\n\(examples)")
  }

  /// Lists jobs.
  ///
  /// - Parameters:
  ///   - states: Their states.
  ///   - owner: Whose jobs; `nil` for all that the user may see.
  ///   - pattern: A shell pattern of names; `nil` for all.
  ///   - after: Only jobs that are older than this one.
  ///   - most: At most so many; `nil` for all.
  /// - Returns: The jobs, the newest first.
  /// - Throws: ``Failure``, or an error of the place.
  package func jobs(
    in states: [State], of owner: Owner? = nil, named pattern: String? = nil,
    after: Reference? = nil,
    most: Int? = nil
  ) throws -> [Job] {
    var found: [Job] = []
    guard !states.isEmpty else { return found }
    // With a pattern it is not known how many have to be looked at.
    try list(
      in: states, of: owner, after: after,
      most: { pattern == nil ? most.map { $0 - found.count } : nil },
      { part in
        found += part.filter { job in
          pattern.map { fnmatch($0, job.title ?? "", 0) == 0 } ?? true
        }
        return most.map { found.count < $0 } ?? true
      })
    return most.map { Array(found.prefix($0)) } ?? found
  }
}

/// All that can be shown of a job: key and value of each line; and its report, if it is there.
package typealias JobPage = (rows: [[String]], json: JSON, report: String?)

/// What became of a job that a command was to change: its state, `nil` if it is deleted.
package typealias JobChange = (job: String, result: Result<String?, Failure>)
