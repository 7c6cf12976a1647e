/// Where a job of the queue stands.
package enum QueueState: String, Sendable, Hashable, CaseIterable {
  case waiting, deferred, leased, done, failed, cancelled, expired

  package var hasEnded: Bool {
    switch self {
    case .waiting, .deferred, .leased: false
    case .done, .failed, .cancelled, .expired: true
    }
  }

  /// The letter in the tables.
  var code: String {
    switch self {
    case .waiting: "w"
    case .deferred: "d"
    case .leased: "l"
    case .done: "d"
    case .failed: "f"
    case .cancelled: "c"
    case .expired: "x"
    }
  }

  init?(code: String, hasEnded: Bool) {
    guard
      let state = Self.allCases.first(where: { $0.code == code && $0.hasEnded == hasEnded })
    else { return nil }
    self = state
  }
}

/// A job, as lists show it.
package struct QueueJob: Sendable, Hashable {
  package let id: Int
  package let tenant: String
  package let name: String
  package let state: QueueState
  package let priority: Int
  /// Leases given so far.
  package let attempt: Int
  /// UTC, milliseconds since 1970.
  package let submitted: Int
  package let node: String?
  package let notBefore: Int?
  /// Of the last failed attempt, or of the end; of a batch that has not ended how far it is.
  package let reason: String?
  /// Of a batch, the number of its parts.
  package var parts: Int?
}

/// A batch of rows in parts.
package struct QueueBatch: Sendable, Hashable {
  /// The batch as one job.
  package let job: QueueJob
  /// In the order of their rows. Those that retention has deleted are missing.
  package let parts: [QueueJobDetails]
}

/// A job with all that the queue knows of it.
package struct QueueJobDetails: Sendable, Hashable {
  package let job: QueueJob
  package let finished: Int?
  package let notAfter: Int?
  package let environment: String
  package let leaseUntil: Int?
  /// JSON: attempts that failed or were lost.
  package let failures: String
  /// JSON: the report of a job that has ended.
  package let report: String?
}

/// An output of a job that is done.
package struct QueueOutput: Sendable, Hashable {
  let index: Int
  /// Its name, such as `small/story.png`.
  package let file: String
  package let bytes: Int
  /// SHA-256, 32 bytes.
  package let hash: [UInt8]
  let token: Int
}

extension QueueClient {
  /// Jobs that this session may see, the newest first, with batches in place of their parts.
  ///
  /// - Parameters:
  ///   - states: Their states.
  ///   - tenant: Only this one's.
  ///   - after: Only jobs with smaller IDs; `nil` for all.
  ///   - most: At most so many.
  /// - Returns: The jobs.
  /// - Throws: ``QueueError``.
  package func jobs(
    in states: [QueueState], of tenant: String? = nil, after: Int? = nil, most: Int = 1000
  ) throws(QueueError) -> [QueueJob] {
    let rows = try connection.run(
      .list, .texts(states.filter { !$0.hasEnded }.map(\.code)),
      tenant.map(QueueParameter.text) ?? .null, after.map(QueueParameter.integer) ?? .null,
      .integer(most),
      .texts(states.filter(\.hasEnded).map(\.code)))
    // One that ended while the statement ran can be in neither part, never in both.
    return (0..<rows.count).compactMap { Self.job(rows, $0) }
  }

  private static func job(_ rows: QueueRows, _ row: Int) -> QueueJob? {
    QueueState(code: rows.text(row, 3), hasEnded: rows.boolean(row, 10)).map { state in
      QueueJob(
        id: rows.integer(row, 0), tenant: rows.text(row, 1), name: rows.text(row, 2),
        state: state,
        priority: rows.integer(row, 4), attempt: rows.integer(row, 5),
        submitted: rows.integer(row, 6), node: rows.optionalText(row, 7),
        notBefore: rows.optionalInteger(row, 8), reason: rows.optionalText(row, 9),
        parts: rows.optionalInteger(row, 11))
    }
  }

  /// A batch that this session may see; `nil` if there is none with this ID.
  ///
  /// - Throws: ``QueueError``.
  package func batch(_ id: Int) throws(QueueError) -> QueueBatch? {
    let rows = try connection.run(.batch, .integer(id))
    guard rows.count > 0, let job = Self.job(rows, 0) else { return nil }
    let parts = try connection.run(.parts, .integer(id))
    return QueueBatch(
      job: job, parts: (0..<parts.count).compactMap { Self.details(parts, $0) })
  }

  /// The parts of batches that this session may see.
  ///
  /// - Parameter ids: IDs of batches; those of jobs are none.
  /// - Returns: The IDs of the parts by batch.
  /// - Throws: ``QueueError``.
  package func parts(ofBatches ids: [Int]) throws(QueueError) -> [Int: [Int]] {
    let rows = try connection.run(.partIDs, .integers(ids))
    var parts: [Int: [Int]] = [:]
    for row in 0..<rows.count {
      parts[rows.integer(row, 0), default: []].append(rows.integer(row, 1))
    }
    return parts
  }

  /// A job, or part of a batch, that this session may see; `nil` if there is none.
  ///
  /// - Throws: ``QueueError``.
  package func job(_ id: Int) throws(QueueError) -> QueueJobDetails? {
    let rows = try connection.run(.show, .integer(id))
    return rows.count > 0 ? Self.details(rows, 0) : nil
  }

  private static func details(_ rows: QueueRows, _ row: Int) -> QueueJobDetails? {
    guard let state = QueueState(code: rows.text(row, 3), hasEnded: rows.boolean(row, 15)) else {
      return nil
    }
    let job = QueueJob(
      id: rows.integer(row, 0), tenant: rows.text(row, 1), name: rows.text(row, 2), state: state,
      priority: rows.integer(row, 4), attempt: rows.integer(row, 5),
      submitted: rows.integer(row, 6), node: rows.optionalText(row, 8),
      notBefore: rows.optionalInteger(row, 10), reason: nil)
    return QueueJobDetails(
      job: job, finished: rows.optionalInteger(row, 7), notAfter: rows.optionalInteger(row, 11),
      environment: rows.text(row, 9), leaseUntil: rows.optionalInteger(row, 12),
      failures: rows.text(row, 13), report: rows.optionalText(row, 14))
  }

  /// The job that this tenant submitted with a key.
  ///
  /// - Throws: ``QueueError``.
  package func job(withKey key: String) throws(QueueError) -> Int? {
    let rows = try connection.run(.findKey, .text(key))
    return rows.count > 0 ? rows.integer(0, 0) : nil
  }

  /// The states of jobs that this session may see.
  ///
  /// - Throws: ``QueueError``.
  package func states(of ids: [Int]) throws(QueueError) -> [Int: QueueState] {
    let rows = try connection.run(.ended, .integers(ids))
    var states: [Int: QueueState] = [:]
    for row in 0..<rows.count {
      states[rows.integer(row, 0)] = QueueState(
        code: rows.text(row, 1), hasEnded: rows.boolean(row, 2))
    }
    return states
  }

  /// The outputs of a job, in the order of its document.
  ///
  /// - Throws: ``QueueError``.
  package func outputs(of id: Int) throws(QueueError) -> [QueueOutput] {
    let rows = try connection.run(.outputs, .integer(id))
    return (0..<rows.count).map { row in
      QueueOutput(
        index: rows.integer(row, 0), file: rows.text(row, 1), bytes: rows.integer(row, 2),
        hash: rows.bytes(row, 3), token: rows.integer(row, 4))
    }
  }

  /// Reads an output, a chunk at a time.
  ///
  /// - Parameters:
  ///   - output: One of ``outputs(of:)``.
  ///   - id: Its job.
  ///   - use: Takes each chunk, at most 1 MiB.
  /// - Throws: ``QueueError``, or what `use` throws.
  package func read(_ output: QueueOutput, of id: Int, _ use: ([UInt8]) throws -> Void) throws {
    var (part, rest) = (0, output.bytes)
    while rest > 0 {
      let rows = try connection.run(
        .chunk, .integer(id), .integer(output.token), .integer(output.index), .integer(part))
      guard rows.count > 0 else {
        throw QueueError(
          .deleted,
          "job \(id): \(output.file): part \(part) is not in the queue any more: "
            + "images are deleted by retention, or once they were fetched.")
      }
      let bytes = rows.bytes(0, 0)
      try use(bytes)
      rest -= bytes.count
      part += 1
    }
  }
}
