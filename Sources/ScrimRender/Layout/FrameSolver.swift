import ScrimJob
import ScrimKit

/// Solves the edges of one frame.
struct FrameSolver {
  /// The size that a text takes by itself, px; `nil` where the frame decides.
  struct Natural {
    var width: Double?
    var height: Double?
  }

  private let box: FrameBox
  private let parent: Rect
  private let around: Rect?
  /// The y at which the frame starts or ends because of a neighbour.
  private let neighbourTop: Double?
  private let neighbourBottom: Double?

  /// - Parameters:
  ///   - spec: What the job says.
  ///   - parent: What percentages and far edges relate to, px.
  ///   - bounds: Gives the bounds of a reference, which stands under this key.
  init(
    spec: FrameSpec, parent: Rect, bounds: (_ reference: Reference, _ key: String) throws -> Rect
  ) rethrows {
    self.parent = parent
    switch spec {
    case .around(let reference, let inset):
      box = FrameBox()
      around = try bounds(reference, "of").shrunk(by: inset)
      neighbourTop = nil
      neighbourBottom = nil
    case .box(let box):
      self.box = box
      around = nil
      switch box.neighbour {
      case .below(let reference, let gap):
        neighbourTop = try bounds(reference, "below").bottom + gap
        neighbourBottom = nil
      case .above(let reference, let gap):
        neighbourTop = nil
        neighbourBottom = try bounds(reference, "above").top - gap
      case nil:
        neighbourTop = nil
        neighbourBottom = nil
      }
    }
  }

  /// Whether the job says how wide the frame is.
  var fixesWidth: Bool {
    around != nil || box.width != nil || (box.x != nil && box.right != nil)
  }

  /// Whether the job says how high the frame is.
  var fixesHeight: Bool {
    around != nil || box.height != nil || (box.y != nil && box.bottom != nil)
  }

  /// The frame's width, px.
  ///
  /// - Parameter natural: The content's own; `nil` takes what there is up to the far edge.
  /// - Returns: At least 0.
  func width(natural: Double?) -> Double {
    if let around { return around.width }
    if let width = box.width { return width.resolved(of: parent.width) }
    if let natural, !fixesWidth { return natural }
    let left = box.x?.resolved(of: parent.width) ?? 0
    let right = box.right?.resolved(of: parent.width) ?? 0
    return max(0, parent.width - left - right)
  }

  /// The frame, px on the canvas.
  func frame(_ natural: Natural?) -> Rect {
    if let around { return around }
    let width = width(natural: natural?.width)
    let left: Double
    if let x = box.x {
      left = x.resolved(of: parent.width)
    } else if let right = box.right {
      left = parent.width - right.resolved(of: parent.width) - width
    } else {
      left = 0
    }
    let (top, height) = vertical(natural: natural?.height)
    return Rect(x: parent.x + left, y: top, width: width, height: height)
  }

  /// The frame's top on the canvas and its height.
  private func vertical(natural: Double?) -> (top: Double, height: Double) {
    let least = box.minHeight?.resolved(of: parent.height) ?? 0
    let fixed = box.height?.resolved(of: parent.height)
    let y = neighbourTop ?? box.y.map { parent.y + $0.resolved(of: parent.height) }
    let bottom =
      neighbourBottom ?? box.bottom.map { parent.bottom - $0.resolved(of: parent.height) }
    if let y, let bottom, fixed == nil { return (y, max(least, bottom - y)) }
    if let own = fixed ?? natural {
      let height = max(least, own)
      return (y ?? bottom.map { $0 - height } ?? parent.y, height)
    }
    // Nothing says how high: from the one edge that is known to the parent's other.
    let top = y ?? parent.y
    return (top, max(least, (bottom ?? parent.bottom) - top))
  }
}

extension Rect {
  /// The rectangle with each edge moved in; at most to a line, which keeps its place.
  func shrunk(by inset: Insets) -> Rect {
    let left = min(x + inset.left, right)
    let top = min(y + inset.top, bottom)
    return Rect(
      left: left, top: top, right: max(left, right - inset.right),
      bottom: max(top, bottom - inset.bottom))
  }
}
