import ArgumentParser
import ScrimCommand

/// The jobs of a command that renders or checks them itself.
struct LocalJobs: ParsableArguments {
  @Argument(
    help: "Jobs: JSON documents, bundle folders, or - for a document on standard input.",
    completion: .file())
  var jobs: [String]

  func validate() throws {
    guard jobs.count(where: { $0 == JobFile.standardInput }) < 2 else {
      throw ValidationError("- can be given once: standard input is one document.")
    }
  }

  /// Reads a job.
  ///
  /// - Throws: A ``Failure``.
  func read(_ path: String) throws -> JobFile {
    try JobFile(at: path, orStandardInputAs: nil)
  }

  /// Runs `body` for each job. An error of one does not keep the others from their turn.
  ///
  /// - Parameters:
  ///   - console: Where errors are printed.
  ///   - onFailure: Called with each job that could not be handled.
  ///   - body: Handles a job, and returns the exit status of its errors, which it has printed.
  /// - Throws: The exit code of the first job with errors; a ``Failure`` if no worker can be started.
  func forEach(
    _ console: Console, onFailure: (String, Failure) -> Void = { _, _ in },
    _ body: (JobFile) throws -> ExitStatus?
  ) throws {
    var first: ExitStatus?
    for path in jobs {
      do throws(Failure) {
        let job = try failing { try read(path) }
        let status = try failing { try body(job) }
        first = first ?? status
      } catch {
        onFailure(path, error)
        // The last one is the command's own.
        guard jobs.count > 1 else { throw error }
        console.note(error)
        first = first ?? error.status
      }
    }
    if let first { throw first.code }
  }

  private func failing<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
    do {
      return try body()
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.io, "\(error).")
    }
  }
}
