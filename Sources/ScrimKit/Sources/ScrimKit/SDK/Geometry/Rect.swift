/// An axis-aligned rectangle in px at scale 1, y down. It is empty if its width or height is not positive; unions
/// ignore empty rectangles.
@frozen public struct Rect: Hashable, Sendable {
  /// Left edge, px.
  public var x: Double
  /// Top edge, px.
  public var y: Double
  /// Width, px.
  public var width: Double
  /// Height, px.
  public var height: Double

  /// The empty rectangle at the origin.
  public static let empty = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Creates a rectangle at (`x`, `y`) of `width` × `height` px.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates a rectangle from its four edges.
  @inlinable public init(left: Double, top: Double, right: Double, bottom: Double) {
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Left edge, px.
  @inlinable public var left: Double { x }
  /// Top edge, px.
  @inlinable public var top: Double { y }
  /// Right edge, px.
  @inlinable public var right: Double { x + width }
  /// Bottom edge, px.
  @inlinable public var bottom: Double { y + height }
  /// The centre.
  public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
  /// Whether it contains no point.
  @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The smallest rectangle that contains both; an empty one adds nothing.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Rect(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// The intersection of both; `empty` if they have no area in common.
  public func intersection(_ other: Rect) -> Rect {
    let common = Rect(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
    return common.isEmpty ? .empty : common
  }

  /// The rectangle with each edge moved outwards by `amount` px. A negative amount shrinks it, at most to `empty`; an
  /// empty rectangle stays empty.
  public func grown(by amount: Double) -> Rect {
    grown(by: Insets(amount))
  }

  /// The rectangle with each edge moved outwards by its own amount, px.
  public func grown(by amount: Insets) -> Rect {
    if isEmpty { return .empty }
    let grown = Rect(
      left: left - amount.left, top: top - amount.top, right: right + amount.right,
      bottom: bottom + amount.bottom)
    return grown.isEmpty ? .empty : grown
  }

  /// The rectangle translated by `dx`, `dy` px.
  public func offset(dx: Double, dy: Double) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// Whether the intersection is more than 10⁻⁶ px wide and high.
  public func overlaps(_ other: Rect) -> Bool {
    let common = intersection(other)
    return common.width > 1e-6 && common.height > 1e-6
  }

  /// Whether `other` is entirely inside; always true if `other` is empty.
  public func contains(_ other: Rect) -> Bool {
    other.isEmpty
      || (left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom)
  }
}

extension Sequence<Rect> {
  /// The smallest rectangle that contains them all.
  public var bounds: Rect { reduce(.empty) { $0.union($1) } }
}
