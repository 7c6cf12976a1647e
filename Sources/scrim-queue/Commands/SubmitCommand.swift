import ArgumentParser
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimQueue
import ScrimQueueClient
import ScrimRecords

struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Submits jobs with the files that they name.",
    discussion: """
      Prints the ID of each job at once: to standard output, or with --wait to standard error, when standard output \
      has the paths of images. With --json it has an object per job. If one has errors, none is submitted. Files that \
      the queue has already are not sent again.

      With --data the job is a template, and all rows of the data are submitted as one batch, which one node renders: \
      each row gives images, and a row with an error does not keep others from theirs. Its results are the images and \
      NAME.rows.jsonl, a line of JSON per row. --retry-failed with such a file submits the rows again that are not \
      done. With --split the batch is rendered in parts by several nodes, each with one part at a time; it has one ID, \
      one summary and one NAME.rows.jsonl.

      Examples:
        scrim-queue submit story.json
        scrim-queue submit --key order-4711 --wait -o cover.jpg story.json
        scrim-queue submit card.json --data people.csv --wait -o cards/
        scrim-queue submit card.json --data people.csv --split 4
      """)

  /// Jobs of one transaction.
  private static let most = 32

  @Argument(help: "Jobs: JSON documents or bundle folders.", completion: .file())
  var jobs: [String]

  @Option(
    help: ArgumentHelp(
      "With --data: submits the rows that are not done according to a NAME.rows.jsonl.",
      valueName: "file"),
    completion: .file())
  var retryFailed: String?

  @Option(
    help: ArgumentHelp(
      "With --data: submits the rows in so many parts, which nodes render side by side; 1 to 1000.",
      valueName: "number"))
  var split: Int?

  @OptionGroup var ending: AwaitOptions

  @OptionGroup(title: "Options for templates") var batch: BatchOptions
  @OptionGroup(title: "Options for sources by URL") var fetching: FetchOptions
  @OptionGroup(title: "How the queue treats the jobs") var treatment: TreatmentArguments
  @OptionGroup var queue: QueueOptions

  func validate() throws {
    try batch.validate(jobs: jobs, isRetry: retryFailed != nil)
    if retryFailed != nil, batch.template.data == nil {
      throw ValidationError("--retry-failed needs --data.")
    }
    if let split {
      if batch.template.data == nil { throw ValidationError("--split \(split) needs --data.") }
      let counts = BatchParts.counts
      guard counts.contains(split) else {
        throw ValidationError(
          "--split \(split) is not in \(counts.lowerBound)…\(counts.upperBound).")
      }
    }
    if treatment.key != nil, jobs.count > 1 {
      throw ValidationError("--key is for one job; \(jobs.count) were given.")
    }
    _ =
      batch.template.data == nil
      ? try OutputPlaces(ending.output, jobs: jobs.count)
      : try OutputPlaces(ofBatch: ending.output)
  }

  func run() throws {
    let console = Console()
    try console.runQueue {
      if batch.template.data != nil { return try submitRows(console) }
      let files = try read(console)
      let (client, _) = try queue.open()
      var ids: [Int] = []
      for start in stride(from: 0, to: files.count, by: Self.most) {
        let part = Array(files[start..<min(start + Self.most, files.count)])
        ids += try QueuedJob.submit(part.map(\.queued), client)
      }
      let names = files.map(\.job.name)
      if try results(of: ids, names, client, console, in: nil) != nil { throw ExitCode(1) }
    }
  }

  /// Submits all rows of a data file as one batch.
  private func submitRows(_ console: Console) throws {
    guard
      let rows = try batch.read(
        JobFile(at: jobs[0]), retrying: retryFailed, asked: SubmissionOptions(), check: nil,
        SourceFetcher(fetching, console), console)
    else { return }
    var file = try QueuedJobFile(rows, parts: split ?? 1)
    try file.apply(treatment)
    let (client, _) = try queue.open()
    let ids = try QueuedJob.submit([file.queued], client)
    let code = try results(of: ids, [file.job.name], client, console, in: file.job)
    if let code { throw code }
  }

  /// Prints jobs that were submitted, waits for them and fetches their images, if that is asked for.
  ///
  /// - Returns: The exit code of the first that is not done.
  private func results(
    of ids: [Int], _ names: [String], _ client: QueueClient, _ console: Console, in file: JobFile?
  ) throws -> ExitCode? {
    let printer = SubmissionConsole(
      console, isAwaited: ending.isAwaited, isJSON: ending.json)
    for (id, name) in zip(ids, names) { printer.submitted("\(id)", name: name) }
    guard ending.isAwaited else { return nil }
    let outputs = FetchedOutputs(
      client: client, places: OutputPlaces(ending.output), console: console,
      deadline: ending.timeout.map { .now + .seconds($0) })
    var unfinished = Array(zip(ids, names))
    do {
      var place = QueuePlace(client)
      return try place.wait(for: ids, timeout: ending.timeout, console) { id, result in
        if !ending.json { result.print(of: "\(id)", to: console, in: file) }
        unfinished.removeAll { $0.0 == id }
        var record = SubmissionRecord(
          "\(result.job.id)", name: result.job.name, result.job.state == .done ? .done : .failed)
        record.id = "\(result.job.id)"
        record.warnings = .array(
          result.reports.flatMap { $0.rendering?.warnings ?? $0.warnings }.map(\.json))
        record.errors = .array(result.errors.map(\.json))
        if ending.output != nil, result.job.state == .done {
          record.outputs = try outputs.fetch(result)
          if !ending.json {
            for case let path? in record.outputs.map(\.path) { console.result(path) }
          }
        }
        printer.print(record)
      }?.code
    } catch let code as ExitCode {
      for (id, name) in unfinished {
        printer.print(SubmissionRecord("\(id)", name: name, .unfinished))
      }
      throw code
    }
  }

  /// Reads and hashes all jobs.
  ///
  /// - Throws: The exit code of the first error, after all were printed.
  private func read(_ console: Console) throws -> [QueuedJobFile] {
    let settings = batch.template.isGiven ? try batch.settings(for: JobFile(at: jobs[0])) : []
    let fetcher = SourceFetcher(fetching, console)
    var files: [QueuedJobFile] = []
    var worst: ExitStatus?
    for path in jobs {
      do {
        var file = try QueuedJobFile(path, settings: settings, fetcher)
        try OutputPlaces(ending.output).check(
          file.job.document(), of: file.job.documentPath, canConvert: false)
        try file.apply(treatment)
        files.append(file)
      } catch let failure as Failure {
        console.note(failure)
        worst = worst ?? failure.status
      } catch {
        let diagnostics =
          (error as? MissingSources)?.diagnostics ?? [error].compactMap { $0 as? Diagnostic }
        guard !diagnostics.isEmpty else { throw error }
        console.report(diagnostics, in: try JobFile(at: path))
        worst = worst ?? status(of: diagnostics)
      }
    }
    if let worst { throw worst.code }
    return files
  }
}
