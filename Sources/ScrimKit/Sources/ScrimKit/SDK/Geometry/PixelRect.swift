/// A rectangle with integer device pixel coordinates: px at scale 1 times the output's scale.
@frozen public struct PixelRect: Hashable, Sendable {
  /// Left edge, device pixels from the canvas's left edge.
  public var x: Int
  /// Top edge, device pixels from the canvas's top edge.
  public var y: Int
  /// Width, device pixels.
  public var width: Int
  /// Height, device pixels.
  public var height: Int

  /// Creates a rectangle at (`x`, `y`) of `width` × `height` device pixels; negative sizes become 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The smallest rectangle of device pixels that contains `rect` at `scale`.
  ///
  /// Tolerates 10⁻⁶ pixels, so that rounding errors as in 33.1 × 10 do not add a row.
  public init(covering rect: Rect, scale: Double) {
    guard !rect.isEmpty else {
      self.init(x: 0, y: 0, width: 0, height: 0)
      return
    }
    let left = Self.whole((rect.left * scale + 1e-6).rounded(.down))
    let top = Self.whole((rect.top * scale + 1e-6).rounded(.down))
    let right = Self.whole((rect.right * scale - 1e-6).rounded(.up))
    let bottom = Self.whole((rect.bottom * scale - 1e-6).rounded(.up))
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The largest rectangle of device pixels that `rect` contains at `scale`; partly covered pixels are excluded.
  ///
  /// Tolerates 10⁻⁶ pixels.
  public init(within rect: Rect, scale: Double) {
    let left = Self.whole((rect.left * scale - 1e-6).rounded(.up))
    let top = Self.whole((rect.top * scale - 1e-6).rounded(.up))
    let right = Self.whole((rect.right * scale + 1e-6).rounded(.down))
    let bottom = Self.whole((rect.bottom * scale + 1e-6).rounded(.down))
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether it contains no pixel.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// The same area in px at scale 1.
  public func rect(scale: Double) -> Rect {
    Rect(
      x: Double(x) / scale, y: Double(y) / scale, width: Double(width) / scale,
      height: Double(height) / scale)
  }

  /// The intersection of both.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRect(
      x: left, y: top, width: min(x + width, other.x + other.width) - left,
      height: min(y + height, other.y + other.height) - top)
  }

  /// The smallest rectangle that contains both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// The rectangle with each edge moved outwards by `amount` device pixels.
  public func grown(by amount: Int) -> PixelRect {
    PixelRect(x: x - amount, y: y - amount, width: width + 2 * amount, height: height + 2 * amount)
  }

  /// The same area in a grid that is `factor` times as fine.
  public func times(_ factor: Int) -> PixelRect {
    PixelRect(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
  }

  private static func whole(_ value: Double) -> Int {
    Int(max(-2e9, min(2e9, value)))
  }
}
