import ScrimKit

extension LayoutSolver {
  mutating func place(_ index: Int) throws {
    guard !boxes[index].broken.contains(.frame) else { return }
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
    if boxes[index].sizing == .group {
      let frame = solver.frame(nil)
      frames[index] = .resolved(frame)
      containingBoxes[index] = .resolved(.known(frame.shrunk(by: solver.padding)))
      if let flex = boxes[index].flex, try !layOut(index, flex, in: frame) {
        contents[index] = .unavailable
        placed[index] = .unavailable
        containingBoxes[index] = .unavailable
        return
      }
    }
    guard !boxes[index].broken.contains(.content) else {
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
    contents[index] =
      boxes[index].broken.contains(.effects) && !content.isPending ? .unavailable : content
  }

  /// Lays out the boxes of a flex group.
  ///
  /// - Returns: Whether all contents have a size.
  mutating func layOut(_ index: Int, _ flex: FlexSpec, in frame: Rect) throws -> Bool {
    let box: SizedBox
    if let own = laidOut[index]?.box {
      box = own
    } else {
      let basis = basis(of: index)
      let isOpen =
        sizer.sides[index].height?.isContent == true
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
  func basis(of index: Int) -> SizeBasis {
    guard let box = containingBox(of: index).value else { return .unknown }
    let rect = percentageBasis(of: index, box)
    return SizeBasis(
      width: box.opensWidth ? nil : rect.width, height: box.opensHeight ? nil : rect.height)
  }

  /// What percentages of a box relate to: out of flow in a flex group its whole frame.
  private func percentageBasis(of index: Int, _ containing: ContainingBox) -> Rect {
    isFreeInFlex(index) ? parentRect(of: index, containing) : containing.rect
  }

  /// Whether a box is in a flex group that doesn't lay it out.
  func isFreeInFlex(_ index: Int) -> Bool {
    guard let group = nesting.parents[index] else { return false }
    return boxes[group].flex != nil && boxes[index].traits.isOutOfFlow
  }

  /// Gives a text whose size others share its frame, and the size at which it fits.
  mutating func fit(_ index: Int) throws {
    guard boxes[index].broken.isEmpty, case .resolved(let solver) = try frameSolver(of: index)
    else {
      return
    }
    frames[index] = .resolved(solver.frame(nil))
    try delegate.fit(index, in: solver)
  }

  mutating func frameSolver(of index: Int) throws -> Resolution<FrameSolver> {
    let containing: ContainingBox
    switch containingBox(of: index) {
    case .resolved(let found): containing = found
    case .pending: return .pending
    case .unavailable: return .unavailable
    }
    let padding = boxes[index].padding.resolved(of: percentageBasis(of: index, containing).width)
    if let frame = laidOut[index]?.frame {
      return .resolved(FrameSolver(frame, padding: padding))
    }
    let box = boxes[index]
    var anchors: Resolution<[Reference: Rect]> = .resolved([:])
    for (key, reference) in box.traits.hasReferences ? box.frame.references : [] {
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
    guard lacksWidth || lacksHeight || opensWidth && box.fillsOpenWidth else {
      return sizer.hasFailed(in: index) && sizer.failed.contains { $0 != index }
        ? .unavailable : .resolved(solver)
    }
    if box.flex != nil {
      try noteEdges(of: index, in: containing, padding: padding, anchors: anchors)
      return .pending
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

  /// Notes where a flex group ends that is as large as what it lays out: it waits for the size of what it is in, and
  /// reaches to the far edge there.
  private mutating func noteEdges(
    of index: Int, in containing: ContainingBox, padding: Insets, anchors: [Reference: Rect]
  ) throws {
    let needs = FrameNeeds(contributing: boxes[index], opensWidth: containing.opensWidth)
    let spec = try sizer.sized(
      index, in: parentRect(of: index, containing), opensWidth: containing.opensWidth,
      opensHeight: containing.opensHeight, anchors: anchors, opensFlex: true)
    let frame = FrameSolver(
      spec, padding: padding, in: parentRect(of: index, containing), anchors: anchors
    ).frame(nil)
    if !(containing.opensWidth && needs.width) { rightEdges[index] = frame.right }
    if !(containing.opensHeight && needs.height) { bottomEdges[index] = frame.bottom }
  }

  func containingBox(of index: Int) -> Resolution<ContainingBox> {
    guard let group = nesting.parents[index] else { return .resolved(canvas) }
    if case .resolved = containingBoxes[group] { return containingBoxes[group] }
    return unresolved(group)
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
