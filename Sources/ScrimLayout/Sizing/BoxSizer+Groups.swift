import ScrimKit

extension BoxSizer {
  /// The widths that the boxes in a group without flex give it, without its padding.
  func groupWidths(_ index: Int) throws -> ContentWidths {
    let most = try groupWidth(index, available: nil)
    return ContentWidths(min: try groupWidth(index, available: 0), max: most)
  }

  /// The width that the boxes in a group without flex give it, without its padding, px.
  ///
  /// - Parameters:
  ///   - index: The group.
  ///   - available: The width that there is for its content, px; `nil` is unlimited.
  /// - Returns: px.
  /// - Throws: What the contents throw.
  func groupWidth(_ index: Int, available: Double?) throws -> Double {
    var frames = GroupFrames(self, index, width: nil, available: available)
    return try nesting.children[index].reduce(0) { most, child in
      guard boxes[child].isDisplayed, let side = try frames.frame(child).x else { return most }
      return max(most, side.start + side.length)
    }
  }

  /// A group without flex, as high as what is in it.
  func group(
    _ index: Int, width: Double, height: Double?, _ limits: SizeLimits, _ basis: SizeBasis
  ) throws -> SizedBox {
    if let height { return SizedBox(width: width, height: height) }
    let padding = padding(index, basis)
    var frames = GroupFrames(
      self, index, width: max(0, width - padding.horizontal), available: nil)
    let own = try nesting.children[index].reduce(0.0) { most, child in
      guard boxes[child].isDisplayed, let side = try frames.frame(child).y else { return most }
      return max(most, side.start + side.length)
    }
    return SizedBox(width: width, height: limits.clamp(own + padding.vertical))
  }

  /// The frame of a box with the sides that follow from its content in px.
  ///
  /// - Parameters:
  ///   - index: The box.
  ///   - parent: The containing box; a side of it that isn't known is 0.
  ///   - opensWidth: Whether the width of the containing box follows from its content.
  ///   - opensHeight: Likewise its height.
  ///   - anchors: The bounds of the frame's references.
  ///   - available: The width that there is where the containing box has none, px; `nil` is unlimited.
  ///   - takesContent: Whether a side that isn't given follows from the content.
  ///   - opensFlex: Whether a side that isn't given follows from the content of a flex group where that of its
  ///     containing box does.
  /// - Returns: A frame whose sides are lengths, or not given.
  /// - Throws: What the contents throw.
  func sized(
    _ index: Int, in parent: Rect, opensWidth: Bool, opensHeight: Bool,
    anchors: [Reference: Rect], available: Double? = nil, takesContent: Bool = false,
    opensFlex: Bool = false
  ) throws -> FrameSpec {
    let takesWidth = takesContent || opensFlex && opensWidth && boxes[index].flex != nil
    let takesHeight = takesContent || opensFlex && opensHeight && boxes[index].flex != nil
    guard case .box(var frame) = boxes[index].frame else { return boxes[index].frame }
    let basis = SizeBasis(
      width: opensWidth ? nil : parent.width, height: opensHeight ? nil : parent.height)
    let sizing = boxes[index].sizing
    let isText = boxes[index].isText
    let isPlaced =
      frame.x == .center || frame.anchor != nil || frame.sideNeighbour != nil
      || takesContent
    let takesOwnWidth =
      frame.width == nil && frame.aspectRatio == nil && !(frame.x != nil && frame.right != nil)
      && (isText ? opensWidth || isPlaced : takesWidth && sizing != .frame)
    if frame.width?.isContent == true || takesOwnWidth {
      if takesOwnWidth { frame.width = .fitContent }
      var plain = frame
      plain.width = nil
      plain.minWidth = nil
      plain.maxWidth = nil
      let space =
        opensWidth
        ? available
        : FrameSolver(.box(plain), in: parent, anchors: anchors).width(natural: nil)
      frame.width = .length(.pixels(try width(of: index, as: frame.width, basis, space)))
    }
    frame.minWidth = try frame.minWidth.map { try pixels($0, index, basis) }
    frame.maxWidth = try frame.maxWidth.map { try pixels($0, index, basis) }
    let takesOwnHeight =
      takesHeight && frame.height == nil && !(frame.y != nil && frame.bottom != nil)
      && !isText && sizing != .frame && frame.aspectRatio == nil
    if frame.height?.isContent == true || takesOwnHeight {
      frame.height = nil
      if !isText {
        var solver = frame
        solver.height = .length(.pixels(0))
        let width = FrameSolver(.box(solver), in: parent, anchors: anchors).width(natural: nil)
        frame.height = .length(.pixels(try layout(index, width: width, basis: basis).height))
      }
    }
    for limit in [\FrameBox.minHeight, \FrameBox.maxHeight]
    where frame[keyPath: limit]?.isContent == true {
      let width = FrameSolver(.box(frame), in: parent, anchors: anchors).width(natural: nil)
      frame[keyPath: limit] = .length(
        .pixels(try layout(index, width: width, basis: basis, isFree: true).height))
    }
    return .box(frame)
  }

  private func width(
    of index: Int, as side: Dimension?, _ basis: SizeBasis, _ available: Double?
  ) throws -> Double {
    switch side {
    case .minContent?: return try usedWidth(index, basis, available: 0, stretches: false)
    case .fitContent? where sides[index].width == nil:
      return try fitWidth(index, basis, available)
    default:
      return try usedWidth(index, basis, available: available, stretches: false)
    }
  }

  private func pixels(_ side: Dimension, _ index: Int, _ basis: SizeBasis) throws -> Dimension {
    let inset = padding(index, basis).horizontal - padding(index, .unknown).horizontal
    switch side {
    case .length: return side
    case .minContent: return .length(.pixels(try contentWidths(index).min + inset))
    case .maxContent: return .length(.pixels(try contentWidths(index).max + inset))
    case .fitContent:
      return .length(.pixels(try contentWidths(index).fitting(basis.width) + inset))
    }
  }
}

/// The frames of the boxes in a group without flex that is sized by them, from the origin of its content.
///
/// A side that needs the group's size is `nil`.
struct GroupFrames {
  typealias Side = (start: Double, length: Double)

  private let sizer: BoxSizer
  private let group: Int
  private let width: Double?
  private let available: Double?
  private var solved: [Int: (x: Side?, y: Side?)] = [:]

  /// - Parameters:
  ///   - sizer: Sizes the boxes.
  ///   - group: The group.
  ///   - width: The width of its content, px; `nil` if it is to be found.
  ///   - available: The width that there is for it then, px; `nil` is unlimited.
  init(_ sizer: BoxSizer, _ group: Int, width: Double?, available: Double?) {
    self.sizer = sizer
    self.group = group
    self.width = width
    self.available = available
  }

  /// The frame of a box as far as it doesn't depend on the group.
  mutating func frame(_ child: Int) throws -> (x: Side?, y: Side?) {
    if let known = solved[child] { return known }
    // Where a cycle was not refused, its frames depend on the group.
    solved[child] = (nil, nil)
    let found = try solve(child)
    solved[child] = found
    return found
  }

  private mutating func solve(_ child: Int) throws -> (x: Side?, y: Side?) {
    let box = sizer.boxes[child]
    if box.broken.contains(.frame) {
      sizer.failed.insert(child)
      return (nil, nil)
    }
    var anchors: [Reference: Rect] = [:]
    var (knowsX, knowsY) = (true, true)
    for (key, reference) in box.traits.hasReferences ? box.frame.references : [] {
      let (x, y) = try sides(of: reference, around: child)
      anchors[reference] = Rect(
        x: x?.start ?? 0, y: y?.start ?? 0, width: x?.length ?? 0, height: y?.length ?? 0)
      if x == nil, key != "below", key != "above" { knowsX = false }
      if y == nil, key != "rightOf", key != "leftOf" { knowsY = false }
    }
    let needs = FrameNeeds(contributing: box, opensWidth: width == nil)
    if width == nil, needs.width { knowsX = false }
    if needs.height { knowsY = false }
    let parent = Rect(x: 0, y: 0, width: width ?? 0, height: 0)
    guard knowsX || knowsY else { return (nil, nil) }
    let spec = try sizer.sized(
      child, in: parent, opensWidth: width == nil, opensHeight: true, anchors: anchors,
      available: available, opensFlex: true)
    let basis = SizeBasis(width: width, height: nil)
    let padding = sizer.padding(child, basis)
    let solver = FrameSolver(spec, padding: padding, in: parent, anchors: anchors)
    var natural = FrameSolver.Natural()
    if case .text(let wraps, _) = box.sizing {
      if !wraps { natural.width = try sizer.text(child, .maxContent).width + padding.horizontal }
      let used = solver.width(natural: natural.width)
      let inside = max(0, used - padding.horizontal)
      let most = try sizer.text(child, .maxContent)
      let isWhole = most.width <= inside + BoxSizer.tolerance
      let size = isWhole ? most : try sizer.text(child, .wrapped(inside))
      natural.height = size.height + padding.vertical
    }
    let frame = solver.frame(natural)
    return (knowsX ? (frame.x, frame.width) : nil, knowsY ? (frame.y, frame.height) : nil)
  }

  /// What is known of a reference from the origin of the group's content.
  private mutating func sides(
    of reference: Reference, around child: Int
  ) throws -> (x: Side?, y: Side?) {
    guard let target = reference.id.flatMap({ sizer.indices[$0] }) else { return (nil, nil) }
    if sizer.nesting.parents[target] == group, reference.part == .frame {
      return try frame(target)
    }
    guard target != group, !sizer.nesting.isInside(group, of: target),
      let origin = sizer.origins[group], let rect = try sizer.outside(reference, child)
    else { return (nil, nil) }
    return ((rect.x - origin.x, rect.width), (rect.y - origin.y, rect.height))
  }
}

extension Nesting {
  /// Whether a box is in a group, at any depth.
  func isInside(_ index: Int, of group: Int) -> Bool {
    var next = parents[index]
    while let current = next {
      if current == group { return true }
      next = parents[current]
    }
    return false
  }
}
