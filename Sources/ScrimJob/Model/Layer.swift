package import ScrimJSON
package import ScrimKit
package import ScrimLayout

/// A layer: content, effects and placement.
///
/// Immutable, and a class because reading, layout and drawing hand layers on all the time: the properties of a
/// structure were copied some hundred times per job.
package final class Layer: Sendable {
  package enum Content: Sendable {
    case none
    case text(TextSpec)
    case image(ImageSpec)
    case fill(Paint)
    /// Children, bottom first; their coordinates and percentages relate to this layer's frame.
    case group([Layer])
    case plugin(ContentUse)
  }

  package let id: String?
  /// What it shows, for readers who cannot see it.
  package let alt: String?
  package let frame: FrameSpec
  /// Inset of the content from the frame, at least 0 per side.
  package let padding: Edges
  package let content: Content
  /// Clips to a rounded frame; a percentage refers to the frame's shorter side. `nil` if not given: texts and groups
  /// are clipped only if it is.
  package let cornerRadius: CornerRadii?
  /// Whether the rounded frame clips a text or a group, and not only what is behind and around it.
  package let clips: Bool
  /// Around the frame and inside it, the first on top.
  package let shadows: [BoxShadow]
  /// Behind the content, in the whole frame, the first on top.
  package let background: [BackgroundItem]
  /// `nil` if there is none, or if it has no width.
  package let border: BorderSpec?
  /// In order of application.
  package let effects: [EffectUse]
  /// 0…1.
  package let opacity: Double
  package let blend: BlendMode
  package let mask: MaskSpec?
  /// Degrees clockwise about the frame's centre.
  package let rotate: Double
  package let scale: LayerScale
  package let skew: LayerSkew
  /// How a group lays out its layers; `nil` if they have frames of their own.
  package let flex: FlexSpec?
  /// What the layer asks of the flex group that it is in.
  package let item: FlexItem
  /// If false, the layer is laid out and can be referred to, but is not drawn.
  package let isVisible: Bool
  /// If false, the layer and what is in it are drawn at fractions of pixels.
  package let isSnapped: Bool
  /// The path in the document: `layers[2]`.
  package let path: [PathElement]
  /// The styles that it has keys of.
  package let styles: [String]
  /// Where the values are written that it has from styles and defaults: the path that each would have in the layer, and
  /// its own.
  package let origins: [(path: [PathElement], written: [PathElement])]
  /// The readable parts of a text with errors: enough to check its fonts and characters.
  package let textDraft: TextSpec?

  init(
    id: String?, alt: String?, frame: FrameSpec, padding: Edges, content: Content,
    cornerRadius: CornerRadii?,
    clips: Bool, shadows: [BoxShadow], background: [BackgroundItem], border: BorderSpec?,
    effects: [EffectUse], opacity: Double, blend: BlendMode, mask: MaskSpec?,
    rotate: Double, scale: LayerScale, skew: LayerSkew, flex: FlexSpec?, item: FlexItem,
    isVisible: Bool, isSnapped: Bool, path: [PathElement], styles: [String],
    origins: [(path: [PathElement], written: [PathElement])], textDraft: TextSpec?
  ) {
    self.id = id
    self.alt = alt
    self.frame = frame
    self.padding = padding
    self.content = content
    self.cornerRadius = cornerRadius
    self.clips = clips
    self.shadows = shadows
    self.background = background
    self.border = border
    self.effects = effects
    self.opacity = opacity
    self.blend = blend
    self.mask = mask
    self.rotate = rotate
    self.scale = scale
    self.skew = skew
    self.flex = flex
    self.item = item
    self.isVisible = isVisible
    self.isSnapped = isSnapped
    self.path = path
    self.styles = styles
    self.origins = origins
    self.textDraft = textDraft
  }

  /// A copy with other effects, and with another content by a plugin, which keeps its name, where it has one.
  ///
  /// - Parameters:
  ///   - effects: In order of application.
  ///   - other: The content; `nil` keeps the layer's own.
  /// - Returns: The copy.
  package func with(_ effects: [EffectUse], content other: (any ScrimKit.Content)? = nil) -> Layer {
    var content = content
    if let other, case .plugin(let use) = content {
      content = .plugin(
        ContentUse(
          name: use.name, content: other, naturalSize: use.naturalSize,
          references: use.references, named: use.named, path: use.path))
    }
    return with(content: content, effects)
  }

  /// A copy with another content, and with other effects if some are given.
  package func with(content: Content, _ others: [EffectUse]? = nil) -> Layer {
    let effects = others ?? effects
    return Layer(
      id: id, alt: alt, frame: frame, padding: padding, content: content,
      cornerRadius: cornerRadius,
      clips: clips, shadows: shadows, background: background, border: border, effects: effects,
      opacity: opacity,
      blend: blend, mask: mask, rotate: rotate,
      scale: scale, skew: skew, flex: flex, item: item, isVisible: isVisible,
      isSnapped: isSnapped, path: path, styles: styles, origins: origins, textDraft: textDraft)
  }

  /// The layer as far as the layout needs to know it, without errors.
  package var box: LayoutBox {
    let sizing: LayoutBox.Sizing =
      switch content {
      case .text(let spec): .text(wraps: spec.wrap != .none, fills: spec.verticalAlign != .top)
      case .group: .group
      case .image: .image
      case .plugin(let use): use.naturalSize == nil ? .frame : .image
      case .none, .fill: .frame
      }
    var box = LayoutBox(
      id: id, frame: frame, padding: padding, sizing: sizing, flex: flex, item: item)
    box.transform = transform
    box.isVisible = isVisible
    box.clips = isCut
    box.hidesOverflow = sizing == .group && (isCut || mask != nil)
    box.sizeGroup = sizeGroup
    box.references = effects.reduce(into: []) { $0.formUnion($1.references) }
    if case .plugin(let use) = content { box.references.formUnion(use.references) }
    box.drawsByReferences = drawsByReferences
    return box
  }

  /// Whether what its content draws depends on other layers.
  package var drawsByReferences: Bool {
    if case .plugin(let use) = content { !use.references.isEmpty } else { false }
  }

  /// Whether its content is clipped to its frame, whatever it is.
  package var isCut: Bool { cornerRadius != nil && clips }

  package var hasOuterShadow: Bool { shadows.contains { !$0.inset } }

  /// Whether it draws anything between its outer shadows and its content.
  package var hasBackdrop: Bool { !background.isEmpty || shadows.contains(where: \.inset) }

  /// The texts that its text shares its size with.
  package var sizeGroup: String? {
    if case .text(let spec) = content { spec.sizeGroup } else { nil }
  }

  /// The layer and its descendants.
  package var withDescendants: [Layer] {
    guard case .group(let children) = content else { return [self] }
    return [self] + children.flatMap(\.withDescendants)
  }

  /// Skew, scale and rotation, in this order, to be applied about the frame's centre.
  package var transform: Transform {
    Transform(degrees: rotate, scale: (scale.x, scale.y), skew: (skew.x, skew.y), about: .zero)
  }

  /// Whether its transform changes anything; multiples of 360° do not.
  package var isTransformed: Bool { transform != .none }

  /// The name for messages: `#title`, or its path.
  package var displayName: String {
    id.map { "#\($0)" } ?? path.displayPath
  }
}

/// An effect with its parameters in a layer.
package struct EffectUse: Sendable {
  package let name: String
  package var effect: any Effect
  /// The references whose rectangles and finished images it may request.
  package let references: Set<Reference>
  package let layerImages: Set<Reference>
  package let named: [NamedReference]
  /// The path of its object in the document.
  package let path: [PathElement]
}

extension EffectUse {
  /// An effect in place of another one.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - use: What it replaces, whose name and references it has; `nil` if nothing.
  package init(_ effect: any Effect, as use: EffectUse?) {
    self.init(
      name: use?.name ?? "", effect: effect, references: use?.references ?? [],
      layerImages: use?.layerImages ?? [], named: use?.named ?? [], path: use?.path ?? [])
  }
}

extension EffectUse {
  /// An effect without references that the job does not name itself.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - name: Its name.
  ///   - path: What its errors are reported of.
  package init(_ effect: any Effect, named name: String, at path: [PathElement]) {
    self.init(
      name: name, effect: effect, references: [], layerImages: [], named: [], path: path)
  }
}

/// A content with its parameters in a layer.
package struct ContentUse: Sendable {
  /// Its name beside those of effects, a ``ContentName``.
  package let name: String
  package let content: any Content
  /// The size that it has by itself, px; `nil` if it takes what there is.
  package let naturalSize: Size?
  package let references: Set<Reference>
  package let named: [NamedReference]
  /// The path of its object in the document.
  package let path: [PathElement]

  /// Another content of the same kind, such as one that has read its file.
  package func with(_ content: any Content) -> ContentUse {
    ContentUse(
      name: name, content: content, naturalSize: content.naturalSize(), references: references,
      named: named, path: path)
  }
}

/// What runs code of a plugin in a layer, and what its errors are reported of.
package protocol PluginUse: Sendable {
  /// Among the names of effects and ``ContentName``.
  var name: String { get }
  /// The references whose rectangles it may request.
  var references: Set<Reference> { get }
  /// The references in its parameters, in document order, each with its path.
  var named: [NamedReference] { get }
  /// The path of its object in the document.
  var path: [PathElement] { get }
}

package typealias NamedReference = (reference: Reference, path: [PathElement])

extension EffectUse: PluginUse {}
extension ContentUse: PluginUse {}

/// Mask that limits the visible part of a layer.
package struct MaskSpec: Sendable, Hashable {
  package enum Shape: Sendable, Hashable {
    /// An image that fills the frame.
    case source(String)
    /// The image of another layer, at that layer's position.
    case layer(Reference)
    case fill(Paint)
  }

  package enum Mode: String, ParameterChoice {
    case alpha, luminance
  }

  package let shape: Shape
  package let mode: Mode
  package let isInverted: Bool

  package init(shape: Shape, mode: Mode = .alpha, isInverted: Bool = false) {
    self.shape = shape
    self.mode = mode
    self.isInverted = isInverted
  }
}

/// An image from a file.
package struct ImageSpec: Sendable, Hashable {
  /// The name as in the document.
  package let source: String
  package let fit: ObjectFit
  /// Position in the frame, like CSS `object-position`: a percentage refers to the remaining space.
  package let position: LengthPoint

  package init(source: String, fit: ObjectFit = .cover, position: LengthPoint = .center) {
    self.source = source
    self.fit = fit
    self.position = position
  }

  /// The rectangle of an image in a box.
  ///
  /// - Parameters:
  ///   - size: The image's own size, px; `nil` for an SVG without one.
  ///   - box: The box, px.
  /// - Returns: px; may be larger than the box.
  package func place(_ size: Size?, in box: Rect) -> Rect {
    fit.place(size, in: box, at: position)
  }
}

extension LegibilityFix {
  /// The name of the effect that it is; `nil` for a colour.
  package var effect: String? {
    switch self {
    case .shadow: "drop-shadow"
    case .panel: "story-highlight"
    case .color: nil
    }
  }
}
