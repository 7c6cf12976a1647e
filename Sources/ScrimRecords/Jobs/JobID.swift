package import ScrimJSON
import ScrimLinux

/// A job's name in the spool: drop time, owner, and 8 random characters.
///
/// IDs sort as text in order of arrival, and serving owners in turn requires opening no job. The ID of a chunk of a
/// batch is that of the batch and its rows: `1795483755404-1000-uc5qydag-65-128`.
package struct JobID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// UTC, milliseconds since 1970.
  package let time: Int
  /// On whose behalf it is rendered.
  package let owner: Owner
  /// The random characters, the first in the highest byte, so that numbers compare like text.
  private let random: UInt64
  /// The rows of a chunk; `nil` for a job of its own.
  package let rows: RowRange?

  private static let characters = 8

  /// Times of 13 digits, so that IDs sort as text: the years 2001 to 2286.
  package static let times = Timestamp.times

  package init(time: Int, owner: Owner) {
    self.init(
      time: time, owner: owner, random: Self.packed(RandomName.bytes(Self.characters)))
  }

  /// An ID that is greater than an earlier one of the same owner, which may have the same time or a later one.
  package init(time: Int, owner: Owner, after last: JobID?) {
    guard let last, last.time >= time else {
      self.init(time: time, owner: owner)
      return
    }
    let next = RandomName.number(of: last.randomBytes) + UInt64.random(in: 1...Self.longestStep)
    guard next < 1 << (5 * UInt64(Self.characters)) else {
      self.init(time: last.time + 1, owner: owner)
      return
    }
    self.init(
      time: last.time, owner: owner,
      random: Self.packed(RandomName.bytes(of: next, Self.characters)))
  }

  private init(time: Int, owner: Owner, random: UInt64) {
    self.time = time
    self.owner = owner
    self.random = random
    rows = nil
  }

  /// Some 2 million IDs of one millisecond fit.
  private static let longestStep: UInt64 = 1 << 20

  private static func packed(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private var randomBytes: [UInt8] {
    (0..<Self.characters).map { UInt8(truncatingIfNeeded: random >> (56 - 8 * $0)) }
  }

  /// The ID of the same job for another owner.
  package init(_ id: JobID, owner: Owner) {
    time = id.time
    self.owner = owner
    random = id.random
    rows = id.rows
  }

  /// The ID of a chunk of a batch; without rows, that of the batch of a chunk.
  package init(_ id: JobID, rows: RowRange?) {
    time = id.time
    owner = id.owner
    random = id.random
    self.rows = rows
  }

  /// The batch of a chunk; any other job itself.
  package var batch: JobID { rows == nil ? self : JobID(self, rows: nil) }

  /// An ID of a user without tenants.
  package init(time: Int, user: UInt32) {
    self.init(time: time, owner: Owner(user: user))
  }

  /// The user who dropped it.
  package var user: UInt32 { owner.user }

  /// Parses the format of ``description``.
  package init?(_ text: some StringProtocol) {
    var rest = Substring(text).utf8
    self.init(parsing: &rest)
    guard rest.isEmpty else { return nil }
  }

  // One initialiser for each kind of bytes: a generic one would not be specialised in other modules, which parse every
  // name of a folder with it.

  /// Parses an ID at the beginning of a name as a folder gives it, and removes it.
  package init?(head rest: inout Slice<UnsafeRawBufferPointer>) { self.init(parsing: &rest) }

  /// Parses an ID at the beginning of a name, and removes it.
  package init?(head rest: inout Substring.UTF8View) { self.init(parsing: &rest) }

  /// Parses an ID at the beginning of a part of a file, and removes it.
  package init?(head rest: inout ArraySlice<UInt8>) { self.init(parsing: &rest) }

  /// Accepts the exact format of ``description`` only: another spelling of an ID would be another name.
  init?<Bytes: Collection<UInt8>>(parsing rest: inout Bytes) where Bytes.SubSequence == Bytes {
    guard let time = Self.number(in: &rest), Self.times.contains(time),
      rest.popFirst() == UInt8(ascii: "-"),
      let owner = Owner(head: &rest), rest.popFirst() == UInt8(ascii: "-")
    else { return nil }
    var random: UInt64 = 0
    for _ in 0..<Self.characters {
      guard let byte = rest.popFirst(), RandomName.contains(byte) else { return nil }
      random = random << 8 | UInt64(byte)
    }
    self.time = time
    self.owner = owner
    self.random = random
    guard rest.first == UInt8(ascii: "-") else {
      rows = nil
      return
    }
    rest.removeFirst()
    guard let rows = RowRange(head: &rest) else { return nil }
    self.rows = rows
  }

  package var description: String {
    let job = "\(time)-\(owner)-\(String(decoding: randomBytes, as: UTF8.self))"
    return rows.map { "\(job)-\($0)" } ?? job
  }

  package static func < (one: JobID, other: JobID) -> Bool {
    let (first, second) = (
      (one.time, one.owner, one.random), (other.time, other.owner, other.random)
    )
    guard first == second else { return first < second }
    guard let rows = other.rows else { return false }
    return one.rows.map { $0 < rows } ?? true
  }

  /// Parses and removes a number of at most 13 digits, without leading zeros, at the beginning of a name.
  static func number<Bytes: Collection<UInt8>>(in rest: inout Bytes) -> Int?
  where Bytes.SubSequence == Bytes {
    var value = 0
    var digits = 0
    while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      guard digits < 13, digits == 0 || value > 0 else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
      rest.removeFirst()
    }
    return digits > 0 ? value : nil
  }
}

extension JobID: PlainValue {
  /// The initial value of a field: no job has this ID, which begins before Scrim existed.
  package static let none = JobID(time: times.lowerBound, owner: .none, random: 0)

  package static var expectation: String { "a job ID" }
  package init?(field: JSON) {
    guard let text = field.string else { return nil }
    self.init(text)
  }
  package var field: JSON { .string(description) }
}
