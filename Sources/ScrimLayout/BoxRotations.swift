package import ScrimKit

/// The coordinates that a rectangle is in.
package enum Space: Hashable, Sendable {
  case canvas
  /// In which a box is solved: of the group that it is in, before that is rotated.
  case around(Int)
  /// In which a box is drawn, before it is rotated.
  case inside(Int)
}

/// How boxes are rotated against one another.
package struct BoxRotations: Sendable {
  private let boxes: [LayoutBox]
  private let nesting: Nesting

  package init(_ boxes: [LayoutBox], _ nesting: Nesting) {
    self.boxes = boxes
    self.nesting = nesting
  }

  /// The rotation from one space to another: up to the group that both are in, and down again.
  ///
  /// - Parameters:
  ///   - source: Where a rectangle is.
  ///   - target: Where it is wanted.
  ///   - frame: The frame of a rotated box.
  /// - Returns: Known if all frames on the way are.
  package func rotation(
    from source: Space, to target: Space, frame: (Int) -> Resolution<Rect>
  ) -> Resolution<Rotation> {
    let (up, down) = (rotated(source), rotated(target))
    let common = zip(up, down).prefix { $0 == $1 }.count
    let steps =
      up.dropFirst(common).reversed().map { ($0, isInverse: false) }
      + down.dropFirst(common).map { ($0, isInverse: true) }
    return steps.reduce(.resolved(.none)) { rotation, step in
      rotation.flatMap { rotation in
        frame(step.0).map { frame in
          let own = Rotation(degrees: boxes[step.0].rotation, about: frame.center)
          return rotation.followed(by: step.isInverse ? own.inverse : own)
        }
      }
    }
  }

  /// The rotated boxes between a space and the canvas, the outermost first.
  private func rotated(_ space: Space) -> [Int] {
    var next: Int?
    switch space {
    case .canvas: next = nil
    case .around(let index): next = nesting.parents[index]
    case .inside(let index): next = index
    }
    var found: [Int] = []
    while let index = next {
      if boxes[index].isRotated { found.append(index) }
      next = nesting.parents[index]
    }
    return found.reversed()
  }
}
