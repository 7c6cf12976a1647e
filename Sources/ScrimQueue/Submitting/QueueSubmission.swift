/// A job for the queue.
package struct QueueSubmission: Sendable {
  /// A file of the job.
  package struct File: Sendable, Hashable {
    /// Its path in the job's bundle.
    package let place: String
    /// SHA-256, 32 bytes.
    package let hash: [UInt8]

    package init(place: String, hash: [UInt8]) {
      self.place = place
      self.hash = hash
    }
  }

  package var name: String
  /// `job.json`.
  package var document: [UInt8]
  package var files: [File] = []
  /// An idempotency key: the tenant's next submission with this key and the same content is the same job.
  package var key: String?
  /// −100…100.
  package var priority = 0
  /// UTC, milliseconds since 1970.
  package var notBefore: Int?
  package var notAfter: Int?
  /// The digest of the only environment that may render the job; "" for any.
  package var environment = ""
  /// An object with members of `submission.json` that belong to templates, and limits.
  package var options = "{}"
  /// Of a batch in parts: the ``options`` of each, in the order of their rows.
  package var parts: [String] = []

  package init(name: String, document: [UInt8]) {
    self.name = name
    self.document = document
  }
}

/// What tenants and operators do with the queue.
package struct QueueClient {
  package let connection: QueueConnection

  package init(_ connection: QueueConnection) {
    self.connection = connection
  }

  /// Those of the files that the queue does not have for this tenant.
  ///
  /// - Throws: ``QueueError``.
  package func missing(_ hashes: [[UInt8]]) throws(QueueError) -> Set<[UInt8]> {
    guard !hashes.isEmpty else { return [] }
    let rows = try connection.run(.missingBlobs, .byteArrays(hashes))
    return Set((0..<rows.count).map { rows.bytes($0, 0) })
  }

  /// Stores a file, if it is not there yet.
  ///
  /// - Parameters:
  ///   - bytes: At most 64 MiB.
  ///   - hash: Their SHA-256, which the server checks.
  /// - Throws: ``QueueError``.
  package func put(_ bytes: [UInt8], hash: [UInt8]) throws(QueueError) {
    _ = try connection.run(.putBlob, .bytes(hash), .bytes(bytes))
  }

  /// Submits a job, or a batch in parts, whose files are in the queue.
  ///
  /// - Returns: The ID of the job or batch, and false if an earlier submission had the same key and content.
  /// - Throws: ``QueueError``; missingBlob if a file is not there, refused if the key belongs to other content.
  package func submit(_ job: QueueSubmission) throws(QueueError) -> (id: Int, isNew: Bool) {
    guard job.parts.isEmpty else { return try submitBatch(job) }
    let rows = try connection.run(
      .submit, .text(job.name), .bytes(job.document), .texts(job.files.map(\.place)),
      .byteArrays(job.files.map(\.hash)), job.key.map(QueueParameter.text) ?? .null,
      .integer(job.priority), job.notBefore.map(QueueParameter.integer) ?? .null,
      job.notAfter.map(QueueParameter.integer) ?? .null, .text(job.environment), .text(job.options))
    return (rows.integer(0, 0), rows.boolean(0, 1))
  }

  private func submitBatch(_ job: QueueSubmission) throws(QueueError) -> (id: Int, isNew: Bool) {
    let rows = try connection.run(
      .submitBatch, .text(job.name), .bytes(job.document), .texts(job.files.map(\.place)),
      .byteArrays(job.files.map(\.hash)), .texts(job.parts),
      job.key.map(QueueParameter.text) ?? .null, .integer(job.priority),
      job.notBefore.map(QueueParameter.integer) ?? .null,
      job.notAfter.map(QueueParameter.integer) ?? .null, .text(job.environment))
    return (rows.integer(0, 0), rows.boolean(0, 1))
  }

  /// Ends jobs that have not ended.
  ///
  /// - Returns: Those that it ended: the others have ended before, or are not this tenant's.
  /// - Throws: ``QueueError``.
  package func cancel(_ ids: [Int]) throws(QueueError) -> [Int] {
    try changed(connection.run(.cancel, .integers(ids)))
  }

  /// Puts jobs that failed, expired or were cancelled back into the queue.
  ///
  /// - Returns: Those that wait again.
  /// - Throws: ``QueueError``; missingBlob if a file has been deleted.
  package func retry(_ ids: [Int]) throws(QueueError) -> [Int] {
    try changed(connection.run(.retry, .integers(ids)))
  }

  /// Changes the priority of waiting jobs, −100…100.
  ///
  /// - Returns: Those that it changed.
  /// - Throws: ``QueueError``.
  package func setPriority(_ ids: [Int], _ priority: Int) throws(QueueError) -> [Int] {
    try changed(connection.run(.setPriority, .integers(ids), .integer(priority)))
  }

  private func changed(_ rows: QueueRows) -> [Int] {
    (0..<rows.count).map { rows.integer($0, 0) }
  }
}
