package import ArgumentParser
package import ScrimDocument
import ScrimJSON
package import ScrimRecords

/// Options of `submit` for templates and their data.
package struct BatchOptions: ParsableArguments {
  @OptionGroup package var template: TemplateOptions

  @Option(
    help: ArgumentHelp(
      "After the first row with an error: continue (the default) or stop.", valueName: "action"))
  package var onError: OnError?

  package enum OnError: String, ExpressibleByArgument, CaseIterable {
    case `continue`, stop
  }

  package init() {}

  package func validate() throws {
    if template.sample { throw ValidationError("--sample is for scrim render and scrim validate.") }
    if template.delimiter != nil {
      throw ValidationError(
        "--delimiter is for scrim render and scrim check. A batch is read as the header suggests, or as a first line "
          + "\"sep=;\" has it.")
    }
    if onError != nil, template.data == nil { throw ValidationError("--on-error needs --data.") }
  }

  /// Refuses what is not for these jobs.
  ///
  /// - Parameters:
  ///   - jobs: The jobs' paths.
  ///   - isRetry: Whether --retry-failed is given.
  /// - Throws: `ValidationError`.
  package func validate(jobs: [String], isRetry: Bool) throws {
    try template.requireOne(of: jobs, "--data, --set, --rows and --strict")
    if isRetry, template.rows != nil {
      throw ValidationError("--rows and --retry-failed exclude each other.")
    }
  }

  /// The values of a single job's inputs.
  ///
  /// - Throws: A ``Failure`` if it is not a template.
  package func settings(for job: JobFile) throws -> [InputSetting] {
    Self.settings(of: try template(of: job))
  }

  package static func settings(of template: TemplateFile) -> [InputSetting] {
    template.settings
  }

  /// A single job as a template with the values of its inputs.
  ///
  /// - Throws: A ``Failure`` if it is not a template.
  package func template(of job: JobFile) throws -> TemplateFile {
    if !TemplateFile.isTemplate(job) { try template.requireNone(for: job) }
    return try template.template(job)
  }

  /// Reads a template with its data, and finds the files that its rows name. Errors of single rows are those of the
  /// batch.
  ///
  /// - Parameters:
  ///   - job: The template.
  ///   - list: The `NAME.rows.jsonl` of an earlier batch, of which only the rows are wanted that are not done.
  ///   - asked: What to ask of the daemon besides.
  ///   - check: Checks the template and the first row; `nil` for `--no-check`.
  ///   - fetcher: Where the files of URLs come from.
  ///   - console: Where errors are printed.
  /// - Returns: `nil` if no row is left to retry, which has been printed.
  /// - Throws: A ``Failure``; the exit code of errors that have been printed.
  package func read(
    _ job: JobFile, retrying list: String?, asked: SubmissionOptions, check: JobCheck?,
    _ fetcher: SourceFetcher, _ console: Console
  ) throws -> BatchSubmission? {
    let document: Node
    do {
      document = try job.document()
    } catch {
      console.report([error], in: job)
      throw status(of: [error]).code
    }
    if !TemplateFile.isTemplate(job) { try template.requireNone(for: job) }
    let file = try template.template(job)
    guard let rows = file.data else { return nil }
    var options = asked
    options.settings = Self.settings(of: file)
    options.rows = rows.selection.map { RowRange($0.lowerBound, $0.upperBound) }
    options.stopsOnError = onError == .stop
    options.isStrict = template.strict
    if let list {
      options.rows = try BatchRetry(list, data: rows).rows
      guard !options.rows.isEmpty else {
        console.note("All rows of \(list) are done.")
        return nil
      }
    }
    if let found = try check?.check(file), !found.isEmpty {
      console.report(found, in: job)
      throw status(of: found).code
    }
    var sources = try BatchSources(file, fetcher)
    let errors = try sources.find(
      in: document, LocalWorkers { try LocalWorker(plugins: []) }, console)
    guard errors.isEmpty else {
      console.report(errors, in: job)
      throw status(of: errors).code
    }
    return try BatchSubmission(file, options: options, sources: sources)
  }
}
