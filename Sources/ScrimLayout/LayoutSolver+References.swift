package import ScrimKit

extension LayoutSolver {
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
      frames[$0].value.map { .resolved($0.center) } ?? unresolved($0)
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
    guard contents[index].value != nil else {
      try delegate.check(reference, toUnplaced: index)
      return contents[index].map { _ in [] }
    }
    let isOfGroup = boxes[index].sizing == .group && reference.part == .ink
    guard reference.part == .extent || isOfGroup else {
      return .resolved(try delegate.rectangles(of: reference, in: index, extent: nil))
    }
    return try extents[index].map {
      try delegate.rectangles(of: reference, in: index, extent: $0)
    }
  }

  /// What depends on a frame that is not known is, as long as it is not.
  func unresolved<Value>(_ index: Int) -> Resolution<Value> {
    contents[index].isPending ? .pending : .unavailable
  }

  /// What is known of the canvas in the coordinates of a box with this frame.
  func canvas(for index: Int, frame: Rect) -> Resolution<CanvasDependence> {
    let transform = transforms.transform(from: .canvas, to: .inside(index)) {
      $0 == index
        ? .resolved(frame.center) : frames[$0].value.map { .resolved($0.center) } ?? unresolved($0)
    }
    return transform.map { transform in
      var isPending = false
      if case .open = canvas { isPending = true }
      return CanvasDependence(
        candidates: canvas.candidates.map(transform.bounds), isPending: isPending)
    }
  }
}
