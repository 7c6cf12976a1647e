package import ScrimJSON
import ScrimQueue

/// Whether the keys of a configuration can submit jobs to its queue.
package enum QueueCheck {
  /// Connects as each key that may submit jobs, as the service does.
  ///
  /// - Parameter configuration: Names the queue.
  /// - Returns: A list with an object for each such key: its name, its role, why it cannot use the queue (`null` if it
  ///   can), and whether the server is reached by a Unix socket (`null` if it is not reached).
  package static func results(of configuration: HTTPConfiguration) -> JSON {
    .array(
      configuration.keys.filter { $0.jobsPerMinute > 0 }.map { key in
        var (reason, isLocal): (JSON, JSON) = (.null, .null)
        do throws(QueueError) {
          let connection = try QueueConnections.open(
            configuration.queue, as: key.role, limit: configuration.queueLimit)
          isLocal = .boolean(connection.isLocal)
        } catch {
          reason = .string(error.message)
        }
        return [
          "key": .string(key.name), "role": .string(key.role), "error": reason, "isLocal": isLocal,
        ]
      })
  }
}
