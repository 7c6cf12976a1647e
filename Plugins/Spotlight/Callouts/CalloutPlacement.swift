import ScrimKit

/// Finds positions for callouts: on the canvas, without covering lights or other callouts.
struct CalloutPlacement {
  private let canvas: Rect
  /// The outlines of all lights including their rings.
  private let lights: [(target: Int, outline: ConvexPolygon)]
  private var taken: [Rect] = []

  init(_ lights: [Light], on canvas: Rect) {
    self.canvas = canvas
    self.lights = lights.map { ($0.target, $0.outline(grownBy: $0.ringReach, scale: 1)) }
  }

  /// The bounds of a target's lights and rings on the canvas, px.
  func bounds(ofTarget target: Int) -> Rect {
    lights.filter { $0.target == target }.map(\.outline.bounds).bounds.intersection(canvas)
  }

  /// Finds a position and reserves it.
  ///
  /// - Parameters:
  ///   - callout: The callout.
  ///   - size: The size of its bubble, px.
  ///   - target: The index of its target.
  /// - Returns: The position; `nil` if there is none on the requested side, or on any side for `auto`.
  mutating func place(
    _ callout: SpotCallout, size: Size, besideTarget target: Int
  ) -> CalloutPlace? {
    let sides: [CalloutSide] =
      callout.side == .auto ? [.bottom, .top, .right, .left] : [callout.side]
    let others = lights.filter { $0.target != target }.map(\.outline)
    for side in sides {
      let strip = CalloutStrip(
        callout, size: size, side: side, beside: bounds(ofTarget: target), canvas: canvas)
      // With some distance to obstacles if possible.
      for air in [callout.gap, 0] {
        let place = strip.places(
          avoiding: taken + others.map(\.bounds), air: air
        ).first { place in
          place.parts.allSatisfy { part in
            let around = part.grown(by: air)
            return taken.allSatisfy { !$0.overlaps(around) }
              && others.allSatisfy { !$0.overlaps(around) }
          }
        }
        guard let place else { continue }
        taken += place.parts
        return place
      }
    }
    return nil
  }

  /// The reason for the lack of a position, for a message.
  func refusal(of callout: SpotCallout, size: Size, besideTarget target: Int) -> String {
    let target = bounds(ofTarget: target)
    let distance = callout.gap + callout.arrow
    let (level, beside) = (size.height + distance, size.width + distance)
    let sides: [(side: CalloutSide, words: String, available: Double, needed: Double)] = [
      (.bottom, "below", canvas.bottom - target.bottom, level),
      (.top, "above", target.top - canvas.top, level),
      (.right, "to the right", canvas.right - target.right, beside),
      (.left, "to the left", target.left - canvas.left, beside),
    ]
    let tried = sides.filter { callout.side == .auto || callout.side == $0.side }
    let spaces = tried.map { "\($0.available.words) px \($0.words)" }.joined(separator: ", ")
    let needed =
      callout.side == .auto
      ? "\(level.words) px above or below and \(beside.words) px at a side"
      : "\((tried.first?.needed ?? 0).words) px there"
    let fits = tried.contains { $0.needed <= $0.available }
    return "the callout of \(size.width.words) × \(size.height.words) px "
      + (callout.side == .auto
        ? "does not fit on any side of its target"
        : "does not fit on the side \"\(callout.side.rawValue)\" of its target")
      + ": with \"gap\" and \"arrow\" it needs \(needed); available: \(spaces)"
      + (fits ? " (partly blocked by other targets, callouts or the canvas edges)" : "") + ". "
      + (callout.side == .auto ? "Shorten" : "Choose another \"side\" or \"auto\", shorten")
      + " its text, or make \"maxWidth\", \"padding\", \"gap\" or \"arrow\" smaller."
  }
}

/// The position of a callout.
struct CalloutPlace {
  /// The bubble without its arrow, px.
  let box: Rect
  /// The side of the target.
  let side: CalloutSide
  /// The arrow's tip, px.
  let tip: Point
  /// The bounds of the bubble and of the arrow, if any, px.
  let parts: [Rect]
}
