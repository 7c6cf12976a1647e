/// What a number with a unit, such as "4vw", is in px.
@_spi(Host) public struct LengthUnits: Sendable {
  /// The sides of the canvas, px; `nil` if it has no size of its own.
  public var width: Double?
  public var height: Double?
  /// Why a side is `nil`: "the canvas's width is \"auto\"".
  public var reason: String
  /// The font size of the text that is being read, px.
  public var em: Double?

  /// Creates units that need no canvas and no text.
  public init(
    width: Double? = nil, height: Double? = nil, reason: String = "none is known here",
    em: Double? = nil
  ) {
    self.width = width
    self.height = height
    self.reason = reason
    self.em = em
  }

  /// The units of CSS that a job may use, in the order of their description.
  public static let names = ["vw", "vh", "vmin", "vmax", "em", "mm", "cm", "in", "pt"]

  /// Splits a number from its unit.
  ///
  /// - Parameter text: Such as "4vw".
  /// - Returns: `nil` if it is not a number with one of `names`.
  static func parts(of text: String) -> (number: Double, unit: String)? {
    guard let unit = names.first(where: text.hasSuffix) else { return nil }
    let digits = text.dropLast(unit.utf8.count)
    // `Double` alone would accept hexadecimal digits, exponents, "nan" and "inf".
    guard digits.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }),
      let number = Double(digits), number.isFinite
    else { return nil }
    return (number, unit)
  }

  /// A number with a unit.
  public enum Measure {
    case pixels(Double)
    /// The reason, to follow the value.
    case unknown(String)
  }

  /// A number with a unit, in px.
  ///
  /// - Parameter text: Such as "4vw".
  /// - Returns: `nil` if it is not a number with one of `names`.
  public func measure(_ text: String) -> Measure? {
    guard let (number, unit) = Self.parts(of: text) else { return nil }
    func share(_ side: Double?) -> Measure {
      side.map { .pixels(number * $0 / 100) }
        ?? .unknown("needs the size of the canvas, and \(reason)")
    }
    // CSS Values 4, §6.2: 1 in is 96 px.
    return switch unit {
    case "vw": share(width)
    case "vh": share(height)
    case "vmin": share(both.map { min($0, $1) })
    case "vmax": share(both.map { max($0, $1) })
    case "em":
      em.map { .pixels(number * $0) }
        ?? .unknown("needs a font size: \"em\" is for texts, and not for their size")
    case "mm": .pixels(number * 96 / 25.4)
    case "cm": .pixels(number * 96 / 2.54)
    case "in": .pixels(number * 96)
    default: .pixels(number * 96 / 72)
    }
  }

  private var both: (Double, Double)? {
    guard let width, let height else { return nil }
    return (width, height)
  }
}

extension ParameterDecoding {
  /// A value in px: numbers with units are replaced, in lists, too.
  ///
  /// - Parameter json: The value as written.
  /// - Returns: `nil` after an error.
  mutating func inPixels(_ json: JSON) -> JSON? {
    switch json {
    case .string(let text):
      switch units.measure(text) {
      case .pixels(let number): return .number(number)
      case .unknown(let reason):
        report(.invalidValue, "\(json.description) \(reason).")
        return nil
      case nil: return json
      }
    case .array(let items):
      let measured = items.enumerated().map { index, item in at(.index(index)) { $0.inPixels(item) }
      }
      let good = measured.compactMap { $0 }
      return good.count == items.count ? .array(good) : nil
    default: return json
    }
  }
}
