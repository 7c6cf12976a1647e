extension Color {
  /// The syntax of colours, for messages.
  public static let syntax =
    "a CSS colour such as \"#fc0\", \"#ffcc00\", \"rgb(255 204 0 / 50%)\", \"hsl(48 100% 50%)\" or "
    + "\"gold\""

  /// Parses a CSS colour: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()`, `hsla()` (with commas or
  /// spaces), a named colour or `transparent`; otherwise `nil`. Source: CSS Color Module Level 4 §5–7.
  public init?(css text: String) {
    // Some non-ASCII letters have an ASCII letter as their lowercase form.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let text = text.lowercased()
    if text.hasPrefix("#") {
      self.init(hex: text.utf8.dropFirst())
    } else if text == "transparent" {
      self = .transparent
    } else if let value = namedColors[text] {
      self.init(
        red: Double(value >> 16) / 255, green: Double(value >> 8 & 255) / 255,
        blue: Double(value & 255) / 255)
    } else {
      self.init(function: text)
    }
  }

  private init?(hex digits: some Collection<UInt8>) {
    var values: [Double] = []
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): values.append(Double(digit) - 48)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): values.append(Double(digit) - 87)
      default: return nil
      }
    }
    let parts: [Double]
    switch values.count {
    case 3, 4:
      parts = values.map { $0 * 17 / 255 }
    case 6, 8:
      parts = stride(from: 0, to: values.count, by: 2).map { (i: Int) -> Double in
        (values[i] * 16 + values[i + 1]) / 255
      }
    default:
      return nil
    }
    self.init(
      red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
  }

  private init?(function text: String) {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "("),
      let values = Self.arguments(text[text.index(after: open)...].dropLast()),
      values.count == 3 || values.count == 4
    else { return nil }
    let alpha = values.count == 4 ? values[3].fraction(of: 1) : 1
    switch text[..<open] {
    case "rgb", "rgba":
      guard values.allSatisfy({ $0.unit != .angle }) else { return nil }
      let parts = values.prefix(3).map { $0.fraction(of: 255) }
      self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha)
    case "hsl", "hsla":
      guard values[0].unit != .percent, values[1].unit == .percent, values[2].unit == .percent,
        values.count == 3 || values[3].unit != .angle
      else { return nil }
      self.init(
        hue: values[0].value, saturation: values[1].fraction(of: 1),
        lightness: values[2].fraction(of: 1), alpha: alpha)
    default:
      return nil
    }
  }

  /// CSS Color Module Level 4 §7.1.
  private init(hue: Double, saturation: Double, lightness: Double, alpha: Double) {
    let turn = hue.truncatingRemainder(dividingBy: 360)
    func part(_ n: Double) -> Double {
      let k = (n + (turn < 0 ? turn + 360 : turn) / 30).truncatingRemainder(dividingBy: 12)
      let a = saturation * min(lightness, 1 - lightness)
      return lightness - a * max(-1, min(k - 3, 9 - k, 1))
    }
    self.init(red: part(0), green: part(8), blue: part(4), alpha: alpha)
  }

  private struct Argument {
    enum Unit { case none, percent, angle }
    /// The number; degrees if the unit is an angle.
    var value: Double
    var unit: Unit

    /// Clamped to 0…1, as CSS does with components out of range.
    func fraction(of whole: Double) -> Double {
      max(0, min(1, unit == .percent ? value / 100 : value / whole))
    }
  }

  /// The arguments of a colour function: separated by commas, or by spaces with `/` before alpha.
  private static func arguments(_ body: Substring) -> [Argument]? {
    let words: [Substring]
    if body.contains(",") {
      words = body.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
    } else {
      let halves = body.split(separator: "/", omittingEmptySubsequences: false)
      guard let parts = halves.first?.split(separator: " "), parts.count == 3, halves.count <= 2
      else { return nil }
      words = parts + halves.dropFirst().map(trimmed)
    }
    var arguments: [Argument] = []
    for word in words {
      let suffix = units.first { word.hasSuffix($0.suffix) } ?? ("", .none, 1)
      let digits = word.dropLast(suffix.suffix.count)
      guard digits.allSatisfy({ "+-.0123456789e".contains($0) }), let value = Double(digits),
        value.isFinite
      else { return nil }
      arguments.append(Argument(value: value * suffix.factor, unit: suffix.unit))
    }
    return arguments
  }

  /// The units of arguments, angles with their factor in degrees (CSS Values 4 §7.1).
  private static let units: [(suffix: String, unit: Argument.Unit, factor: Double)] = [
    ("%", .percent, 1), ("deg", .angle, 1), ("grad", .angle, 0.9), ("rad", .angle, 180 / Double.pi),
    ("turn", .angle, 360),
  ]

  private static func trimmed(_ word: Substring) -> Substring {
    var word = word
    while word.first == " " { word.removeFirst() }
    while word.last == " " { word.removeLast() }
    return word
  }
}
