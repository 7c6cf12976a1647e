/// An SVG element, before it is known which resources are used more than once.
struct SVGElement {
  enum Content {
    case group([SVGElement])
    /// The index of a path in the definitions, with the attributes of its fill or stroke.
    case path(Int, attributes: String)
    /// The index of an image in the definitions, with the matrix from its pixels to px of the page.
    case image(Int, DeviceTransform)
  }

  var content: Content
  /// Its bounds in the units of the recording.
  var bounds: Rect
  var opacity = 1.0
  /// The id of a clip.
  var clip: String?
  /// The id of a mask.
  var mask: String?
  var blend = BlendMode.normal
  /// Of a group: from the coordinates inside to those of the page.
  var transform: DeviceTransform?
  /// Whether blends inside do not see the backdrop.
  var isIsolated = false

  init(_ content: Content, bounds: Rect) {
    self.content = content
    self.bounds = bounds
  }

  /// Creates a group of elements, bottom first.
  init(_ elements: [SVGElement]) {
    self.init(.group(elements), bounds: elements.map(\.bounds).bounds)
  }

  /// Whether it blends with its backdrop.
  var blendsWithBackdrop: Bool {
    if blend != .normal { return true }
    guard case .group(let elements) = content, opacity >= 1, clip == nil, mask == nil, !isIsolated
    else { return false }
    return elements.contains(where: \.blendsWithBackdrop)
  }

  /// The element as an isolated group, if it blends.
  var isolated: SVGElement {
    guard blendsWithBackdrop else { return self }
    var group = SVGElement([self])
    group.isIsolated = true
    return group
  }

  /// The element with a clip. SVG isolates clipped groups, so if elements of a group blend with its backdrop, each is
  /// clipped separately.
  func clipped(by id: String, bounds area: Rect) -> SVGElement {
    if blend == .normal, transform == nil, blendsWithBackdrop, case .group(let elements) = content {
      var group = self
      group.content = .group(elements.map { $0.clipped(by: id, bounds: area) })
      return group
    }
    var element = clip == nil && !isPlaced ? self : wrapped
    element.clip = id
    element.bounds = bounds.intersection(area)
    return element
  }

  /// Whether it may have its own transform, which would also apply to a clip.
  private var isPlaced: Bool {
    if transform != nil { return true }
    return if case .image = content { true } else { false }
  }

  /// A group of only this element, with the same blend mode.
  private var wrapped: SVGElement {
    var inner = self
    inner.blend = .normal
    var group = SVGElement([inner])
    group.blend = blend
    return group
  }
}

extension SVGElement {
  /// The elements to write. Groups without attributes are dissolved, and the attributes of a group with a single
  /// element move to that element.
  ///
  /// - Parameter isTransformed: Whether an image has a transform.
  /// - Returns: The elements, bottom first.
  func simplified(_ isTransformed: (Int, DeviceTransform) -> Bool) -> [SVGElement] {
    guard case .group(let elements) = content else { return [self] }
    let inner = elements.flatMap { $0.simplified(isTransformed) }
    guard !inner.isEmpty else { return [] }
    if opacity >= 1, clip == nil, mask == nil, blend == .normal, !isIsolated, transform == nil {
      return inner
    }
    if inner.count == 1, transform == nil, let merged = merged(with: inner[0], isTransformed) {
      return [merged]
    }
    var group = self
    group.content = .group(inner)
    return [group]
  }

  /// The single element of a group with the group's attributes; `nil` if they cannot be combined.
  private func merged(
    with inner: SVGElement, _ isTransformed: (Int, DeviceTransform) -> Bool
  ) -> SVGElement? {
    guard inner.blend == .normal, clip == nil || inner.clip == nil,
      mask == nil || inner.mask == nil, inner.transform == nil || clip == nil && mask == nil
    else { return nil }
    if case .image(let index, let place) = inner.content, clip != nil || mask != nil,
      isTransformed(index, place)
    {
      return nil
    }
    // Librsvg uses pixman, too.
    if CompositeOperator.blend(blend).isWrongUnderMasks, opacity * inner.opacity < 1 { return nil }
    var merged = inner
    merged.opacity *= opacity
    merged.clip = clip ?? inner.clip
    merged.mask = mask ?? inner.mask
    merged.blend = blend
    merged.isIsolated = isIsolated || inner.isIsolated
    // A single element that is not a group contains no blends to isolate.
    if case .group = merged.content {} else { merged.isIsolated = false }
    return merged
  }
}
