/// A job's name in the spool: when it was dropped, by whom, and 8 random characters.
///
/// Sorted as text, ids are in the order of arrival, and fair turns need no job to be opened.
public struct JobID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// UTC, milliseconds since 1970.
  public let time: Int
  /// The user who dropped it.
  public let user: UInt32
  private let random: String

  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")

  public init(time: Int, user: UInt32) {
    self.time = time
    self.user = user
    random = Self.random(characters: 8)
  }

  /// Reads what ``description`` wrote.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 13, let time = Int(parts[0]), time > 0,
      let user = UInt32(parts[1]), parts[2].count == 8,
      parts[2].allSatisfy(Self.alphabet.contains)
    else { return nil }
    self.time = time
    self.user = user
    random = String(parts[2])
  }

  public var description: String { "\(time)-\(user)-\(random)" }

  public static func < (one: JobID, other: JobID) -> Bool {
    (one.time, one.user, one.random) < (other.time, other.user, other.random)
  }

  /// Random lower-case letters and digits, 5 bits each, from the system's generator.
  static func random(characters: Int) -> String {
    String((0..<characters).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] })
  }
}

/// A folder of `queue/` or `active/`: a job and how many attempts at it were begun.
struct AttemptName: Hashable, Comparable, CustomStringConvertible {
  let id: JobID
  let attempt: Int

  init(_ id: JobID, attempt: Int) {
    self.id = id
    self.attempt = attempt
  }

  init?(_ text: String) {
    guard let point = text.lastIndex(of: "."), let id = JobID(text[..<point]),
      let attempt = Int(text[text.index(after: point)...]), attempt >= 0
    else { return nil }
    self.init(id, attempt: attempt)
  }

  var description: String { "\(id).\(attempt)" }

  static func < (one: AttemptName, other: AttemptName) -> Bool {
    (one.id, one.attempt) < (other.id, other.attempt)
  }
}
