import ArgumentParser
import ScrimCommand
import ScrimLinux
import ScrimSpool
import ScrimSubmission
import SystemPackage

/// Hands jobs to the daemon.
struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Submits jobs to the daemon.",
    discussion: """
      Puts each job with its files into the spool's drop folder, atomically. All jobs are checked \
      first: if one has errors, or two have an output of the same name, none is submitted, unless \
      --keep-going is given. With --wait, waits for all jobs and prints the path of each image or \
      the errors; the exit status shows whether all succeeded.

      With --data the job is a template, and all rows of the data are submitted as one batch: each row gives \
      images, and a row with an error does not keep others from theirs. NAME.result.json has the counts and the \
      first 100 errors, NAME.rows.jsonl a line of JSON per row. --retry-failed with such a file submits the rows \
      again that are not done.

      --report writes a line of JSON for each job that has ended: "job" (its path), "status" (done, \
      failed, held, rejected or unfinished), "outputs", "warnings" and "errors".

      Examples:
        scrim submit story.json
        scrim submit --keep-going --report result.jsonl cards/*.json
        scrim submit --retry-failed result.jsonl --wait
        scrim submit story.scrim -o cover.jpg
        scrim submit --key order-4711 --not-before 18:00 story.json
        scrim submit card.json --data people.csv --wait
        scrim submit card.json --data people.csv --retry-failed card.rows.jsonl
      """)

  @Argument(help: "Jobs: JSON documents or bundle folders.", completion: .file())
  var jobs: [String] = []

  @Flag(help: "Submits the other jobs when some have errors.")
  var keepGoing = false

  @Option(
    help: ArgumentHelp(
      "Writes a line of JSON per job to a file; implies --wait.", valueName: "file"),
    completion: .file())
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Submits the jobs that are not done according to a file of --report, or with --data the rows.",
      valueName: "file"),
    completion: .file())
  var retryFailed: String?

  @Option(
    help: ArgumentHelp(
      "Longest time to wait; then the exit status is 124. Implies --wait.", valueName: "seconds"))
  var timeout: Double?

  @Flag(help: "Waits until the jobs have finished.")
  var wait = false

  @Option(
    name: .shortAndLong,
    help: "Output file or folder that the images are copied to; implies --wait.",
    completion: .file())
  var output: String?

  @OptionGroup(title: "Options for templates") var batch: BatchOptions

  @OptionGroup(title: "How the daemon treats the jobs")
  var asked: SubmissionArguments

  @OptionGroup var spool: SpoolOptions

  func validate() throws {
    try batch.validate(jobs: jobs, isRetry: retryFailed != nil)
    if let timeout, !(timeout >= 0) { throw ValidationError("--timeout \(timeout) is below 0.") }
    if asked.isPrivate, isAwaited {
      throw ValidationError(
        "--private leaves the images in the spool: use scrim wait and scrim fetch instead of --wait and -o."
      )
    }
    if batch.template.data != nil {
      if output != nil || report != nil || keepGoing {
        throw ValidationError(
          "-o, --report and --keep-going are for jobs; a batch has its images in out/, and NAME.rows.jsonl."
        )
      }
      return
    }
    guard jobs.isEmpty != (retryFailed == nil) else {
      throw ValidationError("Give jobs, or --retry-failed and no jobs.")
    }
    if asked.key != nil, jobs.count > 1 {
      throw ValidationError("--key is for one job; \(jobs.count) were given.")
    }
  }

  func run() throws {
    let console = Console()
    try console.run {
      let place = try spool.find()
      if batch.template.data != nil { return try submitRows(to: place, console) }
      let paths = try retryFailed.map(SubmitReport.jobsToRetry) ?? jobs
      let report = try report.map(SubmitReport.init(at:))
      var options = try asked.options()
      if batch.template.isGiven {
        options.settings = try batch.settings(for: JobFile(at: paths[0]))
      }
      let checked = JobBatch(paths, options: options, console: console)
      for job in checked.rejected { try report?.add(job.path, .rejected, errors: job.errors) }
      if let worst = checked.worst, !keepGoing {
        if paths.count > 1 {
          console.note(
            "No job was submitted: \(checked.rejected.count) of \(paths.count) have errors. "
              + "--keep-going submits the others.")
        }
        throw worst.code
      }
      var waiting = SubmittedJobs(
        spool: place, output: output.map { OutputPlaces($0) }, report: report, console: console)
      for submission in checked.submissions {
        try drop(submission, into: place, console)
        waiting.add(submission)
        if !isAwaited { console.note("Submitted \(submission.job.name) to \(place).") }
      }
      let worst = isAwaited ? try waiting.wait(timeout.map { .seconds($0) }) : nil
      if let code = worst ?? checked.worst?.code { throw code }
    }
  }

  /// Submits all rows of a data file as one batch.
  private func submitRows(to place: FilePath, _ console: Console) throws {
    guard
      let submission = try batch.read(
        jobs[0], retrying: retryFailed, asked: asked.options(), console)
    else { return }
    let token = RandomName.make(characters: DropName.tokenLength)
    try submission.drop(into: place, token: token)
    guard isAwaited else { return console.note("Submitted \(submission.job.name) to \(place).") }
    var submitted = SubmittedBatch(submission, token: token, spool: place, console: console)
    if let code = try submitted.wait(timeout.map { .seconds($0) }) { throw code }
  }

  private var isAwaited: Bool { wait || output != nil || report != nil || timeout != nil }

  /// Drops a job, or ends the command with the errors that can be seen from here.
  private func drop(_ submission: Submission, into spool: FilePath, _ console: Console) throws {
    do {
      try submission.drop(into: spool)
    } catch let missing as MissingSources {
      console.report(missing.diagnostics, in: submission.job)
      throw status(of: missing.diagnostics).code
    }
  }
}
