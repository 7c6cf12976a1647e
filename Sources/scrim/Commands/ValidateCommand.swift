import ArgumentParser
import ScrimCommand
import ScrimDocument
import ScrimProtocol
import ScrimSupervisor

/// Finds the mistakes of a job.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Finds the mistakes of a job without drawing it.",
    discussion: """
      Prints every mistake that can be found without drawing, one a line: file, line, column, the \
      place in the document, and what is wrong. Says nothing when all is well.

      Example:
        scrim validate story.json
      """)

  @Argument(help: "The job: a document, or the folder of a bundle.", completion: .file())
  var job: String

  @Flag(help: "Prints the mistakes as a JSON array; [] when there are none.")
  var json = false

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    let console = Console()
    try console.run {
      let job = try JobFile(at: self.job)
      let worker = try LocalWorker(plugins: plugins.folders)
      console.noteRefused(worker)
      let answer = try worker.answer(.validate, job) {
        console.progress("\(job.name): \($0.words) …")
      }
      switch answer {
      case .finished:
        if json { console.result("[]") }
      case .failed(let diagnostics):
        if json {
          console.result(JSON.array(diagnostics.map(\.json)).text(pretty: true))
        } else {
          console.report(diagnostics, in: job)
        }
        throw status(of: diagnostics).code
      case .effects, .schema, .checked, .systemError, .crashed, .stopped:
        throw Failure(answer, of: job.documentPath)
      }
    }
  }
}
