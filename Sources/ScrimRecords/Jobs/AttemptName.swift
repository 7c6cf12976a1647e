import ScrimDocument

/// The name of a folder in `queue/` or `active/`: a job, the number of attempts begun, its priority, and its earliest
/// start, as in `ID.1`, `ID.1+50`, `ID.1-7@1795483760000`.
///
/// Sorts by turn: the higher priority first, then by arrival. All of it is in the name, so that no job is opened to
/// sort the queue, and a change of priority is one rename.
package struct AttemptName: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Priorities of jobs; among those of one owner the higher is first.
  package static let priorities = SubmissionLimits.priorities

  package let id: JobID
  package let attempt: Int
  package var priority: Int
  /// Not to be begun before this time: UTC, milliseconds since 1970.
  package var notBefore: Int?

  package init(_ id: JobID, attempt: Int, priority: Int = 0, notBefore: Int? = nil) {
    self.id = id
    self.attempt = attempt
    self.priority = priority
    self.notBefore = notBefore
  }

  package init?(_ text: String) {
    self.init(parsing: text.utf8[...])
  }

  /// Parses a name as a folder gives it.
  package init?(bytes: Slice<UnsafeRawBufferPointer>) { self.init(parsing: bytes) }

  private init?<Bytes: Collection<UInt8>>(parsing bytes: Bytes) where Bytes.SubSequence == Bytes {
    var rest = bytes
    guard let id = JobID(parsing: &rest), rest.popFirst() == UInt8(ascii: "."),
      let attempt = JobID.number(in: &rest)
    else { return nil }
    self.init(id, attempt: attempt)
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      rest.removeFirst()
      guard let number = JobID.number(in: &rest), number > 0 else { return nil }
      priority = sign == UInt8(ascii: "+") ? number : -number
      guard Self.priorities.contains(priority) else { return nil }
    }
    if rest.first == UInt8(ascii: "@") {
      rest.removeFirst()
      guard let time = JobID.number(in: &rest) else { return nil }
      notBefore = time
    }
    guard rest.isEmpty else { return nil }
  }

  package var description: String {
    let turn = priority == 0 ? "" : priority > 0 ? "+\(priority)" : "\(priority)"
    return "\(id).\(attempt)\(turn)\(notBefore.map { "@\($0)" } ?? "")"
  }

  /// The same job with another number of attempts.
  package func with(attempt: Int) -> AttemptName {
    AttemptName(id, attempt: attempt, priority: priority, notBefore: notBefore)
  }

  package static func < (one: AttemptName, other: AttemptName) -> Bool {
    (other.priority, one.id, one.attempt) < (one.priority, other.id, other.attempt)
  }
}
