package import ScrimJSON

/// The record of a job's failed attempts, stored in its folder.
public struct History: Sendable, Hashable {
  /// A limit of a job that an attempt exceeded.
  public enum ExceededLimit: String, Sendable, Hashable {
    case time, memory
  }

  /// One attempt that failed for a reason other than an error in the document.
  public struct Failure: Sendable, Hashable {
    /// How the attempt ended, without text from the job.
    public var reason: String
    /// The effect that was running and caused the failure.
    public var effect: String?
    /// The limit that was exceeded; `nil` if none was.
    public var limit: ExceededLimit?

    public init(reason: String, effect: String?, limit: ExceededLimit? = nil) {
      self.reason = reason
      self.effect = effect
      self.limit = limit
    }
  }

  public var failures: [Failure]
  /// Earliest time of the next attempt: UTC, milliseconds since 1970.
  public var notBefore: Int

  public init(failures: [Failure] = [], notBefore: Int = 0) {
    self.failures = failures
    self.notBefore = notBefore
  }

  package init?(json: JSON) {
    guard let list = json["failures"]?.array, let notBefore = json["notBefore"]?.integer else {
      return nil
    }
    self.notBefore = notBefore
    failures = list.map {
      Failure(
        reason: $0["reason"]?.string ?? "", effect: $0["effect"]?.string,
        limit: $0["limit"]?.string.flatMap(ExceededLimit.init(rawValue:)))
    }
  }

  package var json: JSON {
    [
      "failures": .array(
        failures.map {
          [
            "reason": .string($0.reason), "effect": $0.effect.map(JSON.string) ?? .null,
            "limit": ($0.limit?.rawValue).map(JSON.string) ?? .null,
          ]
        }),
      "notBefore": .integer(notBefore),
    ]
  }
}
