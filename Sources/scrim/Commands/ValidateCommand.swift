import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimProtocol
import ScrimWorkerClient

/// Finds the errors and warnings of a job.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks jobs for errors without rendering them.",
    discussion: """
      Prints every error that can be found without rendering, one per line: file, line, column, \
      path in the document and message. For a valid job prints the warnings that its result would \
      have. Prints nothing if there are none. A template, a job with "inputs", is checked with the \
      examples of its inputs, or with each row of --data.

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

  @OptionGroup(title: "Options for templates") var template: TemplateOptions

  @OptionGroup(title: "Options for sources by URL") var fetching: FetchOptions

  @OptionGroup var options: LocalWorkerOptions

  func run() throws {
    let console = Console()
    try console.run {
      var replies: [(job: String, reply: ValidateReply)] = []
      defer { if json { console.result(Self.json(replies, isList: jobs.jobs.count > 1)) } }
      let workers = options.workers(
        console, environments: .installed, fetcher: SourceFetcher(fetching, console))
      try jobs.forEach(console) { job in
        if TemplateFile.isTemplate(job) {
          let (reply, status) = try validate(job, workers, console)
          if json { replies.append((job.documentPath, reply)) }
          return status
        }
        try template.requireNone(for: job)
        let found = try workers.ready().validate(LocalJob(job)) {
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

  /// Checks a template with each row and variant.
  private func validate(
    _ job: JobFile, _ workers: LocalWorkers, _ console: Console
  ) throws -> (ValidateReply, ExitStatus?) {
    let file = try template.template(job, orSample: true)
    var rows = TemplateRows(file, console, isStrict: template.strict, printsErrors: !json)
    var warnings: [Diagnostic] = []
    let isList = json && jobs.jobs.count > 1
    let status = try rows.forEach(workers) { prepared, template, worker in
      console.progress("\(prepared.about.name) …")
      let reply = try worker.validate(prepared, template, of: file)
      if isList { warnings += reply.warnings } else { console.warn(reply.warnings, in: job) }
      return reply.errors
    }
    let reply = ValidateReply {
      $0.errors = rows.errors
      $0.warnings = warnings
    }
    return (reply, status)
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
