import ScrimJob
import ScrimKit

/// Whose px a rectangle is in.
enum Space: Hashable {
  case canvas
  /// Where the frame of a layer stands: of the group that it is in, before that is turned.
  case around(Int)
  /// Where a layer is drawn before it is turned.
  case inside(Int)
}

/// How the layers of a job are turned against one another.
struct LayerTransforms {
  private let layers: [Layer]
  private let nesting: Nesting

  /// - Parameters:
  ///   - layers: All layers of the job.
  ///   - nesting: Which layer is in which group.
  init(_ layers: [Layer], _ nesting: Nesting) {
    self.layers = layers
    self.nesting = nesting
  }

  /// The way from one space to another: up to the group that both are in, and down again.
  ///
  /// - Parameters:
  ///   - source: Where a rectangle is.
  ///   - target: Where it is wanted.
  ///   - frame: Gives the frame of a layer that is turned.
  /// - Returns: What to do to the rectangle.
  /// - Throws: What `frame` throws.
  func rotation(
    from source: Space, to target: Space, frame: (Int) throws -> Rect
  ) rethrows -> Rotation {
    let (up, down) = (rotated(source), rotated(target))
    let common = zip(up, down).prefix { $0 == $1 }.count
    var rotation = Rotation.none
    for index in up.dropFirst(common).reversed() {
      rotation = rotation.followed(by: try self.rotation(index, frame))
    }
    for index in down.dropFirst(common) {
      rotation = rotation.followed(by: try self.rotation(index, frame).inverse)
    }
    return rotation
  }

  private func rotation(_ index: Int, _ frame: (Int) throws -> Rect) rethrows -> Rotation {
    Rotation(degrees: layers[index].rotate, about: try frame(index).center)
  }

  /// The layers whose turns lie between a space and the canvas, the outermost first.
  private func rotated(_ space: Space) -> [Int] {
    var next: Int?
    switch space {
    case .canvas: next = nil
    case .around(let index): next = nesting.parents[index]
    case .inside(let index): next = index
    }
    var found: [Int] = []
    while let index = next {
      if layers[index].isRotated { found.append(index) }
      next = nesting.parents[index]
    }
    return found.reversed()
  }
}

extension Layer {
  /// Whether it is not upright; whole turns change nothing.
  var isRotated: Bool { rotate.truncatingRemainder(dividingBy: 360) != 0 }
}
