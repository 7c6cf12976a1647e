/// The results of a tenant on their way into one folder. The server has the list of jobs that the folder lacks: a job
/// is added to it by the transaction that ends it, and removed once the folder has its results.
package struct QueueDelivery {
  package let client: QueueClient
  /// The folder's ID: 16 of a-z and 2-7.
  package let folder: String

  package init(_ client: QueueClient, folder: String) {
    self.client = client
    self.folder = folder
  }

  private var connection: QueueConnection { client.connection }

  /// Takes the folder for this connection.
  ///
  /// - Returns: False if another connection has it.
  /// - Throws: ``QueueError``.
  package func reserve() throws(QueueError) -> Bool {
    try connection.run(.reserveFolder, .text(folder)).boolean(0, 0)
  }

  /// Ends the connection that has the folder, if there is one.
  ///
  /// - Throws: ``QueueError``.
  package func takeOver() throws(QueueError) {
    _ = try connection.run(.takeFolder, .text(folder))
  }

  /// Registers the folder. A new one lacks all jobs that have ended, as far as the queue still has their results.
  ///
  /// - Parameter place: Host and path, for operators.
  /// - Throws: ``QueueError``.
  package func start(at place: String) throws(QueueError) {
    _ = try connection.run(.startDelivery, .text(folder), .text(place))
  }

  /// Jobs whose results the folder lacks, the oldest first.
  ///
  /// - Throws: ``QueueError``.
  package func jobs(most: Int) throws(QueueError) -> [Int] {
    let rows = try connection.run(.undelivered, .text(folder), .integer(most))
    return (0..<rows.count).map { rows.integer($0, 0) }
  }

  /// Whether the list has all jobs that have ended: for a folder that is new, it has none until older transactions have
  /// ended.
  ///
  /// - Throws: ``QueueError``.
  package func isComplete() throws(QueueError) -> Bool {
    try connection.run(.hasFilled, .text(folder)).boolean(0, 0)
  }

  /// Records that the folder has the results of jobs.
  ///
  /// - Throws: ``QueueError``.
  package func acknowledge(_ ids: [Int]) throws(QueueError) {
    guard !ids.isEmpty else { return }
    _ = try connection.run(.delivered, .text(folder), .integers(ids))
  }
}
