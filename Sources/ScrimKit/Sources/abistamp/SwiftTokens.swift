/// The tokens of Swift source text, without comments and white space: what decides what is compiled.
///
/// It is a lexer of few kinds: words and numbers, operators, punctuation, string literals. Code within
/// `\(…)` of a literal is taken as text, except that its parentheses and literals are matched. Regular
/// expression literals are not known: ScrimKit has none.
struct SwiftTokens {
  private let bytes: [UInt8]
  private var next = 0

  init(_ source: [UInt8]) { bytes = source }

  /// The next token; `nil` at the end.
  mutating func token() -> ArraySlice<UInt8>? {
    skipBlanksAndComments()
    guard next < bytes.count else { return nil }
    let start = next
    if let quotes = opening() {
      skipLiteral(quotes)
    } else if Self.isWord(bytes[next]) {
      while next < bytes.count, Self.isWord(bytes[next]) { next += 1 }
    } else {
      next += 1
    }
    return bytes[start..<next]
  }

  /// The delimiter of a literal: so many `#`, then one or three quotation marks.
  private struct Quotes {
    let pounds: Int
    let marks: Int
  }

  private static let quote = UInt8(ascii: "\"")
  private static let pound = UInt8(ascii: "#")

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private func has(_ text: StaticString, at index: Int) -> Bool {
    text.withUTF8Buffer { bytes[min(index, bytes.count)...].starts(with: $0) }
  }

  private mutating func skipBlanksAndComments() {
    while next < bytes.count {
      if bytes[next] <= 0x20 {
        next += 1
      } else if has("//", at: next) {
        while next < bytes.count, bytes[next] != 0x0A { next += 1 }
      } else if has("/*", at: next) {
        skipBlockComment()
      } else {
        return
      }
    }
  }

  /// Block comments nest in Swift.
  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if has("/*", at: next) {
        depth += 1
        next += 2
      } else if has("*/", at: next) {
        depth -= 1
        next += 2
      } else {
        next += 1
      }
    } while depth > 0 && next < bytes.count
  }

  /// The delimiter here, if a literal begins here.
  private func opening() -> Quotes? {
    var index = next
    while index < bytes.count, bytes[index] == Self.pound { index += 1 }
    guard index < bytes.count, bytes[index] == Self.quote else { return nil }
    return Quotes(pounds: index - next, marks: has("\"\"\"", at: index) ? 3 : 1)
  }

  private mutating func skipLiteral(_ quotes: Quotes) {
    next += quotes.pounds + quotes.marks
    while next < bytes.count {
      if bytes[next] == UInt8(ascii: "\\"), isFollowed(by: quotes.pounds, after: next + 1) {
        next += 1 + quotes.pounds
        if next < bytes.count, bytes[next] == UInt8(ascii: "(") {
          skipInterpolation()
        } else {
          next += 1
        }
      } else if isEnd(quotes) {
        next += quotes.marks + quotes.pounds
        return
      } else {
        next += 1
      }
    }
  }

  private func isEnd(_ quotes: Quotes) -> Bool {
    let isMarked = quotes.marks == 3 ? has("\"\"\"", at: next) : bytes[next] == Self.quote
    return isMarked && isFollowed(by: quotes.pounds, after: next + quotes.marks)
  }

  private func isFollowed(by pounds: Int, after index: Int) -> Bool {
    (0..<pounds).allSatisfy { index + $0 < bytes.count && bytes[index + $0] == Self.pound }
  }

  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      if let quotes = opening() {
        skipLiteral(quotes)
        continue
      }
      if bytes[next] == UInt8(ascii: "(") { depth += 1 }
      if bytes[next] == UInt8(ascii: ")") { depth -= 1 }
      next += 1
    } while depth > 0 && next < bytes.count
  }
}
