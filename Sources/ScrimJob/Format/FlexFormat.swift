import ScrimKit
import ScrimLayout

/// The keys of a flex group, and those by which the layers in it answer.
enum FlexFormat {
  static let direction = Key.value(
    "direction", "Main axis: along rows or down a column; CSS flex-direction",
    FlexSpec.Direction.self
  ).defaulting(to: .row)
  static let wrap = Key.value(
    "wrap", "Whether layers wrap onto further lines; CSS flex-wrap", FlexSpec.Wrap.self
  ).defaulting(to: .nowrap)
  static let gap = Key.gap("gap", "Distance between layers and between lines, or [row, column]")
  static let justifyContent = Key.value(
    "justifyContent",
    "Distribution of free space along the main axis; from the main start if not given",
    FlexSpec.Justification.self)
  static let alignItems = Key.value(
    "alignItems", "Alignment of layers across their line", FlexSpec.Alignment.self
  ).defaulting(to: .stretch)
  static let alignContent = Key.value(
    "alignContent", "Distribution of lines across the group", FlexSpec.Distribution.self
  ).defaulting(to: .stretch)
  static let textDirection = Key.value(
    "textDirection",
    "rtl mirrors rows; that of the enclosing flex group if not given, else ltr",
    FlexSpec.TextDirection.self)

  static let object = ObjectFormat(
    .flex, "Layout of the layers in a group, as CSS flexbox",
    keys: [
      direction.format, wrap.format, gap.format, justifyContent.format, alignItems.format,
      alignContent.format, textDirection.format,
    ])

  static let factors = 0...1_000_000.0
  static let grow = Key.number(
    "flexGrow", "Share of the free space that the layer takes in a flex group", in: factors
  ).defaulting(to: 0)
  static let shrink = Key.number(
    "flexShrink", "Share of the missing space that the layer gives up in a flex group", in: factors
  ).defaulting(to: 1)
  static let basis = Key.basis(
    "flexBasis", "Size along the main axis before it grows or shrinks; auto is its width or height")
  static let alignSelf = Key.value(
    "alignSelf", "Alignment across its line, in place of the group's alignItems",
    FlexSpec.Alignment.self)
  static let margin = Key.margins(
    "margin", "Distance around the layer in a flex group; auto takes free space")
  static let display = Key.value(
    "display", "Whether the layer has a place; none removes it from the layout", Display.self
  ).defaulting(to: .block)

  /// The keys that need a flex group around the layer.
  static let itemKeys = [grow.name, shrink.name, basis.name, alignSelf.name, margin.name]
}

/// Whether a layer takes part in the layout, with CSS's keywords.
package enum Display: String, ParameterChoice {
  case block, none
}

/// The keys of an anchor.
enum AnchorFormat {
  static let to = Key<Place>.place(
    KeyFormat("to", "Reference that the layer is placed at", .value(.reference), isRequired: true))
  static let x = Key.value(
    "x", "Edge or centre of the layer that is on the same one of the reference, along x",
    FrameAnchor.Edge.self
  ).defaulting(to: .center)
  static let y = Key.value(
    "y", "Edge or centre of the layer that is on the same one of the reference, along y",
    FrameAnchor.Edge.self
  ).defaulting(to: .center)
  static let dx = Key.number(
    "dx", "Horizontal distance from there", unit: .pixels, in: LengthRange.distance
  ).defaulting(to: 0)
  static let dy = Key.number(
    "dy", "Vertical distance from there", unit: .pixels, in: LengthRange.distance
  ).defaulting(to: 0)
  static let outside = Key.value(
    "outside", "Side of the reference that the layer is placed beside", FrameAnchor.Side.self)

  static let object = ObjectFormat(
    .anchor, "A place at an edge or the centre of a reference",
    keys: [to.format, x.format, y.format, dx.format, dy.format, outside.format])
}
