import ScrimCommand
import ScrimJSON
import ScrimRecords
import ScrimSpool

/// Jobs of one command, all of which are read and checked before the first is submitted.
struct JobBatch {
  /// A job that cannot be submitted.
  struct Rejected {
    /// As the user named it.
    let path: String
    let status: ExitStatus
    let errors: [Diagnostic]
  }

  private(set) var submissions: [Submission] = []
  private(set) var rejected: [Rejected] = []
  private var outputs = OutputClaims()
  private let printer: SubmissionConsole
  private let check: JobCheck?
  private let places: OutputPlaces?
  private let fetcher: SourceFetcher

  /// Reads and checks jobs, and prints the errors of each.
  ///
  /// - Parameters:
  ///   - paths: The jobs.
  ///   - options: What to ask of the daemon.
  ///   - places: Where the images go; `nil` leaves them in the spool.
  ///   - printer: Where errors are printed.
  ///   - check: Finds the errors of each; `nil` leaves them to the daemon.
  ///   - fetcher: Where the files of URLs come from.
  ///   - read: Reads a job, with the values of a template's inputs.
  init(
    _ paths: [String], options: SubmissionOptions, places: OutputPlaces?,
    printer: SubmissionConsole, check: JobCheck?, _ fetcher: SourceFetcher,
    read: (String) throws -> TemplateFile
  ) {
    self.places = places
    self.printer = printer
    self.check = check
    self.fetcher = fetcher
    for path in paths {
      do {
        try add(path, options, read)
      } catch {
        reject(path, error.status, error.diagnostics)
      }
    }
  }

  /// The exit status for the jobs that were rejected.
  var worst: ExitStatus? { rejected.first?.status }

  /// An error of a job, which has been printed.
  private struct Printed: Error {
    let status: ExitStatus
    var diagnostics: [Diagnostic] = []
  }

  private mutating func add(
    _ path: String, _ options: SubmissionOptions, _ read: (String) throws -> TemplateFile
  ) throws(Printed) {
    let template: TemplateFile
    do {
      template = try read(path)
    } catch {
      throw printed(error)
    }
    let job = template.job
    do {
      var options = options
      if !template.settings.isEmpty { options.settings = BatchOptions.settings(of: template) }
      let submission = try Submission(path, job, options: options, fetcher)
      try submission.check()
      try places?.check(job.document(), of: job.documentPath, canConvert: false)
      let found = try check?.check(template) ?? []
      guard found.isEmpty else { throw printed(found, of: job) }
      if options.delivery == .out { try outputs.claim(submission) }
      submissions.append(submission)
    } catch let printed as Printed {
      throw printed
    } catch let diagnostic as Diagnostic {
      throw printed([diagnostic], of: job)
    } catch let missing as MissingSources {
      throw printed(missing.diagnostics, of: job)
    } catch {
      throw printed(error)
    }
  }

  private func printed(_ error: any Error) -> Printed {
    let failure = error as? Failure ?? Failure(.io, "\(error)")
    if !printer.isJSON { printer.console.note(failure) }
    let diagnostic = Diagnostic(code: "not-submitted", message: failure.message)
    return Printed(status: failure.status, diagnostics: [diagnostic])
  }

  private func printed(_ diagnostics: [Diagnostic], of job: JobFile) -> Printed {
    printer.report(diagnostics, in: job)
    return Printed(status: status(of: diagnostics), diagnostics: diagnostics)
  }

  private mutating func reject(_ path: String, _ status: ExitStatus, _ errors: [Diagnostic]) {
    rejected.append(Rejected(path: path, status: status, errors: errors))
    var record = SubmissionRecord(nil, name: JobFile.name(at: path), .rejected)
    record.errors = .array(errors.map(\.json))
    printer.print(record)
  }
}
