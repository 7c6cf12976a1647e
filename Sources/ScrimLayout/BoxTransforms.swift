package import ScrimKit

/// The coordinates that a rectangle is in.
package enum Space: Hashable, Sendable {
  case canvas
  /// In which a box is solved: of the group that it is in, before that is transformed.
  case around(Int)
  /// In which a box is drawn, before it is transformed.
  case inside(Int)
}

/// How boxes are transformed against one another.
package struct BoxTransforms: Sendable {
  private let nesting: Nesting
  private let transforms: [Transform]
  private let isTransformed: [Bool]
  private let hasTransforms: Bool

  package init(_ boxes: [LayoutBox], _ nesting: Nesting) {
    self.nesting = nesting
    transforms = boxes.map(\.transform)
    isTransformed = transforms.map { $0 != .none }
    hasTransforms = isTransformed.contains(true)
  }

  /// The transform from one space to another: up to the group that both are in, and down again.
  ///
  /// - Parameters:
  ///   - source: Where a rectangle is.
  ///   - target: Where it is wanted.
  ///   - pivot: The point about which a transformed box is transformed, px.
  /// - Returns: Known if all points on the way are.
  package func transform(
    from source: Space, to target: Space, pivot: (Int) -> Resolution<Point>
  ) -> Resolution<Transform> {
    guard hasTransforms else { return .resolved(.none) }
    let (up, down) = (transformed(source), transformed(target))
    let common = zip(up, down).prefix { $0 == $1 }.count
    let steps =
      up.dropFirst(common).reversed().map { ($0, isInverse: false) }
      + down.dropFirst(common).map { ($0, isInverse: true) }
    return steps.reduce(.resolved(.none)) { transform, step in
      transform.flatMap { transform in
        pivot(step.0).map { pivot in
          let own = transforms[step.0].about(pivot)
          return transform.followed(by: step.isInverse ? own.inverse : own)
        }
      }
    }
  }

  /// The transformed boxes between a space and the canvas, the outermost first.
  private func transformed(_ space: Space) -> [Int] {
    var next: Int?
    switch space {
    case .canvas: next = nil
    case .around(let index): next = nesting.parents[index]
    case .inside(let index): next = index
    }
    var found: [Int] = []
    while let index = next {
      if isTransformed[index] { found.append(index) }
      next = nesting.parents[index]
    }
    return found.reversed()
  }
}
