import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// Plans stacks of layers from top to bottom: the backdrop that an effect reads must be drawn of the layers below.
struct Planner {
  let scene: Scene
  let extents: SceneExtents
  /// Device pixels per px.
  let scale: Double

  /// The area in which a stack is visible, px at scale 1; `nil` means unbounded.
  struct Visibility {
    /// The area that effects of layers above can read.
    var bounds: Rect?
    /// The area in which the layers themselves are visible; smaller if a group clips them.
    var cut: Rect?
    /// Whether to omit layers that an opaque one hides.
    var hidesCovered = false
  }

  /// Plans a stack of layers.
  ///
  /// - Parameters:
  ///   - indices: The layers, bottom first.
  ///   - wanted: The required region, px at scale 1; grows by the regions that effects read.
  ///   - visibility: The area in which they are visible.
  /// - Returns: The layers to draw, bottom first: none below one that hides them.
  /// - Throws: `JobDiagnostics` if an effect reports an error.
  func stack(_ indices: [Int], wanted: inout Rect, in visibility: Visibility) throws
    -> [PlannedLayer]
  {
    var planned: [PlannedLayer] = []
    for index in indices.reversed() {
      let placed = scene.layers[index]
      guard placed.layer.isVisible, placed.layer.opacity > 0 else { continue }
      if placed.isPassThrough {
        var inside = visibility
        if placed.clip != nil {
          inside.cut = placed.frame.within(visibility.cut)
          inside.hidesCovered = false
        }
        let children = try stack(
          scene.nesting.children[placed.index], wanted: &wanted, in: inside)
        planned.append(
          PlannedLayer(
            placed: placed, chain: nil, region: wanted.within(visibility.cut), children: children))
        if children.hasCover { break }
      } else {
        var layer = try self.layer(placed, wanted: wanted.within(visibility.cut))
        wanted = wanted.union(layer.seen(scale: scale).within(visibility.bounds))
        layer.isCover = visibility.hidesCovered && covers(placed, wanted)
        planned.append(layer)
        if layer.isCover { break }
      }
    }
    return planned.reversed()
  }

  /// Plans an isolated layer.
  ///
  /// - Parameters:
  ///   - placed: The layer.
  ///   - wanted: The required region in the space that contains it, px at scale 1.
  /// - Returns: Its plan.
  /// - Throws: `JobDiagnostics` if an effect reports an error.
  func layer(_ placed: PlacedLayer, wanted: Rect) throws -> PlannedLayer {
    let wanted = wanted.transformed(by: placed.transform.inverse, scale: scale)
      .within(placed.layer.mask?.isFrame == true ? placed.frame : nil)
    let extents = extents[placed]
    let environment = scene.environment
    let chain = try LayerPlan(placed, extents: extents, wanted: wanted, tracker: scene.tracker) {
      environment.geometry(of: placed, effect: $0, inputExtent: extents[$0], scale: scale)
    }
    var inside = chain.regions[0]
    let children = try stack(
      scene.nesting.children[placed.index], wanted: &inside, in: Visibility())
    return PlannedLayer(placed: placed, chain: chain, region: inside, children: children)
  }
}

extension Planner {
  /// Whether a layer hides everything below it in an area, px at scale 1.
  private func covers(_ placed: PlacedLayer, _ area: Rect) -> Bool {
    let layer = placed.layer
    guard layer.opacity >= 1, layer.blend == .normal, layer.effects.isEmpty, layer.mask == nil,
      !layer.isTransformed, layer.cornerRadius == nil, layer.border == nil
    else { return false }
    let opaque: Rect
    switch placed.content {
    case .fill(let paint) where paint.isOpaque: opaque = placed.frame
    case .image(let source, let rect) where scene.images[source]?.isOpaque == true:
      opaque = rect.intersection(placed.frame)
    default: return false
    }
    let pixels = PixelRect(covering: area, scale: scale)
    return PixelRect(within: opaque, scale: scale).intersection(pixels) == pixels
  }
}

extension MaskSpec {
  /// Whether it draws nothing outside the frame.
  fileprivate var isFrame: Bool {
    if case .source = shape { !isInverted } else { false }
  }
}

extension Rect {
  /// The upright bounds of the transformed rectangle, plus the pixels that interpolation reads.
  func transformed(by transform: Transform, scale: Double) -> Rect {
    transform == .none
      ? self : transform.bounds(of: self).grown(by: max(1, transform.stretch) / scale)
  }

  /// The intersection with another rectangle, if there is one.
  fileprivate func within(_ other: Rect?) -> Rect { other.map(intersection) ?? self }
}
