import ScrimKit

/// The keys of a frame.
enum FrameFormat {
  static let x = Key.position(
    "x", "Distance from the left edge of the canvas or group, or \"center\"; 0 if not given")
  static let right = Key.length("right", "Distance from the right edge", in: LengthRange.distance)
  static let y = Key.position(
    "y", "Distance from the top edge of the canvas or group, or \"center\"; 0 if not given")
  static let bottom = Key.length(
    "bottom", "Distance from the bottom edge", in: LengthRange.distance)
  static let width = Key.dimension(
    "width", "Width; extends to the far edge if not given")
  static let height = Key.dimension(
    "height", "Height; if not given, fits the text or extends to the far edge")
  static let minWidth = Key.dimension("minWidth", "Minimum width")
  static let maxWidth = Key.dimension("maxWidth", "Maximum width")
  static let minHeight = Key.dimension("minHeight", "Minimum height")
  static let maxHeight = Key.dimension("maxHeight", "Maximum height")
  static let aspectRatio = Key.number(
    "aspectRatio", "Width divided by height, for a side that is not given", in: 0.001...1000)
  static let below = reference("below", "Reference that the layer is placed below; replaces y")
  static let above = reference("above", "Reference that the layer is placed above; replaces y")
  static let rightOf = reference(
    "rightOf", "Reference that the layer is placed to the right of; replaces x")
  static let leftOf = reference(
    "leftOf", "Reference that the layer is placed to the left of; replaces x")
  static let anchor = Key<Place>.place(
    KeyFormat("anchor", "Place at an edge or the centre of a reference", .object(.anchor)))
  static let gap = Key.number(
    "gap", "Distance from the reference of below, above, rightOf or leftOf", unit: .pixels,
    in: LengthRange.distance
  ).defaulting(to: 0)
  static let of = reference(
    "of", "Reference whose rectangle the layer takes; only inset can be combined with it")
  static let inset = Key.insets(
    "inset", "Moves each edge inwards from the reference; negative values enlarge",
    in: LengthRange.distance
  ).defaulting(to: Insets(0))

  /// All keys that make a frame without `of`.
  private static let box = [
    x.format, right.format, y.format, bottom.format, width.format, height.format,
    minWidth.format, maxWidth.format, minHeight.format, maxHeight.format, aspectRatio.format,
    below.format, above.format, rightOf.format, leftOf.format, anchor.format, gap.format,
  ]
  /// The keys that give a frame a position.
  static let positions = [
    x.name, right.name, y.name, bottom.name, below.name, above.name, rightOf.name, leftOf.name,
  ]

  static let object = ObjectFormat(
    .frame, "Layer position and size: by distances, next to a reference, or around one",
    keys: box + [of.format, inset.format],
    relations: box.map { .excludes($0.name, others: [of.name]) } + [
      .needs(inset.name, oneOf: [of.name]),
      .needs(gap.name, oneOf: [below.name, above.name, rightOf.name, leftOf.name]),
      .excludes(above.name, others: [below.name]),
      .excludes(leftOf.name, others: [rightOf.name]),
      .excludes(anchor.name, others: positions),
      .excludes(x.name, others: [rightOf.name, leftOf.name]),
      .excludes(y.name, others: [below.name, above.name]),
      .excludes(bottom.name, others: [below.name, above.name]),
      .excludes(right.name, others: [rightOf.name, leftOf.name]),
      .excludes(right.name, others: [x.name], given: width.name),
      .excludes(bottom.name, others: [y.name], given: height.name),
    ])

  private static func reference(_ name: String, _ help: String) -> Key<Place> {
    Key.place(KeyFormat(name, help, .value(.reference)))
  }
}

/// The keys of a mask.
enum MaskFormat {
  static let source = Key.text(
    "source", "An image that fills the frame", FileName.sourceForm)
  static let of = Key.place(
    KeyFormat("of", "A layer used as the mask, at its own position", .text(wholeLayer)))
  static let fill = Key.value("fill", "A colour or a gradient over the frame", Paint.self)
  private static let wholeLayer = TextForm(
    "^#[A-Za-z][A-Za-z0-9_-]*$", not: "^#canvas$",
    words: "a reference to a whole layer, such as \"#letters\"")
  static let mode = Key.value(
    "mode", "Mask channel: alpha or luminance", MaskSpec.Mode.self
  ).defaulting(to: .alpha)
  static let invert = Key.value(
    "invert", "Inverts the mask", Bool.self
  ).defaulting(to: false)

  static let object = ObjectFormat(
    .mask, "Mask that limits the visible part of a layer",
    keys: [source.format, of.format, fill.format, mode.format, invert.format],
    relations: [
      .excludes(of.name, others: [source.name]),
      .excludes(fill.name, others: [source.name, of.name]),
      .requires(oneOf: [source.name, of.name, fill.name]),
    ])
}
