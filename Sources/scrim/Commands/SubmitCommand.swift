import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimProtocol
import ScrimSpool
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

  @OptionGroup(title: "Options for templates") var template: TemplateOptions

  @Option(
    help: ArgumentHelp(
      "After the first row with an error: continue (the default) or stop.", valueName: "action"))
  var onError: OnError?

  enum OnError: String, ExpressibleByArgument, CaseIterable {
    case `continue`, stop
  }

  @OptionGroup(title: "How the daemon treats the jobs")
  var asked: SubmissionArguments

  @OptionGroup var spool: SpoolOptions

  func validate() throws {
    if template.sample { throw ValidationError("--sample is for scrim render and scrim validate.") }
    if onError != nil, template.data == nil { throw ValidationError("--on-error needs --data.") }
    if template.isGiven, jobs.count != 1 {
      throw ValidationError("--data, --set, --rows and --strict are for one template.")
    }
    if template.data != nil {
      if output != nil || report != nil || keepGoing {
        throw ValidationError(
          "-o, --report and --keep-going are for jobs; a batch has its images in out/, and NAME.rows.jsonl."
        )
      }
      if asked.isPrivate {
        throw ValidationError("--private is for jobs: the images of a batch are delivered to out/.")
      }
      if retryFailed != nil, template.rows != nil {
        throw ValidationError("--rows and --retry-failed exclude each other.")
      }
      return
    }
    guard jobs.isEmpty != (retryFailed == nil) else {
      throw ValidationError("Give jobs, or --retry-failed and no jobs.")
    }
    if let timeout, !(timeout >= 0) { throw ValidationError("--timeout \(timeout) is below 0.") }
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
      if let data = template.data { return try submit(data, to: place, console) }
      let paths = try retryFailed.map(SubmitReport.jobsToRetry) ?? jobs
      let report = try report.map(SubmitReport.init(at:))
      var options = try asked.options()
      if template.isGiven {
        let job = try JobFile(at: paths[0])
        if !TemplateFile.isTemplate(job) { try template.requireNone(for: job) }
        options.settings = try settings(of: template.template(job))
      }
      let batch = JobBatch(paths, options: options, console: console)
      for job in batch.rejected { try report?.add(job.path, .rejected, errors: job.errors) }
      if let worst = batch.worst, !keepGoing {
        if paths.count > 1 {
          console.note(
            "No job was submitted: \(batch.rejected.count) of \(paths.count) have errors. "
              + "--keep-going submits the others.")
        }
        throw worst.code
      }
      var waiting = SubmittedJobs(
        spool: place, output: output.map { OutputPlaces($0) }, report: report, console: console)
      for submission in batch.submissions {
        try drop(submission, into: place, console)
        waiting.add(submission)
        if !isAwaited { console.note("Submitted \(submission.job.name) to \(place).") }
      }
      let worst = isAwaited ? try waiting.wait(timeout.map { .seconds($0) }) : nil
      if let code = worst ?? batch.worst?.code { throw code }
    }
  }

  private func settings(of template: TemplateFile) -> [InputSetting] {
    template.settings.map { InputSetting(input: $0.input, text: $0.text) }
  }

  /// Submits all rows of a data file as one batch.
  private func submit(_ data: String, to place: FilePath, _ console: Console) throws {
    let job = try JobFile(at: jobs[0])
    let document: Node
    do {
      document = try job.document()
    } catch {
      console.report([error], in: job)
      throw status(of: [error]).code
    }
    if !TemplateFile.isTemplate(job) { try template.requireNone(for: job) }
    let file = try template.template(job)
    guard let rows = file.data else { return }
    var options = try asked.options()
    options.settings = settings(of: file)
    options.rows = rows.selection.map { RowRange($0.lowerBound, $0.upperBound) }
    options.stopsOnError = onError == .stop
    options.isStrict = template.strict
    if let retryFailed {
      options.rows = try BatchRetry(retryFailed, data: rows).rows
      guard !options.rows.isEmpty else {
        return console.note("All rows of \(retryFailed) are done.")
      }
    }
    var sources = try BatchSources(file)
    let errors = try sources.find(
      in: document, LocalWorkers { try LocalWorker(plugins: []) }, console)
    guard errors.isEmpty else {
      console.report(errors, in: job)
      throw status(of: errors).code
    }
    let submission = try BatchSubmission(file, options: options, sources: sources)
    try submission.drop(into: place)
    guard isAwaited else { return console.note("Submitted \(job.name) to \(place).") }
    var batch = SubmittedBatch(submission, spool: place, console: console)
    if let code = try batch.wait(timeout.map { .seconds($0) }) { throw code }
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
