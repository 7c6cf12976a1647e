import ScrimKit

/// Finds positions for callouts: on the canvas, without covering lights or other callouts.
///
/// A depth-first search: a callout takes its first position that leaves positions for the ones after it. At first all
/// keep their gap to everything around them, on whichever side; only if that is impossible may they come closer. The
/// order of the search follows from where the targets are, so the order of the job decides nothing.
struct CalloutPlacement {
  /// A callout to place.
  struct Wanted {
    let callout: SpotCallout
    /// The size of its bubble, px.
    let size: Size
    /// The index of its target.
    let target: Int
  }

  private let canvas: Rect
  /// The outlines of all lights including their rings.
  private let lights: [(target: Int, outline: ConvexPolygon)]

  /// Maximum number of positions tried, for a bounded time.
  private static let maxTries = 20_000
  /// Steps by which a leader is lengthened, px.
  private static let step = 8.0

  init(_ lights: [Light], on canvas: Rect) {
    self.canvas = canvas
    self.lights = lights.map { ($0.target, $0.outline(grownBy: $0.ringReach, scale: 1)) }
  }

  /// The bounds of a target's lights and rings on the canvas, px.
  func bounds(ofTarget target: Int) -> Rect {
    lights.filter { $0.target == target }.map(\.outline.bounds).bounds.intersection(canvas)
  }

  /// Finds positions for all callouts.
  ///
  /// - Parameter wanted: The callouts, in any order.
  /// - Returns: The positions by target; otherwise the callout that found none.
  func places(for wanted: [Wanted]) -> Result {
    let ordered = inOrder(wanted)
    // One that fits nowhere even alone is the one to report.
    for one in ordered {
      var search = Search(tries: Self.maxTries)
      if places(for: [one], isClear: false, taken: [], &search) == nil { return .blocked(one) }
    }
    var reached = 0
    for isClear in [true, false] {
      // Positions are beside what is placed already: what one order misses, the other may find.
      for order in [ordered, ordered.reversed()] {
        var search = Search(tries: Self.maxTries)
        if let places = places(for: order[...], isClear: isClear, taken: [], &search) {
          let pairs = zip(order.map(\.target), places)
          return .placed(Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
        }
        if order.first?.target == ordered.first?.target { reached = search.reached }
      }
    }
    return .blocked(ordered[min(reached, ordered.count - 1)])
  }

  /// The end of a search.
  enum Result {
    /// The positions by index of the target.
    case placed([Int: CalloutPlace])
    /// The callout that found no position.
    case blocked(Wanted)
  }

  /// Those with a fixed side first, then from the top left.
  private func inOrder(_ wanted: [Wanted]) -> [Wanted] {
    func key(_ one: Wanted) -> [Double] {
      let box = bounds(ofTarget: one.target)
      return [
        one.callout.side == .auto ? 1 : 0, box.top, box.left, box.bottom, box.right,
        one.size.width, one.size.height, Double(one.target),
      ]
    }
    return wanted.map { (key: key($0), one: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.one)
  }

  private struct Search {
    /// The number of positions, and of lists of them, that may still be tried.
    var tries: Int
    /// The largest number of callouts that had positions at the same time.
    var reached = 0
  }

  /// - Parameters:
  ///   - rest: The callouts without a position.
  ///   - isClear: Whether all keep their gap.
  ///   - taken: The bounds of those that have one, px.
  ///   - search: What is left of the search.
  /// - Returns: A position for each; `nil` if there are none.
  private func places(
    for rest: ArraySlice<Wanted>, isClear: Bool, taken: [Rect], _ search: inout Search
  ) -> [CalloutPlace]? {
    guard let first = rest.first else { return [] }
    search.reached = max(search.reached, rest.startIndex)
    for extra in extras(of: first.callout) {
      for air in isClear ? [first.callout.gap] : [first.callout.gap, 0] {
        guard search.tries > 0 else { return nil }
        search.tries -= 1
        for place in candidates(first, extra: extra, air: air, taken: taken) {
          guard search.tries > 0 else { return nil }
          search.tries -= 1
          let others = places(
            for: rest.dropFirst(), isClear: isClear, taken: taken + place.parts, &search)
          if let others { return [place] + others }
        }
      }
    }
    return nil
  }

  /// The additional lengths of a leader, px.
  private func extras(of callout: SpotCallout) -> [Double] {
    guard callout.leader != nil else { return [0] }
    return Array(stride(from: 0, through: max(canvas.width, canvas.height), by: Self.step))
  }

  /// The free positions of a callout, the best first: side by side, at the outermost light of the target on that side.
  private func candidates(
    _ wanted: Wanted, extra: Double, air: Double, taken: [Rect]
  ) -> [CalloutPlace] {
    let sides: [CalloutSide] =
      wanted.callout.side == .auto ? [.bottom, .top, .right, .left] : [wanted.callout.side]
    return sides.flatMap { side in
      lightsOnCanvas(ofTarget: wanted.target, towards: side).flatMap { index, box in
        let obstacles = lights.indices.filter { $0 != index }.map { lights[$0].outline }
        return CalloutStrip(
          wanted.callout, size: wanted.size, side: side, beside: box, canvas: canvas, extra: extra
        ).places(avoiding: taken + obstacles.map(\.bounds), air: air).filter { place in
          place.parts.allSatisfy { part in
            let around = part.grown(by: air)
            return taken.allSatisfy { !$0.overlaps(around) }
              && obstacles.allSatisfy { !$0.overlaps(around) }
          }
        }
      }
    }
  }

  /// The visible lights of a target, the outermost on a side first.
  private func lightsOnCanvas(
    ofTarget target: Int, towards side: CalloutSide
  ) -> [(index: Int, box: Rect)] {
    let boxes = lights.indices.filter { lights[$0].target == target }
      .map { (index: $0, box: lights[$0].outline.bounds.intersection(canvas)) }
      .filter { !$0.box.isEmpty }
    func distance(_ box: Rect) -> Double {
      switch side {
      case .bottom, .auto: -box.bottom
      case .top: box.top
      case .right: -box.right
      case .left: box.left
      }
    }
    return boxes.sorted {
      let (one, other) = (distance($0.box), distance($1.box))
      return one < other || one == other && $0.index < $1.index
    }
  }

  /// The reason for the lack of a position, for a message.
  func refusal(of callout: SpotCallout, size: Size, besideTarget target: Int) -> String {
    let target = bounds(ofTarget: target)
    let distance = callout.gap + callout.pointer.length
    let pointer = callout.leader == nil ? "arrow" : "leader"
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
      + ": with \"gap\" and \"\(pointer)\" it needs \(needed); available: \(spaces)"
      + (fits ? " (partly blocked by other targets, callouts or the canvas edges)" : "") + ". "
      + (callout.side == .auto ? "Shorten" : "Choose another \"side\" or \"auto\", shorten")
      + " its text, or make \"maxWidth\", \"padding\", \"gap\" or \"\(pointer)\" smaller."
  }
}

extension SpotCallout {
  /// The length of its arrow or the least one of its leader, and half the width, px.
  var pointer: (length: Double, half: Double) {
    leader.map { ($0.length, $0.dot) } ?? (arrow, arrow)
  }
}

/// The position of a callout.
struct CalloutPlace {
  /// The bubble without its arrow, px.
  let box: Rect
  /// The side of the target.
  let side: CalloutSide
  /// The tip of the arrow or of the leader, px.
  let tip: Point
  /// The bounds of the bubble, and of the arrow or the leader, if any, px.
  let parts: [Rect]

  /// The place with the bubble's edges on a grid; an arrow moves with the bubble.
  func snapped(to grid: PixelGrid) -> CalloutPlace {
    let snapped = grid.snap(box)
    let moved = parts.flatMap { part in
      [
        part.offset(dx: snapped.left - box.left, dy: snapped.top - box.top),
        part.offset(dx: snapped.right - box.right, dy: snapped.bottom - box.bottom),
      ]
    }
    return CalloutPlace(box: snapped, side: side, tip: tip, parts: moved)
  }
}
