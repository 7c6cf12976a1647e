@_spi(Host) import ScrimKit

/// A frame with its corners, and what lies at a distance around or inside it.
struct FrameShape {
  let rect: Rect
  /// How far each corner reaches along its horizontal and its vertical side, clockwise from the top left one, px.
  let corners: [Size]
  private let corner: CornerShape

  init(_ frame: Rect, _ radii: CornerRadii) {
    rect = frame
    corners = radii.fitted(to: frame).map { Size(width: $0, height: $0) }
    corner = radii.shape
  }

  private init(rect: Rect, corners: [Size], corner: CornerShape) {
    self.rect = rect
    self.corners = corners
    self.corner = corner
  }

  var isRound: Bool { corner == .round }

  var isConvex: Bool { corner.isConvex }

  var hasCorners: Bool { corners.contains { $0.width > 0 && $0.height > 0 } }

  /// The outline, clockwise.
  func path(dx: Double = 0, dy: Double = 0) -> Path {
    Path(rect: rect.offset(dx: dx, dy: dy), corners: corners, shape: corner)
  }

  /// The frame without its edges, and with the corners that follow it.
  func shrunk(by insets: Insets) -> FrameShape { grown(by: insets.scaled(by: -1)) }

  /// The frame with each side moved outwards, and with the corners that follow it; CSS Backgrounds §6.1.1.
  ///
  /// - Parameter outsets: The distances, px; less than 0 shrinks it.
  /// - Returns: Empty if nothing is left.
  func grown(by outsets: Insets) -> FrameShape {
    let grown = Rect(
      left: rect.left - outsets.left, top: rect.top - outsets.top,
      right: rect.right + outsets.right, bottom: rect.bottom + outsets.bottom)
    guard grown.right > grown.left, grown.bottom > grown.top else {
      return FrameShape(rect: .empty, corners: corners, corner: corner)
    }
    func radius(_ radius: Double, _ distance: Double) -> Double {
      // A corner that is hardly round stays so, rather than getting the radius of the spread.
      let less = radius < distance ? 1 - radius / distance : 0
      return max(0, radius + distance * corner.growth * (1 - less * less * less))
    }
    let sides = [
      (outsets.left, outsets.top), (outsets.right, outsets.top), (outsets.right, outsets.bottom),
      (outsets.left, outsets.bottom),
    ]
    return FrameShape(
      rect: grown,
      corners: zip(corners, sides).map { size, side in
        Size(width: radius(size.width, side.0), height: radius(size.height, side.1))
      }, corner: corner)
  }
}

extension Insets {
  /// Each side multiplied by a factor.
  func scaled(by factor: Double) -> Insets {
    Insets(top: top * factor, right: right * factor, bottom: bottom * factor, left: left * factor)
  }

  /// Each side made larger by a distance, px.
  func grown(by distance: Double) -> Insets {
    Insets(
      top: top + distance, right: right + distance, bottom: bottom + distance,
      left: left + distance)
  }
}

extension Path {
  /// Everything within a rectangle but this contour, which must be clockwise.
  func inverted(within rect: Rect) -> Path {
    var path = self
    path.move(to: Point(x: rect.left, y: rect.top))
    path.line(to: Point(x: rect.left, y: rect.bottom))
    path.line(to: Point(x: rect.right, y: rect.bottom))
    path.line(to: Point(x: rect.right, y: rect.top))
    path.close()
    return path
  }
}
