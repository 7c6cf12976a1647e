package import ScrimJSON

/// The record of a job's failed attempts, stored in its folder.
package struct History: Sendable, Hashable, Record {
  /// A limit of a job that an attempt exceeded.
  package enum ExceededLimit: String, Sendable, Hashable, CaseIterable, FieldValue {
    case time, memory
  }

  /// One attempt that failed for a reason other than an error in the document.
  package struct Failure: Sendable, Hashable, Record {
    /// How the attempt ended, without text from the job.
    package var reason = ""
    /// The effect that was running and caused the failure.
    package var effect: String?
    /// The limit that was exceeded; `nil` if none was.
    package var limit: ExceededLimit?

    package init(reason: String, effect: String?, limit: ExceededLimit? = nil) {
      self.reason = reason
      self.effect = effect
      self.limit = limit
    }

    package init() {}

    package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("reason", &reason)
      try fields.nullable("effect", &effect)
      try fields.nullable("limit", &limit)
    }
  }

  package var failures: [Failure] = []
  /// Earliest time of the next attempt: UTC, milliseconds since 1970.
  package var notBefore = 0

  package init(failures: [Failure] = [], notBefore: Int = 0) {
    self.failures = failures
    self.notBefore = notBefore
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("failures", &failures)
    try fields.required("notBefore", &notBefore)
  }

  /// The record's file. If it would be larger than its reader takes, the oldest attempts are left out.
  package func bytes() -> [UInt8] {
    var history = self
    while true {
      let bytes = history.json.bytes()
      guard bytes.count > RecordLimits.history, !history.failures.isEmpty else { return bytes }
      history.failures.removeFirst((history.failures.count + 1) / 2)
    }
  }
}
