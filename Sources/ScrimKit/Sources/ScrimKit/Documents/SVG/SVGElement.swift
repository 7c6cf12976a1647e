/// Something drawn on a page: an element of SVG, before it is known which resources are used twice.
struct SVGElement {
  enum Content {
    case group([SVGElement])
    /// A path of the definitions, with the attributes of its fill or stroke.
    case path(Int, attributes: String)
    /// An image of the definitions, with the matrix from its pixels to px of the page.
    case image(Int, DeviceTransform)
  }

  var content: Content
  /// Where it may draw, in the units of the recording.
  var bounds: Rect
  var opacity = 1.0
  /// The id of a clip.
  var clip: String?
  /// The id of a mask.
  var mask: String?
  var blend = BlendMode.normal
  /// Whether blends inside are mixed with nothing outside.
  var isIsolated = false

  init(_ content: Content, bounds: Rect) {
    self.content = content
    self.bounds = bounds
  }

  /// Elements one over the other.
  init(_ elements: [SVGElement]) {
    self.init(.group(elements), bounds: elements.map(\.bounds).bounds)
  }

  /// Whether it is mixed with what is below it.
  var blendsWithBackdrop: Bool {
    if blend != .normal { return true }
    guard case .group(let elements) = content, opacity >= 1, clip == nil, mask == nil, !isIsolated
    else { return false }
    return elements.contains(where: \.blendsWithBackdrop)
  }

  /// The same drawn on its own first.
  var isolated: SVGElement {
    guard blendsWithBackdrop else { return self }
    var group = SVGElement([self])
    group.isIsolated = true
    return group
  }

  /// The same inside a clip. (A clipped group is drawn on its own first: what is mixed with what is
  /// below the group is clipped by itself.)
  func clipped(by id: String, bounds area: Rect) -> SVGElement {
    if blend == .normal, blendsWithBackdrop, case .group(let elements) = content {
      var group = self
      group.content = .group(elements.map { $0.clipped(by: id, bounds: area) })
      return group
    }
    var element = clip == nil && !isPlaced ? self : wrapped
    element.clip = id
    element.bounds = bounds.intersection(area)
    return element
  }

  /// Whether it may have a transform of its own, in whose units a clip would be.
  private var isPlaced: Bool {
    if case .image = content { true } else { false }
  }

  /// A group of this, mixed with what is below in the same way.
  private var wrapped: SVGElement {
    var inner = self
    inner.blend = .normal
    var group = SVGElement([inner])
    group.blend = blend
    return group
  }
}

extension SVGElement {
  /// What to write for it: without groups that say nothing, and with the attributes of groups of one
  /// element on that element.
  ///
  /// - Parameter isTransformed: Whether an image has a transform.
  /// - Returns: The elements, bottom first.
  func simplified(_ isTransformed: (Int, DeviceTransform) -> Bool) -> [SVGElement] {
    guard case .group(let elements) = content else { return [self] }
    let inner = elements.flatMap { $0.simplified(isTransformed) }
    if opacity >= 1, clip == nil, mask == nil, blend == .normal, !isIsolated { return inner }
    guard !inner.isEmpty else { return [] }
    if inner.count == 1, let merged = merged(with: inner[0], isTransformed) { return [merged] }
    var group = self
    group.content = .group(inner)
    return [group]
  }

  /// The only element of a group, with the group's attributes; `nil` if it can't have them.
  private func merged(
    with inner: SVGElement, _ isTransformed: (Int, DeviceTransform) -> Bool
  ) -> SVGElement? {
    guard inner.blend == .normal, clip == nil || inner.clip == nil,
      mask == nil || inner.mask == nil
    else { return nil }
    if case .image(let index, let place) = inner.content, clip != nil || mask != nil,
      isTransformed(index, place)
    {
      return nil
    }
    // Librsvg draws with pixman, too.
    if CompositeOperator.blend(blend).isWrongUnderMasks, opacity * inner.opacity < 1 { return nil }
    var merged = inner
    merged.opacity *= opacity
    merged.clip = clip ?? inner.clip
    merged.mask = mask ?? inner.mask
    merged.blend = blend
    merged.isIsolated = isIsolated || inner.isIsolated
    // One element that is no group has nothing inside to mix.
    if case .group = merged.content {} else { merged.isIsolated = false }
    return merged
  }
}
