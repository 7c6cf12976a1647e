/// Consecutive rows of a batch's data, by number from 1. In the names of chunks: `65-128`.
package struct RowRange: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let first: Int
  package let last: Int

  /// - Precondition: 1 ≤ first ≤ last.
  package init(_ first: Int, _ last: Int) {
    self.first = first
    self.last = last
  }

  package var count: Int { last - first + 1 }

  package var rows: ClosedRange<Int> { first...last }

  package func contains(_ row: Int) -> Bool { row >= first && row <= last }

  package func overlaps(_ other: RowRange) -> Bool { first <= other.last && other.first <= last }

  /// Parses the format of ``description`` at the beginning of a name, and removes it.
  init?<Bytes: Collection<UInt8>>(head rest: inout Bytes) where Bytes.SubSequence == Bytes {
    guard let first = JobID.number(in: &rest), rest.popFirst() == UInt8(ascii: "-"),
      let last = JobID.number(in: &rest), first >= 1, last >= first
    else { return nil }
    self.init(first, last)
  }

  /// Parses the format of ``description``.
  package init?(_ text: some StringProtocol) {
    var rest = Substring(text).utf8
    self.init(head: &rest)
    guard rest.isEmpty else { return nil }
  }

  package var description: String { "\(first)-\(last)" }

  /// As in lists of rows: `7`, or `1-20`.
  package var shortText: String { first == last ? "\(first)" : description }

  /// The format that ``list(_:)`` parses.
  package static func text(of ranges: [RowRange]) -> String {
    ranges.map(\.shortText).joined(separator: ",")
  }

  /// Parses a list of rows in ascending order, as in `1-20,37`.
  ///
  /// - Returns: `nil` for anything else.
  package static func list(_ text: String) -> [RowRange]? {
    var ranges: [RowRange] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      var rest = part.utf8
      guard let first = JobID.number(in: &rest), first >= 1 else { return nil }
      var last = first
      if !rest.isEmpty {
        guard rest.popFirst() == UInt8(ascii: "-"), let number = JobID.number(in: &rest),
          number >= first, rest.isEmpty
        else { return nil }
        last = number
      }
      if let before = ranges.last, before.last >= first { return nil }
      ranges.append(RowRange(first, last))
    }
    return ranges
  }

  package static func < (one: RowRange, other: RowRange) -> Bool {
    (one.first, one.last) < (other.first, other.last)
  }
}
