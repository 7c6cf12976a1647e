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
  private let sizer: BoxSizer<Contents>
  /// The boxes that flex groups have laid out, px on the canvas.
  private var laidOut: [Int: (frame: Rect, box: SizedBox)] = [:]
  /// The right edges of boxes that only lack a height, px.
  private var rightEdges: [Int: Double] = [:]

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
      try close(of: edges, width) { rect, width in
        rect.width = width
        return opensHeight ? .open(rect, width: false, height: true) : .known(rect)
      }
    }
    if canvas.opensHeight {
      try close(of: measuredFrames.map(\.bottom), height) { rect, height in
        rect.height = height
        return .known(rect)
      }
    }
    try perform(order.extending)
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
      containingBoxes[index] = .resolved(.known(frame.shrunk(by: solver.padding)))
      if let flex = box.flex, try !layOut(index, flex, in: frame) {
        contents[index] = .unavailable
        placed[index] = .unavailable
        containingBoxes[index] = .unavailable
        return
      }
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

  /// Lays out the boxes of a flex group.
  ///
  /// - Returns: Whether all contents have a size.
  private mutating func layOut(_ index: Int, _ flex: FlexSpec, in frame: Rect) throws -> Bool {
    let box: SizedBox
    if let own = laidOut[index]?.box {
      box = own
    } else {
      let basis = basis(of: index)
      let isOpen =
        boxes[index].frame.box.height?.isContent == true
        || isFreeInFlex(index) && boxes[index].frame.box.height == nil
          && (boxes[index].frame.box.y == nil || boxes[index].frame.box.bottom == nil)
      box = try sizer.layout(
        index, width: frame.width, height: isOpen ? nil : frame.height, basis: basis)
    }
    guard !sizer.hasFailed(in: index) else { return false }
    for child in box.children {
      laidOut[child.index] = (child.frame.offset(dx: frame.x, dy: frame.y), child.box)
    }
    return true
  }

  /// The size of a box's containing box, for percentages.
  private func basis(of index: Int) -> SizeBasis {
    guard let box = containingBox(of: index).value else { return .unknown }
    return SizeBasis(
      width: box.opensWidth ? nil : box.rect.width, height: box.opensHeight ? nil : box.rect.height)
  }

  /// Whether a box is in a flex group that doesn't lay it out.
  private func isFreeInFlex(_ index: Int) -> Bool {
    guard let group = nesting.parents[index] else { return false }
    return boxes[group].flex != nil && boxes[index].frame.isOutOfFlow
  }

  /// Gives a text whose size others share its frame, and the size at which it fits.
  private mutating func fit(_ index: Int) throws {
    guard boxes[index].broken.isEmpty, case .resolved(let solver) = try frameSolver(of: index)
    else {
      return
    }
    frames[index] = .resolved(solver.frame(nil))
    try delegate.fit(index, in: solver)
  }

  private mutating func frameSolver(of index: Int) throws -> Resolution<FrameSolver> {
    let box = boxes[index]
    let containing: ContainingBox
    switch containingBox(of: index) {
    case .resolved(let found): containing = found
    case .pending: return .pending
    case .unavailable: return .unavailable
    }
    let padding = box.padding.resolved(of: containing.rect.width)
    if let frame = laidOut[index]?.frame {
      return .resolved(FrameSolver(frame, padding: padding))
    }
    var anchors: Resolution<[Reference: Rect]> = .resolved([:])
    for (key, reference) in box.frame.references {
      do {
        // The bounds of empty frames still have a place.
        let bounds = try rectangles(of: reference, in: .around(index))
          .map { $0.count == 1 ? $0[0] : $0.bounds }
        anchors = anchors.flatMap { found in
          bounds.map { found.merging([reference: $0]) { first, _ in first } }
        }
      } catch let error as EmptyReference {
        delegate.report(error, inFrameOf: index, at: key)
        return .unavailable
      }
    }
    guard let anchors = anchors.value else {
      if case .pending = anchors { return .pending }
      return .unavailable
    }
    let (opensWidth, opensHeight) = (containing.opensWidth, containing.opensHeight)
    let needs = FrameNeeds(box, opensWidth: opensWidth)
    if case .unknown = containing, needs.height || needs.width || box.fillsOpenHeight {
      return .unavailable
    }
    let lacksWidth = opensWidth && needs.width
    let lacksHeight = opensHeight && needs.height
    let solver = try sizedSolver(of: index, in: containing, padding: padding, anchors: anchors)
    guard lacksWidth || lacksHeight else {
      return sizer.hasFailed(in: index) && sizer.failed.contains { $0 != index }
        ? .unavailable : .resolved(solver)
    }
    if !lacksWidth { rightEdges[index] = solver.frame(nil).right }
    if box.sizing == .group, !(lacksWidth && needs.widthForLeft),
      !(lacksHeight && needs.heightForTop)
    {
      containingBoxes[index] = .resolved(
        .open(
          solver.frame(nil).opened(by: padding, width: lacksWidth, height: lacksHeight),
          width: lacksWidth, height: lacksHeight))
    }
    return .pending
  }

  /// Solves a frame with the sides that its content gives it.
  private mutating func sizedSolver(
    of index: Int, in containing: ContainingBox, padding: Insets, anchors: [Reference: Rect]
  ) throws -> FrameSolver {
    let box = boxes[index]
    let parent = parentRect(of: index, containing)
    let isFree = isFreeInFlex(index)
    if box.sizing == .group, box.isSizedByContent || isFree {
      noteOrigin(of: index, in: parent, padding: padding, anchors: anchors)
    }
    // It has a copy of the solver.
    defer { sizer.outside = { _, _ in nil } }
    var spec = box.frame
    if box.needsSizing || isFree || box.isText && containing.opensWidth {
      spec = try sizer.sized(
        index, in: parent, opensWidth: containing.opensWidth, opensHeight: containing.opensHeight,
        anchors: anchors, takesContent: isFree)
    }
    var fills = false
    if case .known = containing, !isFree { fills = box.fillsOpenHeight }
    let solver = FrameSolver(spec, padding: padding, in: parent, anchors: anchors, fills: fills)
    guard isFree, case .box(var placed) = spec, let group = nesting.parents[index] else {
      return solver
    }
    // Without a position along an axis it is where it would be as the only box of the group.
    let size = try staticSize(of: index, solver, padding: padding)
    let content = containing.rect
    let position = FlexLayout.position(
      of: index, in: group, sizer, size: size, content: content)
    if placed.x == nil, placed.right == nil, placed.sideNeighbour == nil,
      placed.anchor == nil
    {
      placed.x = .length(.pixels(position.x - parent.x))
    }
    if placed.y == nil, placed.bottom == nil, placed.neighbour == nil,
      placed.anchor == nil
    {
      placed.y = .length(.pixels(position.y - parent.y))
    }
    return FrameSolver(.box(placed), padding: padding, in: parent, anchors: anchors)
  }

  private func staticSize(
    of index: Int, _ solver: FrameSolver, padding: Insets
  ) throws -> Size {
    var natural = FrameSolver.Natural()
    if boxes[index].isText {
      let inside = max(0, solver.width(natural: nil) - padding.left - padding.right)
      natural.height = try sizer.text(index, .wrapped(inside)).height + padding.top + padding.bottom
    }
    let frame = solver.frame(natural)
    return Size(width: frame.width, height: frame.height)
  }

  /// What a frame is solved in: of a flex group its whole frame (CSS's padding box), and so for a fill without a frame
  /// in a group that is sized by its content.
  private func parentRect(of index: Int, _ containing: ContainingBox) -> Rect {
    guard let group = nesting.parents[index], let frame = frames[group].value else {
      return containing.rect
    }
    let isBackground =
      boxes[group].flex == nil && boxes[group].isSizedByContent && boxes[index].sizing == .frame
      && boxes[index].frame == .box(FrameBox())
    return isFreeInFlex(index) || isBackground ? frame : containing.rect
  }

  /// Lets the boxes in a group refer to others before the group has a size, if its place doesn't depend on that.
  private func noteOrigin(
    of index: Int, in parent: Rect, padding: Insets, anchors: [Reference: Rect]
  ) {
    guard case .box(var frame) = boxes[index].frame,
      nesting.children[index].contains(where: { !boxes[$0].frame.references.isEmpty })
    else { return }
    frame.width = .length(.pixels(0))
    frame.height = .length(.pixels(0))
    let corner = FrameSolver(.box(frame), in: parent, anchors: anchors).frame(nil)
    sizer.origins[index] = Point(x: corner.x + padding.left, y: corner.y + padding.top)
    let solver = self
    sizer.outside = { reference, box in
      let found = try? solver.rectangles(of: reference, in: .around(box)).value
      return found.map { $0.count == 1 ? $0[0] : $0.bounds }
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
      if case .open = canvas { isPending = true }
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
  /// The rectangle in a frame of which a side is not known, without that.
  fileprivate func opened(by padding: Insets, width: Bool, height: Bool) -> Rect {
    var inside = shrunk(by: padding)
    if width {
      inside.x = x + padding.left
      inside.width = 0
    }
    if height {
      inside.y = y + padding.top
      inside.height = 0
    }
    return inside
  }
}

extension LayoutBox {
  /// Whether its frame has to be measured before it can be solved.
  fileprivate var needsSizing: Bool {
    guard case .box(let box) = frame else { return false }
    let sides = [box.width, box.height, box.minWidth, box.maxWidth, box.minHeight, box.maxHeight]
    if sides.contains(where: { $0?.isContent == true }) { return true }
    return isText && box.width == nil
      && (box.x == .center || box.anchor != nil || box.sideNeighbour != nil)
  }
}
