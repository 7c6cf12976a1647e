import ScrimJSON

/// The line of a document at which something is wrong, with a caret under the place.
struct SourceExcerpt {
  private static let margin = 24

  let line: String
  let caret: String

  /// - Parameters:
  ///   - document: The document's bytes.
  ///   - position: The place to point at.
  ///   - width: The columns that both lines may take.
  init?(of document: [UInt8], at position: Position, width: Int) {
    // Any of \n, \r\n and \r ends a line, as for the reader of documents.
    let text = String(decoding: document, as: UTF8.self)
    var number = 1
    var scalars: [Unicode.Scalar] = []
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if scalar == "\n" && previous == "\r" { continue }
      guard scalar == "\n" || scalar == "\r" else {
        if number == position.line { scalars.append(scalar) }
        continue
      }
      number += 1
      if number > position.line { break }
    }
    guard number >= position.line, position.column <= scalars.count + 1 else { return nil }

    let label = "\(position.line)"
    let gutter = label.count < 5 ? String(repeating: " ", count: 5 - label.count) : ""
    let visibleColumns = max(20, width - 8 - gutter.count)
    let column = position.column - 1
    // A job may be one long line: show the part about the place.
    var first = 0
    while Self.columns(scalars[first..<column]) > visibleColumns - Self.margin { first += 1 }
    var shown = ""
    var used = 0
    for scalar in scalars[first...] {
      used += Self.columns(of: scalar)
      if used > visibleColumns { break }
      // Neither may move the cursor or turn the line round.
      if scalar.properties.isBidiControl { continue }
      shown.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    line = "\(gutter)\(label) | \(shown)"
    let indent = Self.columns(scalars[first..<column])
    caret =
      String(repeating: " ", count: gutter.count + label.count) + " | "
      + String(repeating: " ", count: indent) + "^"
  }

  private static func columns(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// The cells that a terminal gives a scalar (Unicode Standard Annex 11, roughly).
  private static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      return 2
    // Two of these letters make a flag of two cells.
    case 0x1F1E6...0x1F1FF:
      return 1
    default:
      return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
