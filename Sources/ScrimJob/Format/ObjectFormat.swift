package import ScrimKit

/// The objects of the format, each with its own keys.
package enum ObjectKind: String, Sendable, CaseIterable {
  case job, canvas, layer, frame, text, image, mask, output

  /// What one looks like, for those who gave something else.
  var example: String? {
    switch self {
    case .job: nil
    case .canvas: #"{"width": 1080, "height": 1920}"#
    case .layer: #"{"text": {"string": "Hello"}}"#
    case .frame: #"{"x": 90, "y": 120, "width": 900}"#
    case .text: #"{"string": "Hello"}"#
    case .image: #"{"source": "photo.jpg"}"#
    case .mask: #"{"source": "mask.png"}"#
    case .output: #"{"file": "story.png"}"#
    }
  }
}

/// What one object of the format may hold: what its reader accepts and what the schema describes.
package struct ObjectFormat: Sendable {
  package let kind: ObjectKind
  /// What it is, in one line without a full stop.
  package let help: String
  /// In the order in which people write them.
  package let keys: [KeyFormat]
  package let relations: [KeyRelation]

  init(
    _ kind: ObjectKind, _ help: String, keys: [KeyFormat], relations: [KeyRelation] = []
  ) {
    self.kind = kind
    self.help = help
    self.keys = keys
    self.relations = relations
  }

  /// The format of every object; the text's is declared by `TextSpec` itself.
  package static let all: [ObjectFormat] = [
    JobFormat.object, CanvasFormat.object, LayerFormat.object, FrameFormat.object,
    TextFormat.object, ImageFormat.object, MaskFormat.object, OutputFormat.object,
  ]

  package subscript(key: String) -> KeyFormat? {
    keys.first { $0.name == key }
  }
}

/// One key of an object.
package struct KeyFormat: Sendable {
  /// What stands under a key.
  package enum Shape: Sendable {
    /// What an effect's parameter could be too.
    case value(ParameterShape)
    /// A text of a certain form.
    case text(TextForm)
    case object(ObjectKind)
    /// A list of at least one.
    case objects(ObjectKind)
    case objectOrObjects(ObjectKind)
    /// A chain, which may be empty.
    case effects
  }

  package let name: String
  /// What it is for, in one line without a full stop.
  package let help: String
  package let shape: Shape
  package let unit: ParameterUnit
  /// What its numbers may be.
  package let range: ClosedRange<Double>?
  /// What it is when the job does not say; `nil` where that depends on something else or is
  /// nothing at all.
  package internal(set) var defaultValue: JSON?
  package let isRequired: Bool

  init(
    _ name: String, _ help: String, _ shape: Shape, unit: ParameterUnit = .none,
    in range: ClosedRange<Double>? = nil, isRequired: Bool = false
  ) {
    self.name = name
    self.help = help
    self.shape = shape
    self.unit = unit
    self.range = range
    self.isRequired = isRequired
  }

  /// What `@Parameter` declares.
  init(_ declaration: ParameterDeclaration) {
    self.init(
      declaration.name, declaration.help, .value(declaration.shape), unit: declaration.unit,
      in: declaration.range, isRequired: declaration.defaultValue == nil)
    defaultValue = declaration.defaultValue == .null ? nil : declaration.defaultValue
  }
}

/// The form of a text, for the schema; the reader has its own checks, which say more.
package struct TextForm: Sendable, Hashable {
  /// A regular expression that every such text matches.
  package let pattern: String
  /// A regular expression that none matches.
  package let refused: String?
  /// Such a text in words, for an editor's message: "an id: a letter, then …".
  package let words: String

  init(_ pattern: String, not refused: String? = nil, words: String) {
    self.pattern = pattern
    self.refused = refused
    self.words = words
  }
}
