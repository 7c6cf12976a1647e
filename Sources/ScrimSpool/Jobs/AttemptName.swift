/// The name of a folder in `queue/` or `active/`: a job and the number of attempts begun.
package struct AttemptName: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let id: JobID
  package let attempt: Int

  package init(_ id: JobID, attempt: Int) {
    self.id = id
    self.attempt = attempt
  }

  package init?(_ text: String) {
    self.init(bytes: text.utf8[...])
  }

  init?<Bytes: Collection<UInt8>>(bytes: Bytes) where Bytes.SubSequence == Bytes {
    var rest = bytes
    guard let id = JobID(head: &rest), rest.popFirst() == UInt8(ascii: "."),
      let attempt = JobID.number(in: &rest), rest.isEmpty
    else { return nil }
    self.init(id, attempt: attempt)
  }

  package var description: String { "\(id).\(attempt)" }

  package static func < (one: AttemptName, other: AttemptName) -> Bool {
    (one.id, one.attempt) < (other.id, other.attempt)
  }
}
