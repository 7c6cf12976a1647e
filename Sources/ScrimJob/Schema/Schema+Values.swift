import ScrimJSON
import ScrimKit

/// The values with a syntax of their own.
///
/// Values that are cases of others have no description. For a key, an editor shows the first description that it
/// finds for the value, and it searches the cases before the key's own.
extension Schema {
  /// A CSS colour. Names are listed, so that editors offer them. CSS ignores case, so a word with capitals is
  /// accepted without a check.
  static var color: Schema {
    let message = JSON.string("Expected \(Color.syntax).")
    let number = "[-+.0-9eE]+[%a-zA-Z]*"
    let spaced = "\\( *\(number) +\(number) +\(number) *(/ *\(number) *)?\\)"
    let parted = "\\( *\(number) *(, *\(number) *){2,3}\\)"
    return [
      "type": "string",
      "examples": [
        "#ff8800", "#ff880080", "rgb(255 136 0 / 50%)", "hsl(32 100% 50%)", "gold", "transparent",
      ],
      "if": ["pattern": "^#"],
      "then": [
        "pattern": "^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$",
        "patternErrorMessage": message, "format": "color-hex",
      ],
      "else": [
        "anyOf": [
          ["enum": .array(Color.names.map(JSON.string)), "errorMessage": message],
          [
            "pattern": .string(
              "^([rR][gG][bB]|[hH][sS][lL])[aA]?(\(spaced)|\(parted))$"
                + "|^[A-Za-z]*[A-Z][A-Za-z]*$"),
            "patternErrorMessage": message,
          ],
        ]
      ],
    ]
  }

  /// A colour or a gradient.
  static var paint: Schema {
    [
      "type": ["string", "object"],
      "allOf": [
        ["if": ["type": "string"], "then": definition("color").json],
        ["if": ["type": "object"], "then": definition("gradient").json],
      ],
    ]
  }

  /// A gradient.
  static var gradient: Schema {
    Schema(Paint.gradientShape).merging([
      "oneOf": [["required": ["linear"]], ["required": ["radial"]], ["required": ["conic"]]],
      "examples": [
        ["linear": ["angle": 90, "stops": [["#ff0000", 0], ["#0000ff", 1]]]],
        [
          "radial": [
            "center": ["50%", "50%"], "radius": "50%", "stops": [["#ffffff", 0], ["#000000", 1]],
          ]
        ],
      ],
    ])
  }

  /// A number of px or a percentage.
  static var length: Schema {
    [
      "type": ["number", "string"],
      "pattern": .string(Percentage.any),
      "patternErrorMessage": "Expected a number of px or a percentage such as \"50%\".",
      "examples": [24, "50%"],
    ]
  }

  /// A reference to rectangles of a layer.
  static var reference: Schema {
    [
      "description": .string(
        "A rectangle of another layer: #id is its frame, #id/ink the ink bounds of its content, "
          + "#id/extent the bounds including effects, #id/line/0 and #id/lines lines of its text, "
          + "#id/match/WORDS every occurrence of these words, #id/concealed the text concealed by a paywall; "
          + "#canvas is the canvas."),
      "type": "string", "pattern": .string("^\(layerPart)$"),
      "patternErrorMessage": .string("Expected a reference: \(Reference.syntax)."),
      "not": ["pattern": "^#canvas/"],
      "errorMessage": "Expected a reference; the canvas has no parts: \"#canvas\".",
      "examples": ["#canvas", "#title", "#title/ink", "#title/line/0", "#title/match/WORDS"],
    ]
  }

  private static let layerPart =
    "#[A-Za-z][A-Za-z0-9_-]*(/(ink|extent|lines|concealed|line/[0-9]+|match/[\\s\\S]+))?"

  /// A point of a layer.
  static var referencePoint: Schema {
    let edges = ReferencePoint.Edge.allCases.map(\.rawValue).joined(separator: "|")
    return [
      "description": .string(
        "A point of what a reference names: \(ReferencePoint.syntax). Without, it is where a line to the centre meets "
          + "its sides."),
      "type": "string", "pattern": .string("^\(layerPart)(/(\(edges)))?$"),
      "patternErrorMessage": .string("Expected \(ReferencePoint.syntax)."),
      "not": ["pattern": .string("^#canvas/(?!(\(edges))$)")],
      "errorMessage": "Expected a point; the canvas has no parts: \"#canvas/right\".",
      "examples": ["#title/right", "#title/ink/top-left", "#canvas/center", "#title"],
    ]
  }
}
