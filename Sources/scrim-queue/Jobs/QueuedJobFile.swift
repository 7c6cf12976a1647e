import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimQueue
import ScrimRecords

/// A job file with the files that it names, read and hashed for the queue.
struct QueuedJobFile {
  let job: JobFile
  private(set) var submission: QueueSubmission
  /// Descriptors of the job's files by SHA-256, 32 bytes.
  private(set) var blobs: [[UInt8]: OwnedDescriptor] = [:]

  /// As the tables have it.
  private static let maxBlobBytes = 64 << 20

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
    submission.options = options.json.text()
  }

  /// - Parameters:
  ///   - batch: A template with its data, whose options are only those of templates.
  ///   - count: The number of parts.
  /// - Throws: ``Failure``.
  init(_ batch: BatchSubmission, parts count: Int) throws {
    let parts = try BatchParts(batch, count: count).options.map { $0.json.text() }
    let data = (batch.dataPlace, batch.data.file, batch.data.path as String?)
    try self.init(batch.job, files: [data] + batch.files.map { ($0.place, $0.file, nil) })
    if parts.count == 1 { submission.options = parts[0] } else { submission.parts = parts }
  }

  /// - Parameters:
  ///   - job: The job.
  ///   - files: Its files, with the name of each if it is not its place.
  /// - Throws: ``Failure``.
  private init(
    _ job: JobFile, files: [(place: String, file: OwnedDescriptor, name: String?)]
  ) throws {
    self.job = job
    submission = QueueSubmission(name: job.name, document: job.bytes)
    // What a template's expression gives is known only when it is rendered: then a node may refuse the job.
    submission.environment =
      (try? job.document())?["environment"]?.string.flatMap(Self.digest) ?? ""
    var places: Set<String> = []
    for (place, file, name) in files {
      // Two spellings of one file: the first counts.
      guard places.insert(place).inserted else { continue }
      let hash = try Self.hash(of: file, named: name ?? place)
      submission.files.append(.init(place: place, hash: hash))
      blobs[hash] = file
    }
  }

  private static func hash(of file: OwnedDescriptor, named name: String) throws -> [UInt8] {
    do {
      return try Array(
        Digest.prefix(of: file.readAll(limit: maxBlobBytes, of: name), bytes: 32))
    } catch {
      guard error.isTooLarge else { throw Failure(.io, "\(error).") }
      throw Failure(
        .dataError,
        "\(name) has more than \(maxBlobBytes >> 20) MiB, which a file of a job in the queue may have."
      )
    }
  }

  /// A text that is the digest of an environment; a job with another one is refused when it is rendered.
  private static func digest(_ text: String) -> String? {
    text.hasPrefix("sha256:") && text.utf8.count == 71 ? text : nil
  }

  /// Sets how the queue treats the job.
  ///
  /// - Throws: `ValidationError`.
  mutating func apply(_ treatment: TreatmentArguments) throws {
    submission.key = treatment.key
    submission.priority = treatment.priority ?? 0
    submission.notBefore = try treatment.earliest()
    submission.notAfter = try treatment.latest()
  }

  /// A file's bytes, as they are now.
  ///
  /// - Throws: ``Failure`` if it changed since it was hashed.
  func bytes(of hash: [UInt8]) throws -> [UInt8]? {
    guard let file = blobs[hash] else { return nil }
    do {
      let bytes = try file.readAll(limit: Self.maxBlobBytes, of: "a file")
      guard try Array(Digest.prefix(of: bytes, bytes: 32)) == hash else {
        throw Failure(.io, "a file of \(job.documentPath) changed while it was submitted.")
      }
      return bytes
    } catch let error as SystemError {
      throw Failure(.io, "\(error).")
    }
  }
}
