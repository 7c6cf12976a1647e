package import ScrimKit

/// Solves the frames and extents of boxes, in an order in which each comes after those that it refers to.
///
/// What depends on something with an error is unavailable, and nothing is reported of it. What depends on a canvas
/// height that follows from the boxes is pending, and solved again when the height is known.
package struct LayoutSolver {
  /// The index of each id; the first box of an id has it.
  package let indices: [String: Int]
  package let transforms: BoxTransforms
  package internal(set) var canvas: ContainingBox
  /// Also of boxes whose content has an error, where it is certain.
  package internal(set) var frames: [Resolution<Rect>]
  /// Whether others may know each content: not one whose effects could not be read.
  package internal(set) var contents: [Resolution<Void>]
  /// With all effects, px before the box is transformed.
  package internal(set) var extents: [Resolution<Rect>]
  /// The boxes whose content was measured.
  package internal(set) var measured: Set<Int> = []

  let boxes: [LayoutBox]
  let nesting: Nesting
  let order: LayoutOrder
  /// Keeps the contents. A generic solver is slower: the compiler does not specialise it for a type of another module.
  let delegate: any LayoutContents
  /// Whether each content was placed, whatever its effects.
  var placed: [Resolution<Void>]
  /// What the boxes in each group are solved in.
  var containingBoxes: [Resolution<ContainingBox>]
  let sizer: BoxSizer
  /// The boxes that flex groups have laid out, px on the canvas.
  var laidOut: [Int: (frame: Rect, box: SizedBox)] = [:]
  /// The right edges of boxes that only lack a height, or that are wider once the canvas has a width, px.
  var rightEdges: [Int: Double] = [:]
  /// The lower edges of flex groups that are higher once the canvas has a height, px.
  var bottomEdges: [Int: Double] = [:]
  /// The right edge of what gave the canvas its width, px.
  var contentRight: Double?
  /// The lower edge of what gave the canvas its height, px.
  var contentBottom: Double?

  /// - Parameters:
  ///   - boxes: All boxes, groups before the boxes in them.
  ///   - nesting: Which box is in which group.
  ///   - canvas: What is known of it.
  ///   - contents: Measures what is in them, and keeps it.
  package init(
    _ boxes: [LayoutBox], _ nesting: Nesting, canvas: ContainingBox, contents: some LayoutContents
  ) {
    self.boxes = boxes
    self.nesting = nesting
    self.canvas = canvas
    delegate = contents
    indices = Dictionary(
      boxes.enumerated().compactMap { index, box in box.id.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    transforms = BoxTransforms(boxes, nesting)
    order = LayoutOrder(LayoutGraph(boxes, nesting, indices: indices))
    sizer = BoxSizer(boxes, nesting, indices: indices, contents: contents)
    frames = Array(repeating: .unavailable, count: boxes.count)
    extents = frames
    self.contents = Array(repeating: .unavailable, count: boxes.count)
    placed = self.contents
    containingBoxes = Array(repeating: .unavailable, count: boxes.count)
  }

  /// Solves all that can be.
  ///
  /// - Parameters:
  ///   - width: The width of a canvas that follows from its boxes, given the right edges of those that do not depend on
  ///     it; `nil` if there is none. Not called if one of them is unavailable.
  ///   - height: Likewise its height, given the lower edges.
  /// - Throws: What the contents throw.
  package mutating func solve(
    width: ([Double]) -> Double?, height: ([Double]) -> Double?
  ) throws {
    try perform(order.placing)
    if canvas.opensWidth {
      var edges = measuredFrames.map(\.right)
      edges += rightEdges.filter { contents[$0.key].isPending }.map(\.value)
      let opensHeight = canvas.opensHeight
      contentRight = edges.max()
      try close(of: edges, width) { rect, width in
        rect.width = width
        return opensHeight ? .open(rect, width: false, height: true) : .known(rect)
      }
    }
    if canvas.opensHeight {
      let edges =
        measuredFrames.map(\.bottom)
        + bottomEdges.filter { contents[$0.key].isPending }.map(\.value)
      contentBottom = edges.max()
      try close(of: edges, height) { rect, height in
        rect.height = height
        return .known(rect)
      }
    }
    try perform(order.extending)
  }

  /// The boxes that begin at or beyond a far edge of the canvas: where that follows from the boxes, these depend on it.
  package var boxesBeyondCanvas: [Int] {
    guard case .known(let canvas) = canvas else { return [] }
    return boxes.indices.filter { index in
      guard let frame = frames[index].value, frame.width > 0, frame.height > 0,
        let transform = transform(from: .inside(index), to: .canvas).value
      else { return false }
      let bounds = transform.bounds(of: frame)
      return bounds.y >= canvas.bottom || bounds.x >= canvas.right
    }
  }

  /// Gives the canvas a side, and solves what depends on that.
  private mutating func close(
    of edges: [Double], _ side: ([Double]) -> Double?,
    _ closed: (inout Rect, Double) -> ContainingBox
  ) throws {
    var rect = canvas.rect
    var next = ContainingBox.unknown
    if boxes.indices.allSatisfy(isMeasured), let length = side(edges) {
      next = closed(&rect, length)
    }
    let repeated = order.placing.filter(isPending)
    canvas = next
    try perform(repeated)
  }

  /// Whether it is known where a box ends, or that this depends on the height of the canvas.
  private func isMeasured(_ index: Int) -> Bool {
    frames[index].value != nil || contents[index].isPending
  }

  /// The frames that determine the height of the canvas, upright. Those in a group that cuts them off do not.
  private var measuredFrames: [Rect] {
    boxes.indices.compactMap { index in
      guard let frame = frames[index].value else { return nil }
      var group = nesting.parents[index]
      while let cutting = group {
        if boxes[cutting].clips, frames[cutting].value != nil { return nil }
        group = nesting.parents[cutting]
      }
      // In a group that is transformed about a center which is not known, nothing has a place yet.
      return transform(from: .inside(index), to: .canvas).value.map { $0.bounds(of: frame) }
    }
  }

  private mutating func perform(_ steps: [LayoutOrder.Step]) throws {
    for step in steps {
      switch step {
      case .place(let index): try place(index)
      case .extend(let index): try extend(index)
      case .fit(let index): try fit(index)
      // They are found on the way to a place.
      case .size, .contribute, .origin: break
      }
    }
  }

  private func isPending(_ step: LayoutOrder.Step) -> Bool {
    switch step {
    case .place(let index): contents[index].isPending
    case .extend(let index): extents[index].isPending
    case .fit(let index): contents[index].isPending
    case .size, .contribute, .origin: false
    }
  }
}
