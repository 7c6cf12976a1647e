package import ScrimJSON
package import ScrimKit
package import ScrimLayout

/// Content and the effects on it.
package struct Layer: Sendable {
  package enum Content: Sendable {
    case none
    case text(TextSpec)
    case image(ImageSpec)
    case fill(Paint)
    /// Children, bottom first; their coordinates and percentages relate to this layer's frame.
    case group([Layer])
  }

  package let id: String?
  package let frame: FrameSpec
  /// Inset of the content in its frame, px, 0 or more each.
  package let padding: Insets
  package let content: Content
  /// Clips to a rounded frame; a percentage is of the frame's shorter side. `nil` if not given:
  /// texts and groups are clipped only if it is.
  package let cornerRadius: CornerRadii?
  /// In order of application.
  package var effects: [EffectUse]
  /// 0…1.
  package let opacity: Double
  package let blend: BlendMode
  package let mask: MaskSpec?
  /// Degrees clockwise about the frame's centre.
  package let rotate: Double
  /// Otherwise it is laid out and can be referred to, but is not drawn.
  package let isVisible: Bool
  /// The way to it in the document: `layers[2]`.
  package let path: [PathElement]
  /// What could be read of a text that has errors: enough to look for its fonts and characters.
  package let textDraft: TextSpec?

  /// The layer and all layers in it.
  package var withDescendants: [Layer] {
    guard case .group(let children) = content else { return [self] }
    return [self] + children.flatMap(\.withDescendants)
  }

  /// How messages name it: `#title`, or its path.
  package var displayName: String {
    id.map { "#\($0)" } ?? path.displayPath
  }
}

/// An effect with its parameters, as a layer uses it.
package struct EffectUse: Sendable {
  package let name: String
  package var effect: any Effect
  /// The rectangles and the finished pictures that it may ask for.
  package let references: Set<Reference>
  package let layerImages: Set<Reference>
  /// The references that its parameters name, in the order of the document, with the way to each.
  package let named: [(reference: Reference, path: [PathElement])]
  /// The way to its object in the document.
  package let path: [PathElement]
}

/// Mask that limits the visible part of a layer.
package struct MaskSpec: Sendable, Hashable {
  package enum Shape: Sendable, Hashable {
    /// An image that fills the frame.
    case source(String)
    /// The picture of another layer, where that stands.
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

/// A picture from a file.
package struct ImageSpec: Sendable, Hashable {
  /// How it takes its frame: the words of CSS `object-fit`.
  package enum Fit: String, ParameterChoice {
    case cover, contain, fill, none
    case scaleDown = "scale-down"
  }

  /// The name as it was written.
  package let source: String
  package let fit: Fit
  /// Where it stands in its frame, as CSS `object-position`: a percentage is of what is left over.
  package let positionX: Length
  package let positionY: Length

  package init(
    source: String, fit: Fit = .cover, positionX: Length = .percent(50),
    positionY: Length = .percent(50)
  ) {
    self.source = source
    self.fit = fit
    self.positionX = positionX
    self.positionY = positionY
  }
}
