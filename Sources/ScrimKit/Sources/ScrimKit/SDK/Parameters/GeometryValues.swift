extension Length: ParameterValue {
  public static var shape: ParameterShape { .length }

  public var json: JSON {
    switch self {
    case .pixels(let pixels): .number(pixels)
    case .percent(let percent): .string("\(percent.plain)%")
    }
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard let json = decoding.inPixels(json) else { return nil }
    if let pixels = json.number {
      self = .pixels(pixels)
      return
    }
    switch json {
    case .string(let text):
      // `Double` alone would accept hexadecimal digits, "nan" and "inf".
      guard text.utf8.last == UInt8(ascii: "%"),
        text.utf8.dropLast().allSatisfy({ "+-.0123456789".utf8.contains($0) }),
        let percent = Double(text.dropLast()), percent.isFinite
      else {
        let suggestion = json.meantNumber.map { " Did you mean \($0)?" } ?? ""
        decoding.report(
          .invalidValue, "\(json.description) is not \(Self.shape.words).\(suggestion)")
        return nil
      }
      self = .percent(percent)
    default:
      decoding.reportType(json, expected: Self.shape.words)
      return nil
    }
  }
}

extension Insets: MeasuredValue {
  public static var shape: ParameterShape {
    .union([
      .number,
      .tuple([
        ParameterDeclaration("vertical", "Inset from the top and bottom edges", .number),
        ParameterDeclaration("horizontal", "Inset from the left and right edges", .number),
      ]),
      .tuple([
        ParameterDeclaration("top", "Inset from the top edge", .number),
        ParameterDeclaration("right", "Inset from the right edge", .number),
        ParameterDeclaration("bottom", "Inset from the bottom edge", .number),
        ParameterDeclaration("left", "Inset from the left edge", .number),
      ]),
    ])
  }

  public var json: JSON {
    top == right && right == bottom && bottom == left
      ? .number(top) : .array([top, right, bottom, left].map(JSON.number))
  }

  public var measures: [(path: [PathElement], value: Double)] {
    if let all = json.number { return [([], all)] }
    // A list of two in a job gives these values at these places, too.
    if top == bottom, right == left { return [([.index(0)], top), ([.index(1)], right)] }
    return [([.index(0)], top), ([.index(1)], right), ([.index(2)], bottom), ([.index(3)], left)]
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard
      let sides = numbers(
        from: json, &decoding, expected: Self.syntax)
    else { return nil }
    self.init(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
  }

  /// The forms of the value in words; as in CSS, two numbers are vertical and horizontal.
  @_spi(Host) public static let syntax =
    "a number, two (vertical, horizontal) or four (top, right, bottom, left)"
}

/// A position in a box: two lengths, whose percentages relate to the box's width and height.
public struct LengthPoint: Hashable, Sendable {
  /// Distance from the left edge.
  public var x: Length
  /// Distance from the top edge.
  public var y: Length

  /// Creates the position at `x` and `y`.
  public init(x: Length, y: Length) {
    self.x = x
    self.y = y
  }

  /// The centre of the box.
  public static let center = LengthPoint(x: .percent(50), y: .percent(50))
}

extension LengthPoint: ParameterValue {
  public static var shape: ParameterShape {
    .tuple([
      ParameterDeclaration("x", "Horizontal position", .length),
      ParameterDeclaration("y", "Vertical position", .length),
    ])
  }

  public var json: JSON { .array([x.json, y.json]) }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    let expected = "two lengths (x, y) such as [\"50%\", \"50%\"]"
    guard case .array(let elements) = json else {
      decoding.reportType(json, expected: expected)
      return nil
    }
    guard elements.count == 2 else {
      decoding.report(.outOfRange, "expected \(expected), found a list of \(elements.count).")
      return nil
    }
    let lengths = elements.enumerated().compactMap { index, element in
      decoding.at(.index(index)) { Length(from: element, &$0) }
    }
    guard lengths.count == 2 else { return nil }
    self.init(x: lengths[0], y: lengths[1])
  }
}

/// The corner radii of a box, each in px or as a percentage of the box's shorter side.
public struct CornerRadii: Hashable, Sendable {
  /// As much as there is room for: 1,000,000 px, as `border-radius: 9999px` in CSS; `"full"` in jobs.
  public static let full = Length.pixels(1e6)

  /// Radius of the top left corner.
  public var topLeft: Length
  /// Radius of the top right corner.
  public var topRight: Length
  /// Radius of the bottom right corner.
  public var bottomRight: Length
  /// Radius of the bottom left corner.
  public var bottomLeft: Length
  /// The shape of all corners, which is no part of the value in a job.
  public var shape = CornerShape.round

  /// Creates one radius per corner.
  public init(topLeft: Length, topRight: Length, bottomRight: Length, bottomLeft: Length) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// Creates the same radius for each corner.
  public init(_ all: Length) {
    self.init(topLeft: all, topRight: all, bottomRight: all, bottomLeft: all)
  }
}

extension CornerRadii: ParameterValue {
  public static var shape: ParameterShape {
    let radius = ParameterShape.union([.nonNegative(.length), .choice(["full"])])
    return .union([
      radius,
      .tuple([
        ParameterDeclaration("top left", "Radius of the top left corner", radius),
        ParameterDeclaration("top right", "Radius of the top right corner", radius),
        ParameterDeclaration("bottom right", "Radius of the bottom right corner", radius),
        ParameterDeclaration("bottom left", "Radius of the bottom left corner", radius),
      ]),
    ])
  }

  public var json: JSON {
    let all = [topLeft, topRight, bottomRight, bottomLeft].map {
      $0 == Self.full ? .string("full") : $0.json
    }
    return all.allSatisfy { $0 == all[0] } ? all[0] : .array(all)
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard case .array(let elements) = json else {
      guard let all = Self.radius(from: json, &decoding) else { return nil }
      self.init(all)
      return
    }
    guard elements.count == 4 else {
      decoding.report(
        .outOfRange,
        "expected a radius or four (top left, top right, bottom right, bottom left), found a list "
          + "of \(elements.count).")
      return nil
    }
    let radii = elements.enumerated().compactMap { index, element in
      decoding.at(.index(index)) { Self.radius(from: element, &$0) }
    }
    guard radii.count == 4 else { return nil }
    self.init(
      topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
  }

  private static func radius(
    from json: JSON, _ decoding: inout ParameterDecoding
  ) -> Length? {
    if json == .string("full") { return full }
    if case .string(let words) = json, words.first?.isLetter == true {
      decoding.report(
        .invalidValue,
        "\(decoding.found(json)) is not a number of px, a percentage such as \"50%\" or \"full\".")
      return nil
    }
    guard let radius = Length(from: json, &decoding) else { return nil }
    guard radius.resolved(of: 1) >= 0 else {
      decoding.report(.outOfRange, "\(decoding.found(json)) is less than 0.")
      return nil
    }
    return radius
  }
}

/// Decodes four numbers, or one or two used for all four.
private func numbers(
  from json: JSON, _ decoding: inout ParameterDecoding, expected: String
) -> [Double]? {
  guard let json = decoding.inPixels(json) else { return nil }
  if let all = json.number { return [all, all, all, all] }
  switch json {
  case .array(let elements) where elements.count == 4 || elements.count == 2:
    guard let sides = [Double](from: json, &decoding) else { return nil }
    return sides.count == 4 ? sides : sides + sides
  case .array(let elements):
    decoding.report(.outOfRange, "expected \(expected), found a list of \(elements.count).")
    return nil
  default:
    decoding.reportType(json, expected: expected)
    return nil
  }
}
