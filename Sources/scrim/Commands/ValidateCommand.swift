import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimProtocol

/// Finds the errors and warnings of a job.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks jobs for errors without rendering them.",
    discussion: """
      Prints every error that can be found without rendering, one per line: file, line, column, \
      path in the document and message. For a valid job prints the warnings that its result would \
      have. Prints nothing if there are none.

      Examples:
        scrim validate story.json
        scrim validate jobs/*.json
        ./make-story | scrim validate -
      """)

  @OptionGroup var jobs: LocalJobs

  @Flag(
    help: """
      Prints the errors as a JSON array; [] if there are none. Of several jobs: an array of \
      objects with job, errors and warnings.
      """)
  var json = false

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var fonts: FontOptions

  func run() throws {
    let console = Console()
    try console.run {
      var replies: [(job: String, reply: ValidateReply)] = []
      defer { if json { console.result(Self.json(replies, isList: jobs.jobs.count > 1)) } }
      try jobs.forEach(console, plugins: plugins.folders, fonts: fonts.paths) { job, worker in
        let found = try worker.validate(job) {
          console.progress("\(job.name): \($0.words) …")
        }
        let isList = json && jobs.jobs.count > 1
        if !isList { console.warn(found.warnings, in: job) }
        if json {
          replies.append((job.documentPath, found))
        } else {
          console.report(found.errors, in: job)
        }
        return found.errors.isEmpty ? nil : status(of: found.errors)
      }
    }
  }

  /// The errors of the only job, or those of each.
  private static func json(
    _ replies: [(job: String, reply: ValidateReply)], isList: Bool
  ) -> String {
    let documents: JSON =
      isList
      ? .array(
        replies.map { job, reply in
          [
            "job": .string(job), "errors": .array(reply.errors.map(\.json)),
            "warnings": .array(reply.warnings.map(\.json)),
          ]
        }) : .array(replies.first?.reply.errors.map(\.json) ?? [])
    return documents == .array([]) ? "[]" : documents.text(pretty: true)
  }
}
