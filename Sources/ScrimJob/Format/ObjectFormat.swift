package import ScrimKit

/// The objects of the format, each with its own keys.
package enum ObjectKind: String, Sendable, CaseIterable {
  case job, canvas, style, layer, frame, anchor, flex, text, textDefaults, image, border, shadow,
    mask,
    output, font, substitute

  /// An example, for the message about a value of another type.
  var example: String? {
    switch self {
    case .job: nil
    case .canvas: #"{"width": 1080, "height": 1920}"#
    case .style: #"{"text": {"size": 40}, "cornerRadius": 12}"#
    case .textDefaults: #"{"font": "Inter", "size": 24}"#
    case .shadow: ##"{"dy": 4, "sigma": 8, "color": "#0004"}"##
    case .layer: #"{"text": {"string": "Hello"}}"#
    case .frame: #"{"x": 90, "y": 120, "width": 900}"#
    case .anchor: ##"{"to": "#title", "outside": "bottom"}"##
    case .flex: #"{"direction": "column", "gap": 12}"#
    case .text: #"{"string": "Hello"}"#
    case .image: #"{"source": "photo.jpg"}"#
    case .border: #"{"width": 2, "color": "white"}"#
    case .mask: #"{"source": "mask.png"}"#
    case .output: #"{"file": "story.png"}"#
    case .font: #"{"source": "Inter.woff2", "family": "Brand"}"#
    case .substitute: #"{"source": "placeholder.png"}"#
    }
  }
}

/// The declaration of one object of the format, for its reader and for the schema.
package struct ObjectFormat: Sendable {
  package let kind: ObjectKind
  /// Summary in one line without a full stop.
  package let help: String
  /// In the usual order of writing.
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

  /// The format of every object; the text's is declared by `TextSpec`.
  package static let all: [ObjectFormat] = [
    JobFormat.object, CanvasFormat.object, StyleFormat.object, LayerFormat.object,
    FrameFormat.object, AnchorFormat.object, FlexFormat.object, TextFormat.object,
    TextFormat.defaults, ImageFormat.object, BorderFormat.object, ShadowFormat.object,
    MaskFormat.object,
    OutputFormat.object, FontFormat.object, SubstituteFormat.object,
  ]

  package subscript(key: String) -> KeyFormat? {
    keys.first { $0.name == key }
  }
}

/// One key of an object.
package struct KeyFormat: Sendable {
  /// The type of a key's value.
  package enum Shape: Sendable {
    /// A type that parameters of effects can have, too.
    case value(ParameterShape)
    /// A string of a certain form.
    case text(TextForm)
    case object(ObjectKind)
    /// A list of at least one object.
    case objects(ObjectKind)
    case objectOrObjects(ObjectKind)
    /// A list, which may be empty, of strings of a certain form or objects.
    case textsOrObjects(TextForm, ObjectKind)
    /// An object whose keys are names of objects.
    case named(ObjectKind)
    /// A chain of effects, which may be empty.
    case effects
    /// A content with its parameters.
    case content
  }

  package let name: String
  /// Summary in one line without a full stop.
  package let help: String
  package let shape: Shape
  package let unit: ParameterUnit
  /// The range of its numbers.
  package let range: ClosedRange<Double>?
  /// The default value; `nil` if there is none or it depends on other keys.
  package internal(set) var defaultValue: JSON?
  package let isRequired: Bool
  /// Values that a job may have.
  package private(set) var examples: [JSON] = []

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

  /// The key that `@Parameter` declares.
  init(_ declaration: ParameterDeclaration) {
    self.init(
      declaration.name, declaration.help, .value(declaration.shape), unit: declaration.unit,
      in: declaration.range, isRequired: declaration.defaultValue == nil)
    defaultValue = declaration.defaultValue == .null ? nil : declaration.defaultValue
    examples = declaration.examples
  }
}

/// The form of a string, for the schema; the reader has its own checks, with more specific messages.
package struct TextForm: Sendable, Hashable {
  /// A regular expression that every valid string matches.
  package let pattern: String
  /// A regular expression that no valid string matches.
  package let refused: String?
  /// Description for an editor's message: "an id: a letter, then …".
  package let words: String

  init(_ pattern: String, not refused: String? = nil, words: String) {
    self.pattern = pattern
    self.refused = refused
    self.words = words
  }
}

/// A constraint between the keys of an object.
package enum KeyRelation: Sendable {
  /// The key cannot be combined with any of the others; if `given` is not `nil`, only where that key is present.
  case excludes(String, others: [String], given: String? = nil)
  /// The key requires one of the others.
  case needs(String, oneOf: [String])
  /// One of the keys is required.
  case requires(oneOf: [String])
  /// At most one of the keys is allowed; `rule` is the message.
  case atMostOne([String], rule: String)
  /// Both keys or neither; `otherwise` describes the meaning of neither.
  case together(String, String, otherwise: String)
}
