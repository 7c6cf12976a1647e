import ScrimKit

extension [Light] {
  /// Polygons that together cover the lights; those with the shape `ink` have none.
  ///
  /// Rounded lights with the same corners that overlap or touch are united as the lines of a story's highlight are:
  /// with round inner corners.
  ///
  /// - Parameters:
  ///   - amount: Outward distance of each light, px.
  ///   - scale: Device pixels per px.
  /// - Returns: Polygons in px, which may overlap.
  func outlines(grownBy amount: (Light) -> Double, scale: Double) -> [ConvexPolygon] {
    var groups: [(key: Key, lights: [Light], boxes: [Rect])] = []
    var others: [ConvexPolygon] = []
    for light in self where light.ink == nil {
      let grown = amount(light)
      guard light.evenRadius != nil else {
        others += light.cover(grownBy: grown, scale: scale)
        continue
      }
      var group = (
        key: Key(feather: light.feather, grown: grown, radii: light.radii), lights: [light],
        boxes: [light.bounds(grownBy: grown)]
      )
      // A light may join several groups.
      while let index = groups.firstIndex(where: {
        group.key == $0.key && Self.meet($0.boxes, group.boxes)
      }) {
        let other = groups.remove(at: index)
        group.lights = other.lights + group.lights
        group.boxes = other.boxes + group.boxes
      }
      groups.append(group)
    }
    return others
      + groups.flatMap { group -> [ConvexPolygon] in
        guard group.lights.count > 1 else {
          return group.lights.map { $0.outline(grownBy: group.key.grown, scale: scale) }
        }
        return ConvexPolygon.union(
          of: group.lights.map { $0.bounds() },
          radius: group.lights.compactMap(\.evenRadius).max() ?? 0, offset: group.key.grown,
          scale: scale)
      }
  }

  /// What united lights have in common.
  private struct Key: Hashable {
    let feather: Double
    let grown: Double
    let radii: CornerRadii
  }

  /// Whether any two rectangles overlap or touch.
  private static func meet(_ some: [Rect], _ others: [Rect]) -> Bool {
    some.contains { box in
      let around = box.grown(by: 1e-6)
      return others.contains { !around.intersection($0).isEmpty }
    }
  }
}

extension Light {
  /// The radius of a light with four equal round corners, px; `nil` for other lights.
  fileprivate var evenRadius: Double? {
    guard shape == .rounded, radii.shape == .round else { return nil }
    let radii = radii.fitted(to: bounds())
    guard let first = radii.first, first > 0, radii.allSatisfy({ $0 == first }) else { return nil }
    return first
  }
}
