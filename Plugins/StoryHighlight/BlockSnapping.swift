import ScrimKit

extension Block {
  /// Aligns close ends of adjacent lines to the outer one, repeatedly until none are close: left ends, then right ones.
  /// Boxes only grow.
  ///
  /// - Parameter distance: Ends closer than this are aligned, px.
  /// - Returns: The block; the ends of adjacent lines are equal or at least `distance` apart.
  package func snapped(by distance: Double) -> Block {
    let lefts = Self.aligned(boxes.map(\.left), nearerThan: distance)
    let rights = Self.aligned(boxes.map { -$0.right }, nearerThan: distance).map { -$0 }
    var snapped = self
    for index in boxes.indices {
      snapped.boxes[index] = Rect(
        left: lefts[index], top: boxes[index].top, right: rights[index],
        bottom: boxes[index].bottom)
    }
    return snapped
  }

  /// Aligns close neighbours to the lesser one, the closest first, so that the result does not depend on the direction
  /// of the search. Each round reduces the number of runs of equal ends, so there are fewer rounds than lines.
  private static func aligned(_ ends: [Double], nearerThan distance: Double) -> [Double] {
    var runs = ends.map { (end: $0, count: 1) }
    while true {
      let steps = zip(runs, runs.dropFirst()).map { abs($0.end - $1.end) }
      guard let least = steps.min(), least <= tolerance || least < distance - tolerance else {
        return runs.flatMap { Array(repeating: $0.end, count: $0.count) }
      }
      var joined = [runs[0]]
      for (run, step) in zip(runs.dropFirst(), steps) {
        if step <= least + tolerance {
          let last = joined.count - 1
          joined[last] = (min(joined[last].end, run.end), joined[last].count + run.count)
        } else {
          joined.append(run)
        }
      }
      runs = joined
    }
  }
}
