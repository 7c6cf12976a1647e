package import ScrimKit

/// Solves the frames and extents of boxes, in an order in which each comes after those that it refers to.
///
/// What depends on something with an error is unavailable, and nothing is reported of it. What depends on a canvas
/// height that follows from the boxes is pending, and solved again when the height is known.
package struct LayoutSolver<Contents: LayoutContents> {
  /// The index of each id; the first box of an id has it.
  package let indices: [String: Int]
  package let transforms: BoxTransforms
  package private(set) var canvas: ContainingBox
  /// Also of boxes whose content has an error, where it is certain.
  package private(set) var frames: [Resolution<Rect>]
  /// What others may know of each content: not of one whose effects could not be read.
  package private(set) var contents: [Resolution<Contents.Content>]
  /// With all effects, px before the box is transformed.
  package private(set) var extents: [Resolution<Rect>]
  /// The boxes whose content was measured.
  package private(set) var measured: Set<Int> = []

  private let boxes: [LayoutBox]
  private let nesting: Nesting
  private let order: LayoutOrder
  private let delegate: Contents
  /// Each content as it was placed, whatever its effects.
  private var placed: [Resolution<Contents.Content>]
  /// What the boxes in each group are solved in.
  private var containingBoxes: [Resolution<ContainingBox>]

  /// - Parameters:
  ///   - boxes: All boxes, groups before the boxes in them.
  ///   - nesting: Which box is in which group.
  ///   - canvas: What is known of it.
  ///   - contents: Measures what is in them.
  package init(
    _ boxes: [LayoutBox], _ nesting: Nesting, canvas: ContainingBox, contents: Contents
  ) {
    self.boxes = boxes
    self.nesting = nesting
    self.canvas = canvas
    delegate = contents
    indices = Dictionary(
      boxes.enumerated().compactMap { index, box in box.id.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    transforms = BoxTransforms(boxes, nesting)
    order = LayoutOrder(boxes, indices: indices, nesting: nesting)
    frames = Array(repeating: .unavailable, count: boxes.count)
    extents = frames
    self.contents = Array(repeating: .unavailable, count: boxes.count)
    placed = self.contents
    containingBoxes = Array(repeating: .unavailable, count: boxes.count)
  }

  /// Solves all that can be.
  ///
  /// - Parameter height: The height of a canvas that follows from its boxes, given the upright frames of those that
  ///   do not depend on it; `nil` if there is none. Not called if one of them is unavailable.
  /// - Throws: What the contents throw.
  package mutating func solve(height: ([Rect]) -> Double?) throws {
    try perform(order.placing)
    var repeated: [LayoutOrder.Step] = []
    if case .openHeight(var rect) = canvas {
      canvas = .unknown
      repeated = order.placing.filter(isPending)
      if boxes.indices.allSatisfy(isMeasured), let height = height(measuredFrames) {
        rect.height = height
        canvas = .known(rect)
      }
    }
    try perform(repeated + order.extending)
  }

  /// The rectangles that a reference names, in the coordinates of a space.
  ///
  /// - Throws: ``EmptyReference`` if it names nothing.
  package func rectangles(
    of reference: Reference, in space: Space
  ) throws -> Resolution<[Rect]> {
    let source = reference.id.flatMap { indices[$0] }.map(Space.inside) ?? .canvas
    return try rectangles(of: reference).flatMap { found in
      transform(from: source, to: space).map { found.map($0.bounds) }
    }
  }

  /// The transform from one space to another.
  package func transform(from source: Space, to target: Space) -> Resolution<Transform> {
    transforms.transform(from: source, to: target) {
      frames[$0].value.map(Resolution.resolved) ?? unresolved($0)
    }
  }

  /// The rectangles that a reference names, before its box is transformed.
  private func rectangles(of reference: Reference) throws -> Resolution<[Rect]> {
    guard let id = reference.id else {
      if case .known(let rect) = canvas { return .resolved([rect]) }
      return canvas.missing()
    }
    guard let index = indices[id] else { return .unavailable }
    if reference.part == .frame, let frame = frames[index].value { return .resolved([frame]) }
    guard let content = contents[index].value else {
      try delegate.check(reference, toUnplaced: index)
      return contents[index].map { _ in [] }
    }
    let isOfGroup = boxes[index].sizing == .group && reference.part == .ink
    guard reference.part == .extent || isOfGroup else {
      return .resolved(try delegate.rectangles(of: reference, in: content, extent: nil))
    }
    return try extents[index].map {
      try delegate.rectangles(of: reference, in: content, extent: $0)
    }
  }

  private mutating func perform(_ steps: [LayoutOrder.Step]) throws {
    for step in steps {
      switch step {
      case .place(let index): try place(index)
      case .extend(let index): try extend(index)
      }
    }
  }

  private func isPending(_ step: LayoutOrder.Step) -> Bool {
    switch step {
    case .place(let index): contents[index].isPending
    case .extend(let index): extents[index].isPending
    }
  }

  /// What depends on a frame that is not known is, as long as it is not.
  private func unresolved<Value>(_ index: Int) -> Resolution<Value> {
    contents[index].isPending ? .pending : .unavailable
  }
}

// MARK: - Frames

extension LayoutSolver {
  private mutating func place(_ index: Int) throws {
    let box = boxes[index]
    guard !box.broken.contains(.frame) else { return }
    let solver: FrameSolver
    switch try frameSolver(of: index) {
    case .resolved(let found): solver = found
    case .pending:
      contents[index] = .pending
      placed[index] = .pending
      return
    case .unavailable:
      contents[index] = .unavailable
      placed[index] = .unavailable
      return
    }
    if box.sizing == .group {
      let frame = solver.frame(nil)
      frames[index] = .resolved(frame)
      containingBoxes[index] = .resolved(.known(frame.shrunk(by: box.padding)))
    }
    guard !box.broken.contains(.content) else {
      // Content may have a height of its own.
      if solver.fixesWidth, solver.fixesHeight { frames[index] = .resolved(solver.frame(nil)) }
      contents[index] = .unavailable
      placed[index] = .unavailable
      return
    }
    measured.insert(index)
    let (frame, content) = try delegate.place(index, in: solver) { canvas(for: index, frame: $0) }
    if let frame { frames[index] = .resolved(frame) }
    placed[index] = content
    contents[index] = box.broken.contains(.effects) && !content.isPending ? .unavailable : content
  }

  private mutating func frameSolver(of index: Int) throws -> Resolution<FrameSolver> {
    let box = boxes[index]
    let containing: ContainingBox
    switch containingBox(of: index) {
    case .resolved(let found): containing = found
    case .pending: return .pending
    case .unavailable: return .unavailable
    }
    var anchor: Resolution<Rect>?
    if let reference = box.frame.reference {
      do {
        // The bounds of empty frames still have a place.
        anchor = try rectangles(of: reference, in: .around(index))
          .map { $0.count == 1 ? $0[0] : $0.bounds }
      } catch let error as EmptyReference {
        delegate.report(error, inFrameOf: index)
        return .unavailable
      }
    }
    let needs = FrameNeeds(box)
    return (anchor ?? .resolved(.empty)).flatMap { anchor in
      var fills = false
      if case .known = containing { fills = box.fillsOpenHeight }
      let solver = FrameSolver(box.frame, in: containing.rect, anchor: anchor, fills: fills)
      switch containing {
      case .openHeight where needs.height:
        if box.sizing == .group, !needs.heightForTop {
          containingBoxes[index] = .resolved(.openHeight(solver.frame(nil).opened(by: box.padding)))
        }
        return .pending
      case .unknown where needs.height || needs.width || box.fillsOpenHeight: return .unavailable
      default: return .resolved(solver)
      }
    }
  }

  private func containingBox(of index: Int) -> Resolution<ContainingBox> {
    guard let group = nesting.parents[index] else { return .resolved(canvas) }
    if case .resolved = containingBoxes[group] { return containingBoxes[group] }
    return unresolved(group)
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

  /// What is known of the canvas in the coordinates of a box with this frame.
  private func canvas(for index: Int, frame: Rect) -> Resolution<CanvasDependence> {
    let transform = transforms.transform(from: .canvas, to: .inside(index)) {
      $0 == index ? .resolved(frame) : frames[$0].value.map(Resolution.resolved) ?? unresolved($0)
    }
    return transform.map { transform in
      var isPending = false
      if case .openHeight = canvas { isPending = true }
      return CanvasDependence(
        candidates: canvas.candidates.map(transform.bounds), isPending: isPending)
    }
  }
}

// MARK: - Extents

extension LayoutSolver {
  private mutating func extend(_ index: Int) throws {
    extents[index] = try extent(of: index)
  }

  private mutating func extent(of index: Int) throws -> Resolution<Rect> {
    guard var content = placed[index].value, let frame = frames[index].value else {
      return placed[index].isPending ? .pending : .unavailable
    }
    if boxes[index].sizing == .group {
      switch group(index) {
      case .resolved(let (ink, extent)): content = delegate.group(content, ink: ink, extent: extent)
      case .pending: return .pending
      case .unavailable: return .unavailable
      }
      placed[index] = .resolved(content)
      if contents[index].value != nil { contents[index] = .resolved(content) }
    }
    let known = canvas(for: index, frame: frame)
    let extent = try known.flatMap { canvas in
      try delegate.extent(of: index, content: content, canvas: canvas) {
        try rectangles(of: $0, in: .inside(index))
      }
    }
    return boxes[index].broken.contains(.effects) && !extent.isPending ? .unavailable : extent
  }

  /// The ink and the extent of the visible boxes in a group, in its coordinates.
  private func group(_ index: Int) -> Resolution<(ink: Rect, extent: Rect)> {
    nesting.children[index].filter { boxes[$0].isVisible }
      .reduce(.resolved((ink: .empty, extent: .empty))) { bounds, child in
        bounds.flatMap { bounds in
          guard let content = contents[child].value, let extent = extents[child].value,
            let frame = frames[child].value
          else { return extents[child].isPending ? .pending : .unavailable }
          let transform = boxes[child].transform.about(frame.center)
          return .resolved(
            (
              ink: bounds.ink.union(transform.bounds(of: delegate.ink(of: content))),
              extent: bounds.extent.union(transform.bounds(of: extent))
            ))
        }
      }
  }
}

extension Rect {
  /// The rectangle in a frame whose height is not known, without a height.
  fileprivate func opened(by padding: Insets) -> Rect {
    let columns = Rect(x: x, y: 0, width: width, height: 0).shrunk(by: padding)
    return Rect(x: columns.x, y: y + padding.top, width: columns.width, height: 0)
  }
}
