import Foundation
@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// Unicode's own test cases, of Debian's package unicode-data.
  @Suite struct UnicodeTests {
    let type: Typesetter

    init() throws { type = try Typesetter() }

    /// The lines of a file without comments.
    private static func lines(_ name: String) throws -> [Substring] {
      try String(contentsOfFile: "/usr/share/unicode/\(name)", encoding: .utf8)
        .split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    /// Other versions, as of Debian 13, have other exceptions.
    private static let isKnown: Bool = {
      let readMe = try? String(contentsOfFile: "/usr/share/unicode/ReadMe.txt", encoding: .utf8)
      return readMe?.contains("Version 15.0.0") == true
    }()

    private static func string(_ codes: some Sequence<Substring>) throws -> String {
      var string = ""
      for code in codes {
        let value = try #require(UInt32(code, radix: 16))
        string.unicodeScalars.append(try #require(Unicode.Scalar(value)))
      }
      return string
    }

    /// Parts without ink fit on any line, so that no line need break beside them; newlines are left out.
    private static func joined(_ parts: [String]) -> [String] {
      let newlines: Set<Unicode.Scalar> = [
        "\n", "\u{b}", "\u{c}", "\r", "\u{85}", "\u{2028}", "\u{2029}",
      ]
      var joined: [String] = []
      var isBlank = true
      for part in parts {
        let part = String(
          String.UnicodeScalarView(part.unicodeScalars.filter { !newlines.contains($0) }))
        let isBlankPart = part.unicodeScalars.allSatisfy {
          $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
            || $0.properties.generalCategory == .nonspacingMark
        }
        if !joined.isEmpty, isBlank || isBlankPart {
          joined[joined.count - 1] += part
        } else {
          joined.append(part)
        }
        isBlank = isBlank && isBlankPart
      }
      return joined
    }

    /// Each part of a case is a line of its own where the width is 0.
    @Test(.enabled(if: isKnown, "another version of Unicode is installed"))
    func linesBreakByAnnex14() throws {
      let exceptions: Set = [
        // No break after a hyphen that starts a word: LB20a of Unicode 16, by ICU.
        "× 002D ÷ 0E01 ÷", "× 002D × 0308 ÷ 0E01 ÷",
        // A mark that no Thai letter has.
        "× 0E01 × 0308 × 0024 ÷", "× 0E01 × 0308 × 0028 ÷", "× 0E01 × 0308 × 0030 ÷",
      ]
      for line in try Self.lines("auxiliary/LineBreakTest.txt") {
        let codes = line.split(separator: "#")[0].split { " \t".contains($0) }
        let name = codes.joined(separator: " ")
        let parts = try codes.split(separator: "÷").map { part in
          try Self.string(part.filter { $0 != "×" })
        }
        let text = try type.set(parts.joined(), Typesetter.noto, width: 0) {
          ($0.missingGlyphs, $0.overflow) = (.allow, .visible)
        }
        let isEqual = Self.joined(text.words) == Self.joined(parts)
        if isEqual == exceptions.contains(name) {
          Issue.record("\(name): \(text.words)")
        }
      }
    }

    /// Each character is where the case has it.
    @Test(.enabled(if: isKnown, "another version of Unicode is installed"))
    func lettersAreOrderedByAnnex9() throws {
      for line in try Self.lines("BidiCharacterTest.txt") {
        let fields = line.split(separator: ";", omittingEmptySubsequences: false)
        let string = try Self.string(fields[0].split(separator: " "))
        let text = try type.set(string, Typesetter.latin) {
          ($0.missingGlyphs, $0.overflow) = (.allow, .visible)
          $0.direction = fields[1] == "0" ? .ltr : fields[1] == "1" ? .rtl : .auto
        }
        // A mark for the direction may have been added before the string.
        var offset = text.string.utf8.count - string.utf8.count
        var indices: [Int: Int] = [:]
        for (index, scalar) in string.unicodeScalars.enumerated() {
          indices[offset] = index
          offset += UTF8.width(scalar)
        }
        let found = text.clusters.compactMap { indices[$0.range.lowerBound] }
        // Cases have no embeddings, which are removed, and clusters may have several characters.
        let order = fields[4].split(separator: " ").compactMap { Int($0) }
        let (here, there) = (Set(found), Set(order))
        if found.filter(there.contains) != order.filter(here.contains) {
          Issue.record("\(line): \(found)")
        }
      }
    }
  }
}
