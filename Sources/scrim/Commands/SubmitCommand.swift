import ArgumentParser
import ScrimCommand
import ScrimJSON
import SystemPackage

/// Hands jobs to the daemon.
struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Submits jobs to the daemon.",
    discussion: """
      Puts each job with its files into the spool's drop folder, atomically. With --wait, waits for \
      all jobs and prints the path of each image or the errors; the exit status shows whether all \
      succeeded.

      Examples:
        scrim submit story.json
        scrim submit --wait *.json
        scrim submit story.scrim -o cover.jpg
        scrim submit --key order-4711 --not-before 18:00 story.json
      """)

  @Argument(help: "Jobs: JSON documents or bundle folders.", completion: .file())
  var jobs: [String]

  @Flag(help: "Waits until the jobs have finished.")
  var wait = false

  @Option(
    name: .shortAndLong,
    help: "Output file or folder that the images are copied to; implies --wait.",
    completion: .file())
  var output: String?

  @OptionGroup(title: "How the daemon treats the jobs")
  var asked: SubmissionArguments

  @OptionGroup var spool: SpoolOptions

  func validate() throws {
    if asked.isPrivate, isAwaited {
      throw ValidationError(
        "--private leaves the images in the spool: use scrim wait and scrim fetch instead of --wait and -o."
      )
    }
    if asked.key != nil, jobs.count > 1 {
      throw ValidationError("--key is for one job; \(jobs.count) were given.")
    }
  }

  func run() throws {
    let console = Console()
    try console.run {
      let place = try spool.find()
      var waiting = SubmittedJobs(
        spool: place, output: output.map { OutputPlaces($0) }, console: console)
      for path in jobs {
        let job = try JobFile(at: path)
        waiting.add(job, token: try submit(job, to: place, console))
        if !isAwaited { console.note("Submitted \(job.name) to \(place).") }
      }
      if isAwaited { try waiting.wait() }
    }
  }

  private var isAwaited: Bool { wait || output != nil }

  /// Drops a job, or ends the command with the errors that can be seen from here.
  private func submit(
    _ job: JobFile, to spool: FilePath, _ console: Console
  ) throws -> String {
    do {
      let submission = try Submission(job, options: try asked.options())
      try submission.drop(into: spool)
      return submission.token
    } catch let diagnostic as Diagnostic {
      console.report([diagnostic], in: job)
      throw status(of: [diagnostic]).code
    } catch let missing as MissingSources {
      console.report(missing.diagnostics, in: job)
      throw status(of: missing.diagnostics).code
    }
  }
}
