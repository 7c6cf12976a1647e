import ScrimKit

/// The outline of a callout: a rounded box with an arrow towards the target, which is twice as wide as it is long. With
/// a leader it has no arrow.
struct CalloutBubble {
  private let box: Rect
  private let side: CalloutSide
  private let arrow: Double
  private let tipRadius: Double
  /// Corner radii clockwise from the top left, px.
  private let radii: [Double]
  /// Half the width of the arrow's base, px.
  private let half: Double

  /// - Parameters:
  ///   - callout: The callout.
  ///   - box: The box without the arrow, px.
  ///   - side: The side of the target. The arrow is on the opposite side of the box.
  init(_ callout: SpotCallout, box: Rect, side: CalloutSide) {
    self.box = box
    self.side = side
    arrow = callout.leader == nil ? callout.arrow : 0
    tipRadius = callout.arrowRadius
    let length = side.isLevel ? box.width : box.height
    half = min(callout.pointer.half, length / 2)
    // Corners shrink to leave space for the arrow.
    let fitted = callout.cornerRadius.fitted(to: box)
    let largest = fitted.max() ?? 0
    let shrink = largest > 0 ? min(1, (length / 2 - half) / largest) : 1
    radii = fitted.map { $0 * shrink }
  }

  /// The minimum distance from the tip, or the leader, to an end of its side, px: at most half the side's length.
  var arrowInset: Double { half + (radii.max() ?? 0) }

  /// The outline as one contour, clockwise.
  ///
  /// - Parameter tip: The arrow's tip, px.
  /// - Returns: The path.
  func path(to tip: Point) -> Path {
    // The start and the direction of each side of the box, clockwise.
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
        // The circle that touches both sides at `cut` of their length from the tip.
        let flank = (half * half + arrow * arrow).squareRoot()
        let cut = half > 0 ? min(0.5, tipRadius * arrow / half / flank) : 0
        if cut > 0 {
          // Exact for a right angle, κ of a quarter of a circle; close for others.
          let control = cut * 0.447_715_250_169_206
          path.line(to: point(along - half * cut, arrow * (1 - cut)))
          path.curve(
            point(along - half * control, arrow * (1 - control)),
            point(along + half * control, arrow * (1 - control)),
            to: point(along + half * cut, arrow * (1 - cut)))
        } else {
          path.line(to: point(along, arrow))
        }
        path.line(to: point(along + half))
      }
      let radius = radii[(index + 1) % 4]
      path.line(to: point(side.length - radius))
      if radius > 0 {
        // The control points of the curve closest to a quarter of a circle.
        let short = radius * 0.447_715_250_169_206
        path.curve(
          point(side.length - short), point(side.length, -short),
          to: point(side.length, -radius))
      }
    }
    path.close()
    return path
  }

  /// The point of the box from which a leader starts.
  ///
  /// - Parameter tip: The end of the leader, px.
  /// - Returns: px.
  func leaderStart(to tip: Point) -> Point {
    switch side {
    case .top: Point(x: tip.x, y: box.bottom)
    case .bottom, .auto: Point(x: tip.x, y: box.top)
    case .left: Point(x: box.right, y: tip.y)
    case .right: Point(x: box.left, y: tip.y)
    }
  }

  /// The index of the side with the arrow, clockwise from the top.
  private var arrowSide: Int {
    switch side {
    case .bottom, .auto: 0
    case .left: 1
    case .top: 2
    case .right: 3
    }
  }
}
