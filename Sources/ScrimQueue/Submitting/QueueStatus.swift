/// How the queue is doing, as far as the session may see.
package struct QueueStatus: Sendable, Hashable {
  /// Jobs of one tenant in one state.
  package struct Count: Sendable, Hashable {
    package let tenant: String
    package let state: QueueState
    package let jobs: Int
    /// When the oldest was submitted, or could be begun if that is later: UTC, milliseconds since 1970; `nil` for jobs
    /// that have ended.
    package let oldest: Int?
  }

  package struct Node: Sendable, Hashable {
    package let name: String
    package let release: String
    package let environment: String
    /// UTC, milliseconds since 1970.
    package let seen: Int
    /// Jobs that it has leased.
    package let leased: Int
    /// Whether it gets no more jobs.
    package let isDrained: Bool
  }

  /// Waiting jobs of one tenant that need an environment which no node has.
  package struct Missing: Sendable, Hashable {
    package let tenant: String
    package let environment: String
    package let jobs: Int
    /// When the oldest was submitted: UTC, milliseconds since 1970.
    package let oldest: Int
  }

  package let counts: [Count]
  package let missing: [Missing]
  /// Of the last hour.
  package let finished: [Count]
  /// Empty for tenants.
  package let nodes: [Node]
}

extension QueueClient {
  /// How the queue is doing.
  ///
  /// - Parameter isAdmin: Whether the session may see nodes.
  /// - Returns: The status.
  /// - Throws: ``QueueError``.
  package func status(isAdmin: Bool) throws(QueueError) -> QueueStatus {
    QueueStatus(
      counts: counts(try connection.run(.counts), hasEnded: false),
      missing: missing(try connection.run(.environments)),
      finished: counts(try connection.run(.finishedCounts), hasEnded: true),
      nodes: isAdmin ? nodes(try connection.run(.nodes)) : [])
  }

  /// Jobs that have not ended, as far as the session may see.
  ///
  /// - Throws: ``QueueError``.
  package func unfinished() throws(QueueError) -> Int {
    counts(try connection.run(.counts), hasEnded: false).reduce(0) { $0 + $1.jobs }
  }

  private func counts(_ rows: QueueRows, hasEnded: Bool) -> [QueueStatus.Count] {
    (0..<rows.count).compactMap { row in
      QueueState(code: rows.text(row, 1), hasEnded: hasEnded).map {
        .init(
          tenant: rows.text(row, 0), state: $0, jobs: rows.integer(row, 2),
          oldest: hasEnded ? nil : rows.optionalInteger(row, 3))
      }
    }
  }

  private func missing(_ rows: QueueRows) -> [QueueStatus.Missing] {
    (0..<rows.count).map { row in
      .init(
        tenant: rows.text(row, 0), environment: rows.text(row, 1), jobs: rows.integer(row, 2),
        oldest: rows.integer(row, 3))
    }
  }

  /// Whether a node that was seen in the last minute has an environment.
  ///
  /// - Throws: ``QueueError``.
  package func hasEnvironment(_ digest: String) throws(QueueError) -> Bool {
    try connection.run(.hasEnvironment, .text(digest)).boolean(0, 0)
  }

  private func nodes(_ rows: QueueRows) -> [QueueStatus.Node] {
    (0..<rows.count).map { row in
      .init(
        name: rows.text(row, 0), release: rows.text(row, 1), environment: rows.text(row, 2),
        seen: rows.integer(row, 3), leased: rows.integer(row, 4), isDrained: rows.boolean(row, 5))
    }
  }
}
