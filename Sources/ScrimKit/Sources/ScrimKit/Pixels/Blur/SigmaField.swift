internal import Glibc

/// A sigma for each pixel: what a progressive or masked blur blurs by.
public struct SigmaField: Sendable {
  /// The least and the greatest sigma, pixels.
  public let range: ClosedRange<Double>
  private let source: Source

  private enum Source: Sendable {
    case gradient(start: Point, direction: Point, from: Double, to: Double)
    case mask(Mask, from: Double, to: Double)
  }

  /// A sigma that grows (or shrinks) evenly from one line to another, and stays the same beyond both.
  ///
  /// - Parameters:
  ///   - from: The sigma on the line through `start`, pixels, 0…2000.
  ///   - to: The sigma on the line through `end`.
  ///   - start: A place in device pixels of the canvas. Both lines are at right angles to the way from
  ///     `start` to `end`; if that has no length, the sigma is `to` everywhere.
  ///   - end: Likewise.
  public init(from: Double, to: Double, start: Point, end: Point) {
    let (from, to) = (Self.limited(from), Self.limited(to))
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    guard square > 0 else {
      range = to...to
      source = .gradient(start: start, direction: .zero, from: to, to: to)
      return
    }
    range = min(from, to)...max(from, to)
    source = .gradient(
      start: start, direction: Point(x: dx / square, y: dy / square), from: from, to: to)
  }

  /// A sigma that follows a mask: `from` where nothing is covered, `to` where all is.
  ///
  /// - Parameters:
  ///   - mask: In device pixels of the canvas.
  ///   - from: Pixels, 0…2000.
  ///   - to: Likewise.
  public init(_ mask: Mask, from: Double, to: Double) {
    let (from, to) = (Self.limited(from), Self.limited(to))
    range = min(from, to)...max(from, to)
    source = .mask(mask, from: from, to: to)
  }

  private static func limited(_ sigma: Double) -> Double { sigma > 0 ? min(sigma, 2000) : 0 }

  /// The sigma of a pixel of the canvas.
  public subscript(x: Int, y: Int) -> Double {
    switch source {
    case .gradient(let start, let direction, let from, let to):
      let t =
        (Double(x) + 0.5 - start.x) * direction.x + (Double(y) + 0.5 - start.y) * direction.y
      return from + (to - from) * max(0, min(1, t))
    case .mask(let mask, let from, let to):
      return from + (to - from) * Double(mask[x, y]) / 255
    }
  }
}
