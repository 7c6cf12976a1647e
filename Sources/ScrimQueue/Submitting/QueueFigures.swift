/// Figures for monitoring, as far as the session may see: they take longer to count than ``QueueStatus``.
package struct QueueFigures: Sendable, Hashable {
  /// What a tenant has.
  package struct Usage: Sendable, Hashable {
    package let tenant: String
    /// Jobs that have not ended.
    package let jobs: Int
    /// Bytes of documents and reports.
    package let documents: Int
    package let files: Int
    package let images: Int
    /// `nil` for none.
    package let quotaJobs: Int?
    package let quotaBytes: Int?
  }

  /// A figure of a tenant or node.
  package struct Figure: Sendable, Hashable {
    package let name: String
    package let value: Int
  }

  package let usages: [Usage]
  /// Jobs that have not ended with failed or lost attempts, by tenant.
  package let failing: [Figure]
  /// Leases that ran out in the last hour, by node; empty for tenants.
  package let lost: [Figure]
  /// `nil` for tenants.
  package let databaseBytes: Int?
}

extension QueueClient {
  /// Counts jobs and bytes.
  ///
  /// - Parameter isAdmin: Whether the session may see nodes.
  /// - Returns: The figures.
  /// - Throws: ``QueueError``.
  package func figures(isAdmin: Bool) throws(QueueError) -> QueueFigures {
    let rows = try connection.run(.usages)
    let usages = (0..<rows.count).map { row in
      QueueFigures.Usage(
        tenant: rows.text(row, 0), jobs: rows.integer(row, 1), documents: rows.integer(row, 2),
        files: rows.integer(row, 3), images: rows.integer(row, 4),
        quotaJobs: rows.optionalInteger(row, 5), quotaBytes: rows.optionalInteger(row, 6))
    }
    return QueueFigures(
      usages: usages, failing: figures(try connection.run(.failingCounts)),
      lost: isAdmin ? figures(try connection.run(.lostCounts)) : [],
      databaseBytes: isAdmin ? try connection.run(.databaseBytes).integer(0, 0) : nil)
  }

  private func figures(_ rows: QueueRows) -> [QueueFigures.Figure] {
    (0..<rows.count).map { .init(name: rows.text($0, 0), value: rows.integer($0, 1)) }
  }

  /// Lets a node get no more jobs, or get jobs again.
  ///
  /// - Returns: False if there is no node of this name.
  /// - Throws: ``QueueError``; denied for a tenant.
  package func setDrained(_ node: String, _ isDrained: Bool) throws(QueueError) -> Bool {
    try connection.run(.drain, .text(node), .text(isDrained ? "t" : "f")).boolean(0, 0)
  }

  /// Says that this tenant has the images of jobs or batches: unless the queue keeps them, they are deleted there once
  /// no folder of ``QueueDelivery`` lacks them.
  ///
  /// - Throws: ``QueueError``.
  package func noteFetched(_ ids: [Int]) throws(QueueError) {
    _ = try connection.run(.fetched, .integers(ids))
  }
}
