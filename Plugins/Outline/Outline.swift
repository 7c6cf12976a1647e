import ScrimKit

/// Draws strokes beneath the fill, so that glyphs keep their weight.
public struct Outline: Effect {
  public static let manifest = Manifest(
    "outline", version: "1.0.0", summary: "Strokes the glyphs or the silhouette of a layer.",
    category: .stroke)

  @InlineParameters public var stroke = OutlineStroke()
  @Parameter("List of strokes, the first on top; replaces the single stroke")
  public var strokes: [OutlineStroke] = []
  @Parameter("Fill of the glyphs; \"none\" draws only the stroke")
  public var fill: OutlineFill? = nil

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    guard $strokes.isGiven else { return stroke.validate() }
    return givenParameters.filter { $0 != "strokes" && $0 != "fill" }.map { beside in
      ParameterDiagnostic(
        .conflict, "\"\(beside)\" cannot be combined with \"strokes\": set it in each stroke.",
        at: beside)
    }
  }

  public func extent(in geometry: EffectGeometry) throws -> Rect {
    try checkStyles(in: geometry)
    let reach = allStrokes.map(\.reach).max() ?? 0
    var silhouette = geometry.text?.ink ?? geometry.inputExtent
    if let clip = geometry.clip { silhouette = silhouette.intersection(clip.bounds) }
    return geometry.inputExtent.union(silhouette.grown(by: reach))
  }

  public func regionOfInterest(
    for region: Rect, in geometry: EffectGeometry
  ) -> RegionOfInterest {
    // For text the glyphs are known; otherwise the stroke may follow the layer's image.
    let reaches = allStrokes.map {
      geometry.text == nil ? $0.inputReach(scale: geometry.scale) : $0.reach
    }
    return RegionOfInterest(input: region.grown(by: reaches.max() ?? 0))
  }

  public func apply(to picture: inout Picture, in context: EffectContext) throws {
    let silhouette = Silhouette(of: picture, in: context)
    let outline = try Known(in: context.geometry)
    try repaint(&picture, in: context)
    for stroke in allStrokes where stroke.position != .inside && stroke.width > 0 {
      if let outline, follows(outline, stroke, in: context.geometry) {
        try picture.drawUnder(in: context.region) { canvas in
          switch outline {
          case .text(let text): try draw(stroke, along: text, on: canvas, in: context)
          case .shape(let path):
            canvas.stroke(path, stroke.style, with: stroke.color, box: context.frame)
          }
        }
      } else {
        try draw(stroke, around: silhouette, on: &picture, in: context)
      }
    }
    // A stroke inside the fill would be hidden beneath it.
    for stroke in allStrokes.reversed() where stroke.position == .inside && stroke.width > 0 {
      try draw(stroke, around: silhouette, on: &picture, in: context)
    }
    if let text = context.text, text.hasBackgrounds {
      try picture.drawUnder(in: context.region) { canvas in
        canvas.clipped(to: context.clip ?? Path(rect: context.region)) {
          $0.drawBackgrounds(of: text)
        }
      }
    }
  }

  private var allStrokes: [OutlineStroke] {
    $strokes.isGiven ? strokes : [stroke]
  }

  private func repaint(_ picture: inout Picture, in context: EffectContext) throws {
    if let text = context.text, fill != nil || text.hasBackgrounds {
      // Strokes cover the backgrounds of words, which are drawn later, underneath.
      let letters = text.withoutBackgrounds()
      picture = try context.input(with: fill.map { letters.painted(with: $0.paint) } ?? letters)
      return
    }
    guard let fill, context.text == nil else { return }
    if let paint = fill.paint {
      try picture.draw(.atop, in: picture.extent) { [extent = picture.extent] canvas in
        canvas.fill(extent, with: paint, box: context.frame)
      }
    } else {
      picture = Picture(like: picture)
    }
  }

  /// The outlines of a layer's content, if it is not known by its pixels alone.
  private enum Known {
    case text(TextLayout)
    case shape(Path)

    init?(in geometry: EffectGeometry) throws {
      if let text = geometry.text {
        self = .text(text)
      } else if let path = try geometry.outline() {
        self = .shape(path)
      } else {
        return nil
      }
    }

    var isOpaque: Bool { if case .text(let text) = self { text.isOpaque } else { true } }
  }

  /// Whether Cairo may stroke the outlines themselves: the fill must hide the lines where contours overlap. Otherwise
  /// the stroke is computed from the silhouette, which has no such lines.
  private func follows(
    _ outline: Known, _ stroke: OutlineStroke, in geometry: EffectGeometry
  ) -> Bool {
    guard stroke.position != .inside, geometry.clip == nil else { return false }
    guard let fill else { return outline.isOpaque }
    return fill.paint?.isOpaque ?? false
  }

  /// A silhouette can only be dilated by a disc, so its corners are round, and it has no starting point for dashes.
  private func checkStyles(in geometry: EffectGeometry) throws {
    for stroke in allStrokes where stroke.lineJoin != .round || !stroke.dash.isEmpty {
      let outline = try Known(in: geometry)
      let what = stroke.dash.isEmpty ? "lineJoin" : "dash"
      let content = geometry.text == nil ? "shape" : "text"
      let reason: String
      if outline.map({ follows($0, stroke, in: geometry) }) == true {
        guard geometry.text?.hasColorClusters == true else { continue }
        reason = "not available for colour emoji."
      } else if outline == nil {
        reason =
          "only available for strokes of text, and of shapes with an opaque \"fill\" and no \"stroke\"."
      } else if geometry.clip != nil {
        reason = "not available for a \(content) that is clipped to its frame."
      } else if stroke.position == .inside {
        reason = "not available for a stroke inside the \(content == "text" ? "glyphs" : content)."
      } else {
        reason = "requires an opaque fill colour."
      }
      let wanted =
        stroke.dash.isEmpty ? "\"lineJoin\": \"\(stroke.lineJoin.rawValue)\"" : "\"dash\""
      throw EffectError("\(wanted): \(reason)", at: strokes.isEmpty ? what : "strokes")
    }
  }
}

@c(scrim_plugin_Outline) public func scrimPlugin() -> ScrimPluginHandle { export(Outline.self) }
