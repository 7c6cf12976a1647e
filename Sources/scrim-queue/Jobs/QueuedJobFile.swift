import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimQueue
import ScrimSpool

/// A job file with the files that it names, read and hashed for the queue.
struct QueuedJobFile {
  let job: JobFile
  private(set) var submission: QueueSubmission
  /// Descriptors of the job's files by SHA-256, 32 bytes.
  let blobs: [[UInt8]: OwnedDescriptor]

  /// As the tables have it.
  private static let maxBlobBytes = 64 << 20

  /// - Throws: ``Failure``, `Diagnostic`, ``MissingSources``.
  init(_ path: String) throws {
    job = try JobFile(at: path)
    if let violation = DropName.violation(in: job.name) {
      throw Failure(.dataError, "\(job.documentPath) cannot be submitted: its name \(violation).")
    }
    var submission = QueueSubmission(name: job.name, document: job.bytes)
    // What a template's expression gives is known only when it is rendered: then a node may refuse the job.
    submission.environment =
      (try? job.document())?["environment"]?.string.flatMap(Self.digest) ?? ""
    var blobs: [[UInt8]: OwnedDescriptor] = [:]
    var places: Set<String> = []
    do {
      for (place, file) in try job.openSources(of: job.document()) {
        // Two spellings of one file: the first counts.
        guard places.insert(place).inserted else { continue }
        let hash = try Array(
          Digest.prefix(of: file.readAll(limit: Self.maxBlobBytes, of: place), bytes: 32))
        submission.files.append(.init(place: place, hash: hash))
        blobs[hash] = file
      }
    } catch let error as SystemError {
      throw Failure(.io, "\(error).")
    }
    self.submission = submission
    self.blobs = blobs
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
