import ScrimJSON

/// What templates have besides the values of jobs: inputs, variants and operators.
extension TemplateSchema {
  private static let annotation = "^(//|\\$schema$)"

  static var inputs: JSON {
    [
      "description":
        "What the template is filled in with, by name: letters, digits and _, no digit first. Required; {} for none.",
      "type": "object", "patternProperties": .object([JSON.Member(annotation, true)]),
      "propertyNames": [
        "anyOf": [
          ["pattern": .string(annotation)],
          [
            "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
            "not": ["enum": .array(TemplateInputs.reservedNames.map(JSON.string))],
          ],
        ]
      ],
      "additionalProperties": definition("input"),
    ]
  }

  static var variants: JSON {
    [
      "description":
        "The template is rendered once per variant: its name, and values of inputs that replace their defaults.",
      "type": "array", "minItems": 1, "maxItems": 100,
      "items": [
        "type": "object",
        "properties": [
          "variant": [
            "description": "Name of the variant, which is part of its file's name. Required.",
            "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$",
            "patternErrorMessage": "Expected 1…64 letters (a–z, A–Z), digits, - and _.",
          ]
        ],
        "required": ["variant"],
      ],
      "examples": [
        [
          ["variant": "story", "width": 1080, "height": 1920],
          ["variant": "og", "width": 1200, "height": 630],
        ]
      ],
    ]
  }

  static var ownDefinitions: [JSON.Member] {
    [
      JSON.Member("input", input),
      JSON.Member(
        "interpolation",
        [
          "description": "Text with expressions: ${…}.", "type": "string",
          "pattern": "\\$\\{",
        ]),
      JSON.Member("operation", operation),
      JSON.Member("made", ["anyOf": [definition("interpolation"), definition("operation")]]),
      JSON.Member(
        "unescaped",
        [
          "type": "object",
          "properties": [
            "$markup": [
              "description":
                "A value that is used as it is, without escaping: only for text that is trusted."
            ]
          ],
          "required": ["$markup"],
        ]),
    ]
  }

  /// An object with an operator, or with an expression in a key.
  private static var operation: JSON {
    let operators = Operator.allCases
    let properties = operators.map {
      JSON.Member($0.rawValue, ["description": .string($0.help)])
    }
    return [
      "type": "object", "properties": .object(properties),
      "anyOf": .array(
        operators.map { ["required": [.string($0.rawValue)]] } + [
          ["not": ["propertyNames": ["not": ["pattern": "\\$\\{"]]]]
        ]),
    ]
  }

  /// A declaration of an input.
  private static var input: JSON {
    let kinds = InputSchema.Kind.allCases
    let properties: JSON = [
      "type": [
        "description": "Type of the value. Required.",
        "enum": .array(kinds.map { .string($0.rawValue) }),
        "enumDescriptions": .array(kinds.map { .string($0.help) }),
      ],
      "default": ["description": "Value if none is given. Without it the input is required."],
      "enum": ["description": "The values that are allowed.", "type": "array"],
      "minimum": ["description": "Smallest number that is allowed.", "type": "number"],
      "maximum": ["description": "Largest number that is allowed.", "type": "number"],
      "minLength": [
        "description": "Fewest code points of a string.", "type": "integer", "minimum": 0,
      ],
      "maxLength": [
        "description": "Most code points of a string.", "type": "integer", "minimum": 0,
      ],
      "items": .object(
        [JSON.Member("description", "What each item of an array must be.")]
          + (definition("input").object ?? [])),
      "minItems": ["description": "Fewest items of an array.", "type": "integer", "minimum": 0],
      "maxItems": ["description": "Most items of an array.", "type": "integer", "minimum": 0],
      "properties": [
        "description": "What the properties of an object must be, by name.", "type": "object",
        "additionalProperties": definition("input"),
      ],
      "required": [
        "description": "The properties that an object must have.", "type": "array",
        "items": ["type": "string"],
      ],
      "description": ["description": "What the input is for.", "type": "string"],
      "examples": ["description": "Samples, shown in the preview.", "type": "array"],
      "column": [
        "description": "Column of the data, if it is not named like the input.", "type": "string",
      ],
    ]
    let defaults: [JSON] = kinds.map { kind in
      [
        "if": [
          "properties": ["type": ["const": .string(kind.rawValue)]], "required": ["type"],
        ],
        "then": ["properties": ["default": ["type": .string(kind.jsonType)]]],
      ]
    }
    return [
      "description": "An input: its type and what is allowed.", "type": "object",
      "properties": properties, "required": ["type"],
      "patternProperties": .object([JSON.Member(annotation, true)]),
      "additionalProperties": false, "allOf": .array(defaults),
      "examples": [["type": "string", "maxLength": 80], ["type": "number", "default": 0]],
    ]
  }
}

extension InputSchema.Kind {
  fileprivate var help: String {
    switch self {
    case .string: "Text"
    case .number: "A number"
    case .integer: "A whole number"
    case .boolean: "true or false"
    case .array: "A list; in CSV written as JSON"
    case .object: "An object; in CSV written as JSON"
    case .color: "A CSS colour"
    case .source: "The name of an image file"
    }
  }

  fileprivate var jsonType: String {
    switch self {
    case .color, .source: "string"
    default: rawValue
    }
  }
}

extension Operator {
  fileprivate var help: String {
    switch self {
    case .eval: "The value of an expression: {\"$eval\": \"price * 2\"}."
    case .flatten: "An array with the items of its arrays, one level."
    case .flattenDeep: "An array with the items of its arrays, all levels."
    case .fromNow: "An error in a template: jobs read no clock."
    case .if:
      "The value of \"then\" if the expression is true, otherwise that of \"else\" or nothing."
    case .json: "The value as JSON text."
    case .let: "Names for the expressions in \"in\"."
    case .map: "The value of \"each(item,index)\" for each item."
    case .reduce: "One value from an array, with \"each(result,item)\" and \"initial\"."
    case .find: "The first item for which the expression in \"each(item)\" is true."
    case .match: "The values of all true expressions, by expression."
    case .switch: "The value of the only true expression, otherwise that of \"$default\"."
    case .merge: "One object from an array of objects."
    case .mergeDeep:
      "One object from an array of objects, objects and arrays in them merged as well."
    case .reverse: "An array in reverse order."
    case .sort: "An array in order, by an expression: \"by(item)\"."
    }
  }
}
