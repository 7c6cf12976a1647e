import ScrimJSON
@_spi(Host) import ScrimKit
import ScrimLayout

/// The values of layout keys: sides of frames, positions, margins and gaps.

extension Key where Value == Dimension {
  /// A length, or a size that follows from the content.
  static func dimension(_ name: String, _ help: String) -> Key {
    let shape = ParameterShape.union([.length, .choice(Dimension.words)])
    return Key(format: KeyFormat(name, help, .value(shape), unit: .pixels, in: LengthRange.size)) {
      place in
      if let word = place.node.string, let side = Dimension(word: word) { return side }
      guard !place.reportUnknownWord(Dimension.words) else { return nil }
      return place.length(in: LengthRange.size).map { .length($0) }
    }
  }
}

extension Dimension {
  static let words = ["fit-content", "min-content", "max-content"]

  init?(word: String) {
    switch word {
    case "fit-content": self = .fitContent
    case "min-content": self = .minContent
    case "max-content": self = .maxContent
    default: return nil
    }
  }
}

extension Key where Value == FramePosition {
  /// A length, or the centre.
  static func position(_ name: String, _ help: String) -> Key {
    let shape = ParameterShape.union([.length, .choice(["center"])])
    return Key(
      format: KeyFormat(name, help, .value(shape), unit: .pixels, in: LengthRange.distance)
    ) { place in
      if place.node.string == "center" { return .center }
      guard !place.reportUnknownWord(["center"]) else { return nil }
      return place.length(in: LengthRange.distance).map { .length($0) }
    }
  }
}

extension Key where Value == FlexItem.Basis {
  /// A length, or the box's own side.
  static func basis(_ name: String, _ help: String) -> Key {
    let shape = ParameterShape.union([.length, .choice(["auto"])])
    return Key(format: KeyFormat(name, help, .value(shape), unit: .pixels, in: LengthRange.size)) {
      place in
      if place.node.string == "auto" { return .automatic }
      guard !place.reportUnknownWord(["auto"]) else { return nil }
      return place.length(in: LengthRange.size).map { .length($0) }
    }
  }
}

extension Key where Value == Edges {
  /// One length for four sides, or a list of two or four.
  static func edges(_ name: String, _ help: String) -> Key {
    let side = ParameterShape.nonNegative(.length)
    return Key(
      format: KeyFormat(
        name, help, .value(sides(of: side, "Inset from")), unit: .pixels, in: LengthRange.size)
    ) { place in
      place.sides { $0.side(in: LengthRange.size) }.map {
        Edges(top: $0[0], right: $0[1], bottom: $0[2], left: $0[3])
      }
    }
  }

  /// The forms of four sides.
  fileprivate static func sides(of shape: ParameterShape, _ what: String) -> ParameterShape {
    func side(_ name: String, _ edges: String) -> ParameterDeclaration {
      ParameterDeclaration(name, "\(what) the \(edges)", shape)
    }
    return .union([
      shape,
      .tuple([
        side("vertical", "top and bottom edges"), side("horizontal", "left and right edges"),
      ]),
      .tuple([
        side("top", "top edge"), side("right", "right edge"), side("bottom", "bottom edge"),
        side("left", "left edge"),
      ]),
    ])
  }
}

extension Key where Value == Margins {
  /// One length or "auto" for four sides, or a list of two or four.
  static func margins(_ name: String, _ help: String) -> Key {
    let side = ParameterShape.union([.length, .choice(["auto"])])
    return Key(
      format: KeyFormat(
        name, help, .value(Key<Edges>.sides(of: side, "Distance beyond")), unit: .pixels,
        in: LengthRange.distance)
    ) { place in
      place.sides { place -> Length?? in
        if place.node.string == "auto" { return .some(nil) }
        guard !place.reportUnknownWord(["auto"]) else { return nil }
        return place.side(in: LengthRange.distance).map { .some($0) }
      }.map { Margins(top: $0[0], right: $0[1], bottom: $0[2], left: $0[3]) }
    }
  }
}

/// The gaps between lines and between the boxes of a line.
struct FlexGap: Hashable {
  let row: Length
  let column: Length
}

extension Key where Value == FlexGap {
  static func gap(_ name: String, _ help: String) -> Key {
    let side = ParameterShape.nonNegative(.length)
    let shape = ParameterShape.union([
      side,
      .tuple([
        ParameterDeclaration("row", "Distance between rows", side),
        ParameterDeclaration("column", "Distance between columns", side),
      ]),
    ])
    return Key(format: KeyFormat(name, help, .value(shape), unit: .pixels, in: LengthRange.size)) {
      place in
      guard let items = place.items else {
        return place.side(in: LengthRange.size, orList: "two (row, column)").map {
          FlexGap(row: $0, column: $0)
        }
      }
      guard items.count == 2 else {
        place.report(
          .outOfRange,
          "expected a number or two (row, column), found a list of \(items.count).")
        return nil
      }
      let sides = items.compactMap { $0.side(in: LengthRange.size) }
      return sides.count == 2 ? FlexGap(row: sides[0], column: sides[1]) : nil
    }
  }
}

extension Place {
  /// Reports a word that is not one of those allowed, which have been taken. A string with digits is a length, right or
  /// wrong.
  ///
  /// - Returns: Whether it is such a word.
  func reportUnknownWord(_ words: [String]) -> Bool {
    guard let string = node.string else { return false }
    let near = nearest(to: string, in: words)
    guard near != nil || !string.contains(where: \.isNumber) else { return false }
    report(
      .invalidValue,
      "\(found) is not a number of px, a percentage such as \"50%\" or "
        + "\(words.map(quoted).joined(separator: ", "))."
        + (near.map { " Did you mean \(quoted($0))?" } ?? ""))
    return true
  }

  /// Reads four sides from one value or a list of two (vertical, horizontal) or four.
  fileprivate func sides<Side>(_ read: (Place) -> Side?) -> [Side]? {
    let numbers = items ?? [self]
    guard items == nil || numbers.count == 2 || numbers.count == 4 else {
      report(.outOfRange, "expected \(Insets.syntax), found a list of \(numbers.count).")
      return nil
    }
    if items == nil, node.number == nil, node.string == nil {
      reportType(expected: Insets.syntax)
      return nil
    }
    let good = numbers.compactMap(read)
    guard good.count == numbers.count else { return nil }
    switch good.count {
    case 1: return [good[0], good[0], good[0], good[0]]
    case 2: return good + good
    default: return good
    }
  }

  /// Reads a number of px or a percentage.
  fileprivate func side(in range: ClosedRange<Double>, orList list: String? = nil) -> Length? {
    if let string = node.string, string.hasSuffix("%") { return length(in: range) }
    if node.number == nil, node.string == nil, let list {
      reportType(expected: "a number or \(list)")
      return nil
    }
    return number(in: range, unit: " px").map { .pixels($0) }
  }
}
