import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool
import SystemPackage

/// A job on its way into a spool: a bundle with the document and the files that it names.
///
/// The bundle is built beside its place under a name that the daemon passes over, and appears
/// with one rename once all its bytes are on the disk.
struct Submission {
  /// As the user named it.
  let path: String
  let job: JobFile
  /// Distinguishes this submission's report from those of others of the same name.
  let token: String
  private let document: Node
  private let options: SubmissionOptions
  private let fetcher: SourceFetcher

  /// - Parameters:
  ///   - path: The job, as the user named it.
  ///   - job: The job.
  ///   - options: What to ask of the daemon.
  ///   - fetcher: Where the files of URLs come from.
  /// - Throws: The first error of its syntax, or a ``Failure`` when no job of its name is taken.
  init(
    _ path: String, _ job: JobFile, options: SubmissionOptions, _ fetcher: SourceFetcher
  ) throws {
    if let violation = DropName.violation(in: job.name) {
      throw Failure(.dataError, "\(job.documentPath) cannot be submitted: its name \(violation).")
    }
    self.path = path
    self.job = job
    self.options = options
    self.fetcher = fetcher
    token = SubmissionToken.make()
    document = try job.document()
  }

  /// Whether its images stay in the spool until they are fetched.
  var isPrivate: Bool { options.delivery == .private }

  /// The names that the job's outputs may have.
  var outputNames: OutputNames { OutputNames(document, job: job.name) }

  /// Whether all can be handed over. What changes meanwhile is an error of ``drop(into:)``.
  ///
  /// - Throws: ``MissingSources``, or a ``Failure`` if the job's folder cannot be opened, or no worker started.
  func check() throws { _ = try job.openSources(with: options.settings, fetcher) }

  /// Puts the bundle into the spool.
  ///
  /// - Parameter spool: The spool's folder.
  /// - Throws: ``MissingSources``, or a ``Failure`` when the spool can't be written to.
  func drop(into spool: FilePath) throws {
    let sources = try job.openSources(with: options.settings, fetcher)
    try job.drop(into: spool, token: token, options: options, files: sources)
  }
}
