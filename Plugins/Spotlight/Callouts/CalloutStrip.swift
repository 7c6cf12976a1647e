import ScrimKit

/// The possible positions of a callout along one side of a target.
struct CalloutStrip {
  private let side: CalloutSide
  private let size: Size
  private let target: Rect
  private let canvas: Rect
  private let gap: Double
  /// Length of the arrow or the leader, px.
  private let arrow: Double
  /// Half its width, px.
  private let half: Double
  /// The minimum distance from the arrow's tip to an end of the bubble, px.
  private let inset: Double

  /// - Parameters:
  ///   - callout: The callout.
  ///   - size: The size of its bubble, px.
  ///   - side: The side of the target.
  ///   - target: The visible bounds of the target, px.
  ///   - canvas: The canvas, which the callout must not leave, px.
  ///   - extra: The additional length of a leader, px.
  init(
    _ callout: SpotCallout, size: Size, side: CalloutSide, beside target: Rect, canvas: Rect,
    extra: Double
  ) {
    self.side = side
    self.size = size
    self.target = target
    self.canvas = canvas
    gap = callout.gap
    arrow = callout.pointer.length + extra
    half = callout.pointer.half
    inset =
      CalloutBubble(
        callout, box: Rect(x: 0, y: 0, width: size.width, height: size.height), side: side
      ).arrowInset
  }

  private var isLevel: Bool { side.isLevel }

  /// The positions on the canvas from which the arrow meets the target, the nearest to its centre first.
  ///
  /// - Parameters:
  ///   - obstacles: The obstacles; positions next to them are included.
  ///   - air: The distance to keep from them and from the canvas's edges along the strip, px.
  /// - Returns: Positions that may still cover an obstacle.
  func places(avoiding obstacles: [Rect], air: Double) -> [CalloutPlace] {
    let length = isLevel ? size.width : size.height
    let canvas = range(of: canvas), span = range(of: target)
    let least = (canvas.lowerBound + air).rounded(.up)
    let most = (canvas.upperBound - air - length).rounded(.down)
    guard least <= most else { return [] }
    let middle = (span.lowerBound + span.upperBound) / 2
    let wanted = (middle - length / 2).rounded()
    // Between these the arrow's tip is next to the target; if the canvas ends earlier, at the canvas's edge.
    let (low, high) = (span.lowerBound - length + inset, span.upperBound - inset)
    let first = min(max(least, low.rounded(.up)), most)
    let last = max(min(most, high.rounded(.down)), least)
    // Pointing at the target takes precedence over the distance.
    guard air == 0 || (first >= low && last <= high && first <= last) else { return [] }
    let beside = obstacles.flatMap { obstacle in
      let range = range(of: obstacle)
      return [
        (range.lowerBound - air - length).rounded(.down), (range.upperBound + air).rounded(.up),
      ]
    }
    return ([wanted, least, most] + beside)
      .map { min(max($0, first), max(first, last)) }
      .filter { $0 >= least && $0 <= most }
      .sorted { abs($0 - wanted) < abs($1 - wanted) }
      .map { place(at: $0, pointingTo: middle) }
      .filter { self.canvas.contains($0.box) }
  }

  private func range(of rect: Rect) -> ClosedRange<Double> {
    isLevel ? rect.left...rect.right : rect.top...rect.bottom
  }

  /// The position with the bubble's left or upper end at `start` along the strip. It is aligned to integer px, so that
  /// its edges are sharp.
  private func place(at start: Double, pointingTo middle: Double) -> CalloutPlace {
    let length = isLevel ? size.width : size.height
    let along = min(max(middle, start + inset), start + length - inset)
    let distance = gap + arrow
    switch side {
    case .top:
      let bottom = (target.top - distance).rounded(.down)
      return place(
        Rect(x: start, y: bottom - size.height, width: size.width, height: size.height),
        tip: Point(x: along, y: bottom + arrow))
    case .bottom, .auto:
      let top = (target.bottom + distance).rounded(.up)
      return place(
        Rect(x: start, y: top, width: size.width, height: size.height),
        tip: Point(x: along, y: top - arrow))
    case .right:
      let left = (target.right + distance).rounded(.up)
      return place(
        Rect(x: left, y: start, width: size.width, height: size.height),
        tip: Point(x: left - arrow, y: along))
    case .left:
      let right = (target.left - distance).rounded(.down)
      return place(
        Rect(x: right - size.width, y: start, width: size.width, height: size.height),
        tip: Point(x: right + arrow, y: along))
    }
  }

  private func place(_ box: Rect, tip: Point) -> CalloutPlace {
    guard arrow > 0 else { return CalloutPlace(box: box, side: side, tip: tip, parts: [box]) }
    let half = isLevel ? Size(width: half, height: 0) : Size(width: 0, height: half)
    let pointer = Rect(
      left: max(box.left, tip.x - half.width), top: max(box.top, tip.y - half.height),
      right: min(box.right, tip.x + half.width), bottom: min(box.bottom, tip.y + half.height))
    // The bounds of the arrow or the leader, from the tip to the bubble.
    let reach: Rect =
      switch side {
      case .top: Rect(left: pointer.left, top: box.bottom, right: pointer.right, bottom: tip.y)
      case .bottom, .auto:
        Rect(left: pointer.left, top: tip.y, right: pointer.right, bottom: box.top)
      case .right: Rect(left: tip.x, top: pointer.top, right: box.left, bottom: pointer.bottom)
      case .left: Rect(left: box.right, top: pointer.top, right: tip.x, bottom: pointer.bottom)
      }
    return CalloutPlace(box: box, side: side, tip: tip, parts: [box, reach])
  }
}
