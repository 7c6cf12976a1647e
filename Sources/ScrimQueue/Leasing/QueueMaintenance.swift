/// The steps that keep the queue going; any node takes them, and several may at the same time.
package struct QueueMaintenance {
  private let connection: QueueConnection

  package init(_ connection: QueueConnection) {
    self.connection = connection
  }

  /// What ``advance()`` did: numbers of jobs.
  package struct Advance: Sendable, Hashable {
    package let promoted: Int
    package let reclaimed: Int
    package let givenUp: Int
    package let expired: Int
  }

  /// Lets deferred jobs wait whose time has come, takes back jobs whose lease ran out, and ends jobs that are late or
  /// whose attempts are used up; up to 1,000 of each. About once a second.
  ///
  /// - Throws: ``QueueError``.
  package func advance() throws(QueueError) -> Advance {
    let promoted = try connection.run(.promote).count
    let reclaimed = try connection.run(.reclaim).count
    let givenUp = try connection.run(.giveUp).count
    return Advance(
      promoted: promoted, reclaimed: reclaimed, givenUp: givenUp,
      expired: try connection.run(.expire).count)
  }

  /// Makes the partitions of the next days, drops old ones, and deletes images beyond the limit and files, keys and
  /// batches that nothing needs any more. About once an hour.
  ///
  /// - Returns: The numbers of partitions that were dropped, and of files that were deleted.
  /// - Throws: ``QueueError``.
  package func tidy() throws(QueueError) -> (partitions: Int, blobs: Int) {
    _ = try connection.run(.makePartitions, .integer(Self.daysAhead))
    let partitions = try connection.run(.dropPartitions).count
    while try connection.run(.trimImages).integer(0, 0) > 0 {}
    _ = try connection.run(.forgetKeys)
    _ = try connection.run(.forgetBatches)
    _ = try connection.run(.forgetDeliveries)
    var blobs = 0
    while true {
      let deleted = try connection.run(.collectBlobs).count
      blobs += deleted
      guard deleted > 0 else { return (partitions, blobs) }
    }
  }

  /// A node that was away for a week finds its partitions.
  private static let daysAhead = 7

  /// Says that a node runs, for `scrim-queue status`.
  ///
  /// - Returns: Whether it is drained.
  /// - Throws: ``QueueError``.
  @discardableResult
  package func seen(
    node: String, release: String, environment: String
  ) throws(QueueError) -> Bool {
    try connection.run(.seen, .text(node), .text(release), .text(environment)).boolean(0, 0)
  }
}
