package import ScrimCommand
import ScrimDocument
import ScrimJSON
package import ScrimLinux
package import ScrimQueue
import ScrimRecords

/// A job for the queue with its files, which are hashed.
package struct QueuedJob {
  package var submission: QueueSubmission
  /// Descriptors of the job's files by SHA-256, 32 bytes.
  private var blobs: [[UInt8]: OwnedDescriptor] = [:]

  /// As the tables have it.
  private static let maxBlobBytes = 64 << 20

  /// - Parameters:
  ///   - name: The job's name.
  ///   - document: `job.json`.
  ///   - files: Its files, with the name of each for messages if it is not its place.
  /// - Throws: ``Failure``: dataError if a file is too large.
  package init(
    _ name: String, document: [UInt8],
    files: [(place: String, file: OwnedDescriptor, name: String?)]
  ) throws(Failure) {
    submission = QueueSubmission(name: name, document: document)
    // What a template's expression gives is known only when it is rendered: then a node may refuse the job.
    submission.environment =
      (try? Node.parse(document))?["environment"]?.string.flatMap(Self.digest) ?? ""
    var places: Set<String> = []
    for (place, file, name) in files {
      // Two spellings of one file: the first counts.
      guard places.insert(place).inserted else { continue }
      let hash = try Self.hash(of: file, named: name ?? place)
      submission.files.append(.init(place: place, hash: hash))
      blobs[hash] = file
    }
  }

  private static func hash(
    of file: OwnedDescriptor, named name: String
  ) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
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

  /// A file's bytes, as they are now.
  ///
  /// - Throws: ``Failure`` if it changed since it was hashed.
  private func bytes(of hash: [UInt8]) throws -> [UInt8]? {
    guard let file = blobs[hash] else { return nil }
    do {
      let bytes = try file.readAll(limit: Self.maxBlobBytes, of: "a file")
      guard try Array(Digest.prefix(of: bytes, bytes: 32)) == hash else {
        throw Failure(.io, "a file of \(submission.name) changed while it was submitted.")
      }
      return bytes
    } catch let error as SystemError {
      throw Failure(.io, "\(error).")
    }
  }

  /// Submits jobs in one transaction, after those of their files that the queue does not have.
  ///
  /// - Returns: The ID of each.
  /// - Throws: ``QueueError``, ``Failure``.
  package static func submit(_ jobs: [QueuedJob], _ client: QueueClient) throws -> [Int] {
    // Twice: collecting may have taken a file between the question and the submission.
    for attempt in 0... {
      let hashes = Set(jobs.flatMap(\.blobs.keys))
      for hash in try client.missing(Array(hashes)) {
        for job in jobs {
          guard let bytes = try job.bytes(of: hash) else { continue }
          try client.put(bytes, hash: hash)
          break
        }
      }
      do {
        return try client.connection.transaction {
          try jobs.map { try client.submit($0.submission).id }
        }
      } catch let error as QueueError {
        guard attempt < 2, error.kind == .missingBlob || error.kind == .conflict else {
          throw error
        }
      }
    }
    return []
  }
}
