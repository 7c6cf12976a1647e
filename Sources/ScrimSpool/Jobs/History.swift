package import ScrimDocument

/// What became of the attempts that came to nothing, kept in the job's folder.
public struct History: Sendable, Hashable {
  /// One attempt that failed by no mistake of the document.
  public struct Failure: Sendable, Hashable {
    /// How it ended, as words without the job's text.
    public var reason: String
    /// The effect that was at work and brought the end about itself.
    public var effect: String?

    public init(reason: String, effect: String?) {
      self.reason = reason
      self.effect = effect
    }
  }

  public var failures: [Failure]
  /// No attempt is begun before this time: UTC, milliseconds since 1970.
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
      Failure(reason: $0["reason"]?.string ?? "", effect: $0["effect"]?.string)
    }
  }

  package var json: JSON {
    [
      "failures": .array(
        failures.map {
          ["reason": .string($0.reason), "effect": $0.effect.map(JSON.string) ?? .null]
        }),
      "notBefore": .integer(notBefore),
    ]
  }
}
