extension SVGDefinitions {
  /// The attributes of a fill.
  ///
  /// - Parameters:
  ///   - paint: The paint.
  ///   - box: The box that a gradient spans, in the recording's units.
  ///   - transform: From the recording to the page.
  /// - Returns: The attributes, each with a leading space.
  mutating func fill(_ paint: Paint, box: Rect, _ transform: Similarity) -> String {
    attributes("fill", of: paint, box: box, transform)
  }

  /// The attributes of a stroke.
  ///
  /// - Parameters:
  ///   - style: Width, joins, dashes, in the recording's units.
  ///   - paint: The paint.
  ///   - box: The box that a gradient spans, in the recording's units.
  ///   - transform: From the recording to the page.
  /// - Returns: The attributes, each with a leading space.
  mutating func stroke(
    _ style: StrokeStyle, _ paint: Paint, box: Rect, _ transform: Similarity
  ) -> String {
    func length(_ value: Double) -> String { SVGNumber.text(value * transform.factor) }
    var text = #" fill="none""# + attributes("stroke", of: paint, box: box, transform)
    text += #" stroke-width="\#(length(style.width))""#
    switch style.join {
    case .round: text += #" stroke-linejoin="round""#
    case .bevel: text += #" stroke-linejoin="bevel""#
    case .miter:
      // SVG's default is 4.
      if style.miterLimit != 4 {
        text += #" stroke-miterlimit="\#(SVGNumber.text(style.miterLimit))""#
      }
    }
    if style.cap != .butt { text += #" stroke-linecap="\#(style.cap.rawValue)""# }
    if !style.dash.isEmpty {
      text += #" stroke-dasharray="\#(style.dash.map(length).joined(separator: " "))""#
      if style.dashOffset != 0 { text += #" stroke-dashoffset="\#(length(style.dashOffset))""# }
    }
    return text
  }

  private mutating func attributes(
    _ name: String, of paint: Paint, box: Rect, _ transform: Similarity
  ) -> String {
    switch paint {
    case .color(let color):
      let opacity =
        color.alpha < 1 ? #" \#(name)-opacity="\#(SVGNumber.text(color.alpha, decimals: 4))""# : ""
      return #" \#(name)="\#(color.opaqueCSS)""# + opacity
    case .linear(let gradient):
      let (start, end) = gradient.line(across: box)
      let line = GradientLine(gradient, from: start, to: end)
      let from = transform(GradientLine.point(line.start, from: start, to: end))
      let to = transform(GradientLine.point(line.end, from: start, to: end))
      let id = self.gradient(
        "linearGradient", [("x1", from.x), ("y1", from.y), ("x2", to.x), ("y2", to.y)], line)
      return #" \#(name)="url(#\#(id))""#
    case .radial(let gradient):
      let (center, radius) = gradient.circle(in: box)
      let place = transform(center)
      let line = GradientLine(gradient, radius: radius)
      var places = [
        ("cx", place.x), ("cy", place.y), ("r", radius * line.end * transform.factor),
      ]
      if line.start > 0 { places.append(("fr", radius * line.start * transform.factor)) }
      return #" \#(name)="url(#\#(self.gradient("radialGradient", places, line)))""#
    case .conic:
      // SVG has none; such drawing becomes pixels before.
      return #" \#(name)="none""#
    }
  }

  private mutating func gradient(
    _ name: String, _ places: [(name: String, value: Double)], _ line: GradientLine
  ) -> String {
    var attributes = places.map { #"\#($0.name)="\#(SVGNumber.text($0.value))""# }
    if line.isRepeating { attributes.append(#"spreadMethod="repeat""#) }
    let inner = line.stops.interpolatingPremultiplied.map { stop in
      let opacity =
        stop.color.alpha < 1
        ? #" stop-opacity="\#(SVGNumber.text(stop.color.alpha, decimals: 4))""# : ""
      return #"<stop offset="\#(SVGNumber.text(stop.offset, decimals: 5))""#
        + #" stop-color="\#(stop.color.opaqueCSS)"\#(opacity)/>"#
    }
    return gradientID(
      name, #"gradientUnits="userSpaceOnUse" \#(attributes.joined(separator: " "))"#,
      inner.joined())
  }
}

extension Color {
  /// The CSS notation without alpha.
  fileprivate var opaqueCSS: String { Color(red: red, green: green, blue: blue).css }
}
