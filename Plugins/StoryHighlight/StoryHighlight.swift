import ScrimKit

/// Lays one rounded shape under a text, which follows its lines.
public struct StoryHighlight: Effect {
  public static let manifest = Manifest(
    "story-highlight", version: "1.0.0",
    summary: "Lays one rounded shape under a text, which follows its lines.")

  @Parameter("What the shape is filled with; a gradient spans each block of lines")
  public var fill = Paint.white
  @Parameter(
    "Radius of the corners; 0.25 × the text's size if not given", unit: .pixels, in: 0...1000)
  public var cornerRadius: Double? = nil
  @Parameter(
    "Radius of the inner corners; cornerRadius if not given", unit: .pixels, in: 0...1000)
  public var innerRadius: Double? = nil
  @Parameter(
    "Room around the words; [0, 0.3 × the text's size] if not given", unit: .pixels, in: 0...1000)
  public var padding: HighlightPadding? = nil
  @Parameter(
    "Ends of neighbouring lines nearer than this are aligned to the outer one; 2 × cornerRadius if "
      + "not given", unit: .pixels, in: 0...2000)
  public var snap: Double? = nil
  @Parameter("What of a line has to be covered: the box that its fonts say, or its ink")
  public var lineBox = LineBox.font
  @Parameter("Whether an empty line ends a block or is bridged")
  public var emptyLine = EmptyLine.break
  @Parameter("A line around the outside of the shape") public var stroke: HighlightStroke? = nil
  @Parameter("A shadow under the shape") public var shadow: Shadow? = nil

  public init() {}

  public func extent(in geometry: EffectGeometry) throws -> Rect {
    let shape = try drawing(in: geometry).extent
    let extent = geometry.inputExtent.union(shape)
    return shadow.map { extent.union($0.extent(of: shape)) } ?? extent
  }

  public func apply(to picture: inout Picture, in context: EffectContext) throws {
    // All of it: what lies outside the region may cast a shadow into it.
    let shape = try drawing(in: context.geometry).picture(scale: context.scale)
    try picture.drawUnder(shape)
    if let shadow { try picture.drawUnder(shadow, of: shape, in: context) }
  }

  private func drawing(in geometry: EffectGeometry) throws -> HighlightDrawing {
    guard let text = geometry.text else {
      throw EffectError("there are no lines to follow: the layer's content is not text.")
    }
    let size = text.spec.size
    let rows = text.rows(
      lineBox, padding: padding ?? HighlightPadding(vertical: 0, horizontal: 0.3 * size),
      cut: geometry.clip?.bounds)
    let radius = cornerRadius ?? 0.25 * size
    let contours = Block.blocks(of: rows, emptyLine: emptyLine).map { block in
      block.snapped(by: snap ?? 2 * radius)
        .contour(cornerRadius: radius, innerRadius: innerRadius ?? radius)
    }
    return HighlightDrawing(contours: contours, fill: fill, stroke: stroke)
  }
}

@c(scrim_plugin_StoryHighlight)
public func scrimPlugin() -> ScrimPluginHandle { export(StoryHighlight.self) }
