import ScrimKit

/// The keys of a layer.
enum LayerFormat {
  static let id = Key.text(
    "id", "Name for references from other layers",
    TextForm(
      "^[A-Za-z][A-Za-z0-9_-]*$", not: "^canvas$",
      words: "an id: a letter A–Z or a–z, then letters, digits, _ and -, and not \"canvas\""))
  static let alt = AltFormat.key("What the layer shows, for readers who cannot see it")
  static let use = Key.place(
    KeyFormat(
      "use",
      "Style, or a list of them, later ones first, whose keys the layer has where it has none of its own",
      .value(.union([.string, .list(of: .string, count: 1...StyleFormat.mostUsed)]))))
  static let frame = Key.place(
    KeyFormat(
      "frame", "Layer frame; defaults to the canvas (height fits text)",
      .object(.frame)))
  static let padding = Key.edges("padding", "Inset of the content in its frame; 0 if not given")
  static let text = Key.place(KeyFormat("text", "Text content", .object(.text)))
  static let image = Key.place(KeyFormat("image", "Image content", .object(.image)))
  static let fill = Key.value("fill", "Fill content: a colour or a gradient", Paint.self)
  static let layers = Key.place(
    KeyFormat(
      "layers", "Group content: layers, bottom first, positioned relative to this layer's frame",
      .objects(.layer)))
  static let content = Key.place(
    KeyFormat("content", "Content by a plugin: its kind, and its parameters", .content))
  static let textDefaults = Key.place(
    KeyFormat(
      "textDefaults", "What texts in a group have unless they say otherwise",
      .object(.textDefaults)))
  static let background = Key.value(
    "background",
    "Colour, gradient or image behind the content, in the whole frame, or a list, the first on top",
    OneOrMore<BackgroundItem>.self)
  static let shadow = Key<OneOrMore<BoxShadow>>(
    format: KeyFormat(
      "shadow", "Shadow of the frame, or a list, the first on top; CSS box-shadow",
      .objectOrObjects(.shadow))
  ) { $0.value(OneOrMore<BoxShadow>.self) }
  static let cornerRadius = Key.cornerRadii(
    "cornerRadius",
    "Clips the layer to a rounded frame; without it, text and groups are not clipped",
    in: LengthRange.size)
  static let cornerShape = Key.value(
    "cornerShape", "Shape of the corners; CSS corner-shape", CornerShape.self
  ).defaulting(to: .round)
  static let clip = Key.value(
    "clip", "Whether cornerRadius clips a text or a group, too, not only what is around it",
    Bool.self
  ).defaulting(to: true)
  static let border = Key.place(
    KeyFormat("border", "Border inside the frame, over the content", .object(.border)))
  /// Whether a layer costs far more than a fill or a group.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - isShape: Whether a content of this name is drawn as fast as a fill.
  /// - Returns: Whether it counts among the few that a job may have.
  static func isCostly(_ layer: Place, isShape: (String) -> Bool) -> Bool {
    if [text, image, effects].contains(where: { layer.at($0.name) != nil }) { return true }
    if let content = layer.at(content.name) {
      guard let kind = content.at(ContentFormat.kind)?.node.string, isShape(kind) else {
        return true
      }
    }
    guard layer.at(shadow.name) == nil else { return true }
    let backgrounds = layer.at(background.name).map { $0.items ?? [$0] } ?? []
    return backgrounds.contains { $0.at(ImageFormat.source.name) != nil }
  }
  static let effects = Key.place(
    KeyFormat(
      "effects", "Effects in order, each applied to the result of the previous one", .effects))
  static let opacity = Key.number(
    "opacity", "Layer opacity", in: 0...1
  ).defaulting(to: 1)
  static let blend = Key.value(
    "blend", "Blend mode with the layers below; CSS mix-blend-mode", BlendMode.self
  ).defaulting(to: .normal)
  static let mask = Key.place(KeyFormat("mask", "Mask of the layer", .object(.mask)))
  static let rotate = Key.number(
    "rotate", "Clockwise rotation about the centre of the frame", unit: .degrees,
    in: -36_000...36_000
  ).defaulting(to: 0)
  static let scale = Key.pair(
    "scale", "Size about the centre of the frame, or [across, down]; -1 mirrors", LayerScale.self,
    in: -10...10
  ).defaulting(to: LayerScale())
  static let skew = Key.pair(
    "skew", "Skew along x about the centre of the frame, or [along x, along y]", LayerSkew.self,
    unit: .degrees, in: -80...80
  ).defaulting(to: LayerSkew())
  static let flex = Key<Place>.place(
    KeyFormat("flex", "Lays out the layers in this group as CSS flexbox does", .object(.flex)))
  static let visible = Key.value(
    "visible", "Whether the layer is drawn; an invisible layer can only be referenced", Bool.self
  ).defaulting(to: true)
  static let snap = Key.value(
    "snap", "Whether the layer and those in it are drawn on whole pixels", Bool.self
  ).defaulting(to: true)

  /// The keys of which a layer has at most one.
  static let contents = [text.name, image.name, fill.name, layers.name, content.name]

  static let object = ObjectFormat(
    .layer, "Content and the effects applied to it",
    keys: [
      id.format, use.format, frame.format, padding.format, text.format, image.format,
      fill.format,
      layers.format, content.format, textDefaults.format, background.format, shadow.format,
      cornerRadius.format,
      cornerShape.format,
      clip.format, border.format,
      effects.format, opacity.format,
      blend.format,
      mask.format, rotate.format, scale.format, skew.format, visible.format, snap.format,
      alt.format,
      flex.format, FlexFormat.grow.format, FlexFormat.shrink.format, FlexFormat.basis.format,
      FlexFormat.alignSelf.format, FlexFormat.margin.format, FlexFormat.display.format,
    ],
    relations: [
      .atMostOne(contents, rule: "a layer has only one content"),
      .needs(flex.name, oneOf: [layers.name]),
      .needs(textDefaults.name, oneOf: [layers.name]),
      .needs(clip.name, oneOf: [cornerRadius.name]),
      .needs(cornerShape.name, oneOf: [cornerRadius.name]),
    ])
}

/// The keys of a style: those of a layer that several may share.
enum StyleFormat {
  /// The keys of a layer that no style has.
  static let refused: Set = [
    LayerFormat.id.name, LayerFormat.alt.name, LayerFormat.frame.name, LayerFormat.image.name,
    LayerFormat.fill.name,
    LayerFormat.layers.name, LayerFormat.content.name,
  ]
  /// The keys of a text that neither a style nor defaults have.
  static let refusedInText: Set = ["string", "markup", "ruby"]
  /// How many styles a layer or a style may name.
  static let mostUsed = 8

  static let object = ObjectFormat(
    .style, "Keys that layers share",
    keys: LayerFormat.object.keys.filter { !refused.contains($0.name) }.map { key in
      key.name == LayerFormat.text.name
        ? KeyFormat(key.name, "What texts of its layers have", .object(.textDefaults)) : key
    })
}

/// The keys of a shadow, as declared by `BoxShadow`.
enum ShadowFormat {
  static let object = ObjectFormat(
    .shadow, "A shadow of a layer's frame", keys: BoxShadow.declarations.map(KeyFormat.init))
}

/// The keys of an image.
enum ImageFormat {
  static let source = Key.text(
    "source", "Path relative to the job's assets, or absolute below an asset root",
    FileName.sourceForm, isRequired: true)
  static let fit = Key.value(
    "fit", "How the image fits its frame; CSS object-fit", ObjectFit.self
  ).defaulting(to: .cover)
  static let position = Key.point(
    "position", "Image position in its frame; percentages are of the free space",
    in: LengthRange.distance
  ).defaulting(to: .center)

  static let filter = Key.value(
    "filter",
    "Functions that change the layer's colours, in order, before its effects; CSS filter",
    [ColorFunction].self)

  /// The parameter of the effect that applies filters.
  static let filterParameter = "functions"

  static let object = ObjectFormat(
    .image, "An image from a file: JPEG, PNG, WebP or SVG",
    keys: [source.format, fit.format, position.format, filter.format])
}

/// The keys of a border, as declared by `BorderSpec`.
enum BorderFormat {
  static let object = ObjectFormat(
    .border, "A border inside a layer's frame", keys: BorderSpec.declarations.map(KeyFormat.init))
}

/// The keys of a text, as declared by `TextSpec`.
enum TextFormat {
  static let defaults = ObjectFormat(
    .textDefaults, "Keys that texts share",
    keys: object.keys.filter { !StyleFormat.refusedInText.contains($0.name) })

  static let object = ObjectFormat(
    .text, "Text and its typographic settings",
    keys: TextSpec.declarations.map(KeyFormat.init),
    relations: [
      .requires(oneOf: ["string", "markup"]), .excludes("markup", others: ["string"]),
    ])
}

extension ParameterRecord {
  fileprivate static var declarations: [ParameterDeclaration] {
    guard case .record(let declarations) = shape else { return [] }
    return declarations
  }
}

/// The keys that every content has beside its parameters.
enum ContentFormat {
  static let kind = "kind"
}

/// The keys that every effect has beside its parameters.
enum EffectFormat {
  static let enabled = Key.value(
    "enabled", "Whether the effect is applied; its parameters are checked in either case", Bool.self
  ).defaulting(to: true)
}
