import ArgumentParser
import ScrimCommand
import ScrimLinux
import ScrimRecords
import ScrimSpool
import SystemPackage

/// Hands jobs to the daemon.
struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Submits jobs to the daemon.",
    discussion: """
      Puts each job with its files into the spool's drop folder, atomically, and prints an \
      identifier for each. All jobs are checked first, as scrim validate does: if one has errors, or \
      two have an output of the same name, none is submitted, unless --keep-going is given. Effects \
      and fonts that this machine lacks are only warnings. With --wait, waits for all jobs and prints \
      the path of each image or the errors, and the identifiers to standard error; the exit status \
      shows whether all succeeded.

      -o copies the images of these jobs, whatever other jobs have delivered under their names; the \
      exit status is 72 if the spool has one no longer. Images of --private jobs are deleted from the \
      spool once they are files on the disk.

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
        ./make-story | scrim submit - --name cover --json
        scrim submit --key order-4711 --not-before 18:00 story.json
        scrim submit card.json --data people.csv --wait
        scrim submit card.json --data people.csv --retry-failed card.rows.jsonl
      """)

  @Argument(
    help: "Jobs: JSON documents, bundle folders, or - for a document on standard input.",
    completion: .file())
  var jobs: [String] = []

  @Option(help: ArgumentHelp("Name of the job on standard input; default: job.", valueName: "text"))
  var name: String?

  @Flag(help: "Leaves finding errors to the daemon.")
  var noCheck = false

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

  @Flag(
    help: ArgumentHelp(
      "Cancels the jobs that have not ended when the time of --timeout is over, but not an earlier job with the same "
        + "key."))
  var cancel = false

  @OptionGroup var ending: AwaitOptions

  @OptionGroup(title: "Options for templates") var batch: BatchOptions

  @OptionGroup(title: "Options for sources by URL") var fetching: FetchOptions

  @OptionGroup(title: "How the daemon treats the jobs")
  var asked: SubmissionArguments

  @OptionGroup var spool: SpoolOptions

  func validate() throws {
    try batch.validate(jobs: jobs, isRetry: retryFailed != nil)
    if cancel, ending.timeout == nil { throw ValidationError("--cancel is for --timeout.") }
    if name != nil, jobs != [JobFile.standardInput] {
      throw ValidationError("--name is for a job on standard input.")
    }
    guard jobs.count(where: { $0 == JobFile.standardInput }) < 2 else {
      throw ValidationError("- can be given once: standard input is one document.")
    }
    if batch.template.data != nil {
      if ending.output != nil || report != nil || keepGoing {
        throw ValidationError(
          "-o, --report and --keep-going are for jobs; a batch has its images in out/, and NAME.rows.jsonl."
        )
      }
      return
    }
    guard jobs.isEmpty != (retryFailed == nil) else {
      throw ValidationError("Give jobs, or --retry-failed and no jobs.")
    }
    _ = try OutputPlaces(ending.output, jobs: jobs.count)
    if ending.output == "-", report == "-" {
      throw ValidationError("-o - and --report - cannot be combined: standard output is one file.")
    }
    if asked.key != nil, jobs.count > 1 {
      throw ValidationError("--key is for one job; \(jobs.count) were given.")
    }
  }

  func run() throws {
    let console = Console()
    try console.run {
      let place = try spool.find()
      let printer = SubmissionConsole(console, isAwaited: isAwaited, isJSON: ending.json)
      let cancellation = cancellation
      if batch.template.data != nil { return try submitRows(to: place, printer) }
      let paths = try retryFailed.map(SubmitReport.jobsToRetry) ?? jobs
      let places = try ending.output.map { try OutputPlaces($0, jobs: paths.count) }
      let deadline = ending.timeout.map { ContinuousClock.now + .seconds($0) }
      let report = try report.map { try SubmitReport(at: $0, until: deadline) }
      let fetcher = SourceFetcher(fetching, console)
      let checked = JobBatch(
        paths, options: try asked.options(), places: places, printer: printer,
        check: noCheck ? nil : JobCheck(console, fetcher), fetcher
      ) { path in
        let job = try JobFile(at: path, orStandardInputAs: name)
        return try batch.template.isGiven ? batch.template(of: job) : TemplateFile(job)
      }
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
        spool: place, output: places, report: report, printer: printer,
        rejected: checked.rejected.count)
      for submission in checked.submissions {
        try drop(submission, into: place, printer)
        waiting.add(submission)
        printer.submitted(submission.token, name: submission.job.name)
      }
      let worst =
        isAwaited ? try waiting.wait(ending.timeout.map { .seconds($0) }, cancellation) : nil
      if let code = worst ?? checked.worst?.code { throw code }
    }
  }

  /// Submits all rows of a data file as one batch.
  private func submitRows(to place: FilePath, _ printer: SubmissionConsole) throws {
    let job = try JobFile(at: jobs[0], orStandardInputAs: name)
    let fetcher = SourceFetcher(fetching, printer.console)
    guard
      let submission = try batch.read(
        job, retrying: retryFailed, asked: asked.options(),
        check: noCheck ? nil : JobCheck(printer.console, fetcher), fetcher, printer.console)
    else { return }
    let token = SubmissionToken.make()
    let cancellation = cancellation
    try submission.job.drop(
      into: place, token: token, options: submission.options,
      files: [(submission.dataPlace, submission.data.file)] + submission.files)
    printer.submitted(token, name: job.name)
    guard isAwaited else { return }
    var submitted = SubmittedBatch(submission, token: token, spool: place, printer: printer)
    if let code = try submitted.wait(ending.timeout.map { .seconds($0) }, cancellation) {
      throw code
    }
  }

  private var cancellation: LateCancellation? {
    cancel ? LateCancellation(hasKey: asked.key != nil) : nil
  }

  private var isAwaited: Bool { ending.isAwaited || report != nil }

  /// Drops a job, or ends the command with the errors that can be seen from here.
  private func drop(
    _ submission: Submission, into spool: FilePath, _ printer: SubmissionConsole
  ) throws {
    do {
      try submission.drop(into: spool)
    } catch let missing as MissingSources {
      printer.report(missing.diagnostics, in: submission.job)
      throw status(of: missing.diagnostics).code
    }
  }
}
