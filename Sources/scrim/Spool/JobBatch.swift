import ScrimCommand
import ScrimJSON
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
  private let console: Console

  /// Reads and checks jobs, and prints the errors of each.
  ///
  /// - Parameters:
  ///   - paths: The jobs.
  ///   - options: What to ask of the daemon.
  ///   - console: Where errors are printed.
  init(_ paths: [String], options: SubmissionOptions, console: Console) {
    self.console = console
    for path in paths {
      do {
        try add(path, options)
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

  private mutating func add(_ path: String, _ options: SubmissionOptions) throws(Printed) {
    let job: JobFile
    do {
      job = try JobFile(at: path)
    } catch {
      throw printed(error)
    }
    do {
      let submission = try Submission(path, job, options: options)
      try submission.check()
      if options.delivery == .out { try outputs.claim(submission) }
      submissions.append(submission)
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
    console.note(failure)
    let diagnostic = Diagnostic(code: "not-submitted", message: failure.message)
    return Printed(status: failure.status, diagnostics: [diagnostic])
  }

  private func printed(_ diagnostics: [Diagnostic], of job: JobFile) -> Printed {
    console.report(diagnostics, in: job)
    return Printed(status: status(of: diagnostics), diagnostics: diagnostics)
  }

  private mutating func reject(_ path: String, _ status: ExitStatus, _ errors: [Diagnostic]) {
    rejected.append(Rejected(path: path, status: status, errors: errors))
  }
}
