/// A colour in sRGB, not premultiplied; each component is 0…1.
@frozen public struct Color: Hashable, Sendable {
  /// Red, 0…1.
  public var red: Double
  /// Green, 0…1.
  public var green: Double
  /// Blue, 0…1.
  public var blue: Double
  /// Coverage, 0 (transparent) to 1 (opaque).
  public var alpha: Double

  /// Creates a colour from its components, each 0…1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a grey, 0 (black) to 1 (white).
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Opaque black.
  public static let black = Color(white: 0)
  /// Opaque white.
  public static let white = Color(white: 1)
  /// Transparent black.
  public static let transparent = Color(white: 0, alpha: 0)

  /// The colour with its alpha multiplied by `opacity` (0…1).
  public func withOpacity(_ opacity: Double) -> Color {
    var color = self
    color.alpha *= opacity
    return color
  }

  /// The CSS notation: `#rrggbb`, or `#rrggbbaa` if not opaque, with 8 bits per component.
  public var css: String {
    let parts = alpha < 1 ? [red, green, blue, alpha] : [red, green, blue]
    let digits = Array("0123456789abcdef")
    return parts.reduce(into: "#") { text, part in
      let byte = Int((max(0, min(1, part)) * 255).rounded())
      text.append(digits[byte >> 4])
      text.append(digits[byte & 15])
    }
  }
}
