import Logging
import ScrimRecords

/// The digest of the environment in which this machine's `scrimd` renders jobs. It compares that of each job again, so
/// that an update between two looks leads to failed attempts, and not to other images.
struct NodeEnvironment {
  private let spool: LocalSpool
  private let logger = Logger(label: "scrim-node")
  /// The last known one; "" if there is none, so that the node gets no jobs that require one.
  private(set) var digest = ""
  private var failure = ""

  init(_ spool: LocalSpool) {
    self.spool = spool
  }

  /// Asks scrimd, which answers at once.
  ///
  /// - Returns: The time after which to ask again.
  mutating func look() -> Duration {
    do {
      let found = try spool.environment()
      failure = ""
      // It reads its files now.
      guard !found.isEmpty else { return .milliseconds(500) }
      if found != digest { logger.info("environment", metadata: ["digest": "\(found)"]) }
      digest = found
    } catch {
      // Without scrimd no job is rendered either. One that starts again has most likely the same files.
      if failure != "\(error)" {
        failure = "\(error)"
        logger.warning("the environment is not known", metadata: ["reason": "\(error)"])
      }
    }
    return .seconds(10)
  }
}
