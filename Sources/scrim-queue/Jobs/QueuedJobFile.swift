import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimQueue
import ScrimQueueClient
import ScrimRecords

/// A job file with the files that it names, read and hashed for the queue.
struct QueuedJobFile {
  let job: JobFile
  private(set) var queued: QueuedJob

  /// - Parameters:
  ///   - path: A document, or the folder of a bundle.
  ///   - settings: Values of a template's inputs.
  ///   - fetcher: Where the files of URLs come from.
  /// - Throws: ``Failure``, `Diagnostic`, ``MissingSources``.
  init(_ path: String, settings: [InputSetting], _ fetcher: SourceFetcher) throws {
    let job = try JobFile(at: path)
    if let violation = DropName.violation(in: job.name) {
      throw Failure(.dataError, "\(job.documentPath) cannot be submitted: its name \(violation).")
    }
    let sources = try job.openSources(with: settings, fetcher)
    try self.init(job, files: sources.map { ($0.place, $0.file, nil) })
    var options = SubmissionOptions()
    options.settings = settings
    queued.submission.options = options.json.text()
  }

  /// - Parameters:
  ///   - batch: A template with its data, whose options are only those of templates.
  ///   - count: The number of parts.
  /// - Throws: ``Failure``.
  init(_ batch: BatchSubmission, parts count: Int) throws {
    let parts = try BatchParts(batch, count: count).options.map { $0.json.text() }
    let data = (batch.dataPlace, batch.data.file, batch.data.path as String?)
    try self.init(batch.job, files: [data] + batch.files.map { ($0.place, $0.file, nil) })
    if parts.count == 1 {
      queued.submission.options = parts[0]
    } else {
      queued.submission.parts = parts
    }
  }

  /// - Parameters:
  ///   - job: The job.
  ///   - files: Its files, with the name of each if it is not its place.
  /// - Throws: ``Failure``.
  private init(
    _ job: JobFile, files: [(place: String, file: OwnedDescriptor, name: String?)]
  ) throws {
    self.job = job
    queued = try QueuedJob(job.name, document: job.bytes, files: files)
  }

  /// Sets how the queue treats the job.
  ///
  /// - Throws: `ValidationError`.
  mutating func apply(_ treatment: TreatmentArguments) throws {
    queued.submission.key = treatment.key
    queued.submission.priority = treatment.priority ?? 0
    queued.submission.notBefore = try treatment.earliest()
    queued.submission.notAfter = try treatment.latest()
  }
}
