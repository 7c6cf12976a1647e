extension SVGWriter {
  mutating func fill(
    _ path: Path, _ paint: Paint, box: Rect, _ operator: CompositeOperator, _ place: Place
  ) -> SVGElement? {
    let bounds = path.bounds
    guard !paint.isTransparent, !bounds.intersection(place.visible).isEmpty else { return nil }
    let data = SVGPath(path, place.transform, near: place.visible.grown(by: 1)).data
    let rule = path.fillRule == .evenodd ? #" fill-rule="evenodd""# : ""
    let attributes = definitions.fill(paint, box: box, place.transform) + rule
    return shape(data, attributes, bounds: bounds, `operator`)
  }

  mutating func stroke(
    _ path: Path, _ style: StrokeStyle, _ paint: Paint, box: Rect, _ operator: CompositeOperator,
    _ place: Place
  ) -> SVGElement? {
    let (bounds, reach) = (style.extent(of: path), style.reach)
    guard !path.isEmpty, !paint.isTransparent, !bounds.intersection(place.visible).isEmpty else {
      return nil
    }
    let data = SVGPath(path, place.transform, near: place.visible.grown(by: 1 + reach)).data
    let attributes = definitions.stroke(style, paint, box: box, place.transform)
    return shape(data, attributes, bounds: bounds, `operator`)
  }

  private mutating func shape(
    _ data: [UInt8], _ attributes: String, bounds: Rect, _ operator: CompositeOperator
  ) -> SVGElement? {
    guard !data.isEmpty else { return nil }
    var element = SVGElement(.path(definitions.path(data), attributes: attributes), bounds: bounds)
    element.blend = `operator`.blendMode
    return element
  }
}

extension Paint {
  /// Whether it is a completely transparent colour.
  var isTransparent: Bool {
    if case .color(let color) = self { color.alpha <= 0 } else { false }
  }
}
