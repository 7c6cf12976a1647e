import ScrimKit

/// Highlights text with one rounded shape that follows its lines.
public struct StoryHighlight: Effect {
  public static let manifest = Manifest(
    "story-highlight", version: "1.1.0",
    summary: "Highlights text with one rounded shape that follows its lines.", category: .text)

  @Parameter("Fill of the shape; a gradient spans each block of lines")
  public var fill = Paint.white
  @Parameter(
    "Corner radius; 0.25 × the font size if not given", unit: .pixels, in: 0...1000)
  public var cornerRadius: Double? = nil
  @Parameter(
    "Inner corner radius; cornerRadius if not given", unit: .pixels, in: 0...1000)
  public var innerRadius: Double? = nil
  @Parameter(
    "Padding around the words; [0.06, 0.3] × the font size if not given", unit: .pixels,
    in: 0...1000)
  public var padding: Insets? = nil
  @Parameter(
    "Line ends closer together than this are aligned to the outer one; 2 × cornerRadius if "
      + "not given", unit: .pixels, in: 0...2000)
  public var snap: Double? = nil
  @Parameter("Covered part of a line: the box given by its fonts, or its ink")
  public var lineBox = LineBox.font
  @Parameter("Empty lines: whether they end a block or are bridged")
  public var emptyLine = EmptyLine.break
  @Parameter("Stroke around the outside of the shape") public var stroke: HighlightStroke? = nil
  @Parameter("Shadow of the shape") public var shadow: Shadow? = nil

  public init() {}

  public func extent(in geometry: EffectGeometry) throws -> Rect {
    let shape = try drawing(in: geometry).extent
    let extent = geometry.inputExtent.union(shape)
    return shadow.map { extent.union($0.extent(of: shape)) } ?? extent
  }

  public func apply(to picture: inout Picture, in context: EffectContext) throws {
    // The entire shape: parts outside the region may cast a shadow into it.
    let shape = try drawing(in: context.geometry).picture(scale: context.scale)
    try picture.drawUnder(shape)
    if let shadow { try picture.drawUnder(shadow, of: shape, in: context) }
  }

  private func drawing(in geometry: EffectGeometry) throws -> HighlightDrawing {
    guard let text = geometry.text else {
      throw EffectError(
        "the layer's content is not text, so it has no lines: apply the effect to a text layer.")
    }
    let size = text.spec.size
    // Across the lines as much as a stroke on descenders extends beyond the line.
    let (across, along) = (0.06 * size, 0.3 * size)
    let standard =
      text.spec.writingMode.isVertical
      ? Insets(top: along, right: across, bottom: along, left: across)
      : Insets(top: across, right: along, bottom: across, left: along)
    let rows = text.rows(
      lineBox, padding: padding ?? standard, cut: geometry.clip?.bounds, on: geometry.grid)
    let radius = cornerRadius ?? 0.25 * size
    let contours = Block.blocks(of: rows, emptyLine: emptyLine, on: geometry.grid).map { block in
      block.snapped(by: snap ?? 2 * radius)
        .contour(cornerRadius: radius, innerRadius: innerRadius ?? radius)
        .transformed(by: text.lineTransform)
    }
    return HighlightDrawing(contours: contours, fill: fill, stroke: stroke)
  }
}

@c(scrim_plugin_StoryHighlight)
public func scrimPlugin() -> ScrimPluginHandle { export(StoryHighlight.self) }

/// The part of a line to cover.
public enum LineBox: String, ParameterChoice {
  /// From the fonts' ascent to their descent, or `lineHeight`.
  case font
  /// The bounds of the line's ink.
  case ink
}

/// How a highlight handles a line without words.
public enum EmptyLine: String, ParameterChoice {
  /// The block ends above it, and another begins below.
  case `break`
  /// The lines above and below it are joined, as if it were line spacing.
  case bridge
}

/// A line around the outside of a highlight.
public struct HighlightStroke: ParameterRecord {
  @Parameter("Line width", unit: .pixels, in: 0...1000) public var width = 2.0
  @Parameter("Line colour") public var color = Color.black

  /// Creates a stroke with default parameters.
  public init() {}
}
