import ScrimKit

/// The keys of a layer.
enum LayerFormat {
  static let id = Key.text(
    "id", "A name by which other layers refer to this one",
    TextForm(
      "^[A-Za-z][A-Za-z0-9_-]*$", not: "^canvas$",
      words: "an id: a letter A–Z or a–z, then letters, digits, _ and -, and not \"canvas\""))
  static let frame = Key.place(
    KeyFormat(
      "frame", "Where the layer stands; the canvas if not given, a text as high as it is",
      .object(.frame)))
  static let padding = Key.insets(
    "padding", "Insets the content in its frame", in: LengthRange.size
  ).defaulting(to: Insets(0))
  static let text = Key.place(KeyFormat("text", "The content: a text", .object(.text)))
  static let image = Key.place(KeyFormat("image", "The content: a picture", .object(.image)))
  static let fill = Key.value("fill", "The content: a colour or a gradient", Paint.self)
  static let layers = Key.place(
    KeyFormat(
      "layers", "The content: layers, bottom first, whose places relate to this layer's frame",
      .objects(.layer)))
  static let cornerRadius = Key.cornerRadii(
    "cornerRadius", "Clips to a rounded frame; texts and groups are not clipped without it",
    in: LengthRange.size)
  static let effects = Key.place(
    KeyFormat("effects", "Effects in order; each changes the layer's picture so far", .effects))
  static let opacity = Key.number(
    "opacity", "Opacity of the whole layer", in: 0...1
  ).defaulting(to: 1)
  static let blend = Key.value(
    "blend", "How the layer is mixed with what is below it; CSS mix-blend-mode", BlendMode.self
  ).defaulting(to: .normal)
  static let mask = Key.place(KeyFormat("mask", "What shows of the layer", .object(.mask)))
  static let rotate = Key.number(
    "rotate", "Turns the layer clockwise about its frame's centre", unit: .degrees,
    in: -36_000...36_000
  ).defaulting(to: 0)
  static let visible = Key.value(
    "visible", "Whether the layer is drawn; otherwise it can only be referred to", Bool.self
  ).defaulting(to: true)

  /// The keys of which a layer has at most one.
  static let contents = [text.name, image.name, fill.name, layers.name]

  static let object = ObjectFormat(
    .layer, "Content and a chain of effects on it",
    keys: [
      id.format, frame.format, padding.format, text.format, image.format, fill.format,
      layers.format, cornerRadius.format, effects.format, opacity.format, blend.format,
      mask.format, rotate.format, visible.format,
    ],
    relations: [.atMostOne(contents, rule: "a layer has one content")])
}

/// The keys of an image.
enum ImageFormat {
  static let source = Key.text(
    "source", "The file: below the job's assets, or an absolute path below an allowed root",
    FileName.sourceForm, isRequired: true)
  static let fit = Key.value(
    "fit", "How the picture takes its frame; CSS object-fit", ImageSpec.Fit.self
  ).defaulting(to: .cover)
  static let position = Key.point(
    "position", "Where the picture stands in its frame; a percentage is of what is left over",
    in: LengthRange.distance
  ).defaulting(to: .center)

  static let object = ObjectFormat(
    .image, "A picture from a file: JPEG, PNG or WebP",
    keys: [source.format, fit.format, position.format])
}

/// The keys of a text, which declares them itself.
enum TextFormat {
  static let object = ObjectFormat(
    .text, "What a text says and how it is set",
    keys: TextSpec.declarations.map(KeyFormat.init),
    relations: [
      .requires(oneOf: ["string", "markup"]), .excludes("markup", others: ["string"]),
    ])
}

extension TextSpec {
  fileprivate static var declarations: [ParameterDeclaration] {
    guard case .record(let declarations) = shape else { return [] }
    return declarations
  }
}
