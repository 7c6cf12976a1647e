/// The name of an installed template: `NAME@VERSION`, the name of its folder.
package struct TemplateVersion: Sendable, Hashable, CustomStringConvertible {
  package let name: String
  package let version: String

  private static let longestName = 64
  private static let longestVersion = 32

  /// What a name must be, for messages.
  package static let expectation =
    "NAME@VERSION: a name of 1 to \(longestName) letters (a–z), digits and -, and a version of 1 to "
    + "\(longestVersion) letters, digits, ., - and _, neither beginning with a sign"

  /// - Returns: `nil` for text that is not such a name. None of them is hidden, leads elsewhere, or needs an escape in
  ///   a URL.
  package init?(_ text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    func isValid(_ part: some Collection<UInt8>, _ longest: Int, _ mayHave: (UInt8) -> Bool) -> Bool
    {
      (1...longest).contains(part.count) && part.allSatisfy(mayHave)
        && part.first.map(isLetterOrDigit) == true
    }
    let isName = isValid(parts[0], Self.longestName) { byte in
      isLetterOrDigit(byte) && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || byte == UInt8(ascii: "-")
    }
    let isVersion = isValid(parts[1], Self.longestVersion) { byte in
      isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_")
    }
    guard isName, isVersion else { return nil }
    name = String(decoding: parts[0], as: UTF8.self)
    version = String(decoding: parts[1], as: UTF8.self)
  }

  package var description: String { "\(name)@\(version)" }
}
