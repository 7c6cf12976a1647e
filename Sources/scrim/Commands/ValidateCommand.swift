import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimProtocol

/// Finds the errors and warnings of a job.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks a job for errors without rendering it.",
    discussion: """
      Prints every error that can be found without rendering, one per line: file, line, column, \
      path in the document and message. For a valid job prints the warnings that its result would \
      have. Prints nothing if there are none.

      Example:
        scrim validate story.json
      """)

  @Argument(help: "Job: a JSON document or a bundle folder.", completion: .file())
  var job: String

  @Flag(help: "Prints the errors as a JSON array; [] if there are none.")
  var json = false

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    let console = Console()
    try console.run {
      let job = try JobFile(at: self.job)
      let worker = try LocalWorker(plugins: plugins.folders)
      console.noteRefused(worker)
      let found = try worker.validate(job) {
        console.progress("\(job.name): \($0.words) …")
      }
      let errors = found.errors
      console.warn(found.warnings, in: job)
      if json {
        console.result(errors.isEmpty ? "[]" : JSON.array(errors.map(\.json)).text(pretty: true))
      } else {
        console.report(errors, in: job)
      }
      guard errors.isEmpty else { throw status(of: errors).code }
    }
  }
}
