import ScrimKit

/// The outline of a callout: a box with round corners, and on the side of the target an arrow twice
/// as broad as it is long.
struct CalloutBubble {
  private let box: Rect
  private let side: CalloutSide
  private let arrow: Double
  /// From the top left corner clockwise, px.
  private let radii: [Double]
  /// Half of the arrow's base, px.
  private let half: Double

  /// - Parameters:
  ///   - callout: The callout.
  ///   - box: Without the arrow, px.
  ///   - side: Of the target. The arrow is on the other side of the box.
  init(_ callout: SpotCallout, box: Rect, side: CalloutSide) {
    self.box = box
    self.side = side
    arrow = callout.arrow
    let length = side.isLevel ? box.width : box.height
    half = min(arrow, length / 2)
    // Corners make room for the arrow.
    let fitted = callout.cornerRadius.fitted(to: box)
    let largest = fitted.max() ?? 0
    let shrink = largest > 0 ? min(1, (length / 2 - half) / largest) : 1
    radii = fitted.map { $0 * shrink }
  }

  /// How near the tip may come to an end of the side that has the arrow, px: at most half its length.
  var arrowInset: Double { half + (radii.max() ?? 0) }

  /// The outline as one contour, clockwise.
  ///
  /// - Parameter tip: The arrow's, px.
  /// - Returns: The path.
  func path(to tip: Point) -> Path {
    // Each side of the box: where it begins and which way it runs, clockwise.
    let sides: [(corner: Point, dx: Double, dy: Double, length: Double)] = [
      (Point(x: box.left, y: box.top), 1, 0, box.width),
      (Point(x: box.right, y: box.top), 0, 1, box.height),
      (Point(x: box.right, y: box.bottom), -1, 0, box.width),
      (Point(x: box.left, y: box.bottom), 0, -1, box.height),
    ]
    var path = Path()
    for (index, side) in sides.enumerated() {
      func point(_ along: Double, _ out: Double = 0) -> Point {
        Point(
          x: side.corner.x + side.dx * along + side.dy * out,
          y: side.corner.y + side.dy * along - side.dx * out)
      }
      if index == 0 { path.move(to: point(radii[0])) }
      if index == arrowSide, arrow > 0 {
        let along = (tip.x - side.corner.x) * side.dx + (tip.y - side.corner.y) * side.dy
        path.line(to: point(along - half))
        path.line(to: point(along, arrow))
        path.line(to: point(along + half))
      }
      let radius = radii[(index + 1) % 4]
      path.line(to: point(side.length - radius))
      if radius > 0 {
        // The control points of the curve nearest to a quarter of a circle.
        let short = radius * 0.447_715_250_169_206
        path.curve(
          point(side.length - short), point(side.length, -short),
          to: point(side.length, -radius))
      }
    }
    path.close()
    return path
  }

  /// Which side of the box, from the top clockwise, has the arrow.
  private var arrowSide: Int {
    switch side {
    case .bottom, .auto: 0
    case .left: 1
    case .top: 2
    case .right: 3
    }
  }
}
