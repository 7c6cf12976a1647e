import ScrimKit

extension LayoutSolver {
  mutating func extend(_ index: Int) throws {
    extents[index] = try extent(of: index)
  }

  private func extent(of index: Int) throws -> Resolution<Rect> {
    guard placed[index].value != nil, let frame = frames[index].value else {
      return placed[index].isPending ? .pending : .unavailable
    }
    if boxes[index].sizing == .group {
      switch group(index) {
      case .resolved(let (ink, extent)): delegate.fill(index, ink: ink, extent: extent)
      case .pending: return .pending
      case .unavailable: return .unavailable
      }
    }
    let known = canvas(for: index, frame: frame)
    let extent = try known.flatMap { canvas in
      try delegate.extent(of: index, canvas: canvas) {
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
          guard contents[child].value != nil, let extent = extents[child].value,
            let frame = frames[child].value
          else { return extents[child].isPending ? .pending : .unavailable }
          let transform = boxes[child].transform.about(frame.center)
          return .resolved(
            (
              ink: bounds.ink.union(transform.bounds(of: delegate.ink(of: child))),
              extent: bounds.extent.union(transform.bounds(of: extent))
            ))
        }
      }
  }
}
