import ScrimJSON

/// A tool that a client can call.
enum Tool: String, CaseIterable {
  case listTemplates = "list_templates"
  case templateSchema = "template_schema"
  case jobSchema = "job_schema"
  case validate
  case measure
  case render

  /// What a model is told about all of them.
  static let instructions = """
    Scrim renders images from JSON jobs: a canvas and a stack of layers. Either fill in a template (list_templates, \
    template_schema) or write a job (job_schema lists the keys of each part). Errors have pointer, line, column and \
    what is allowed: correct them and validate again before rendering. measure gives the places of layers, lines and \
    words.
    """

  /// As in the result of `tools/list`.
  var declaration: JSON {
    [
      "name": .string(rawValue), "title": .string(title), "description": .string(description),
      "inputSchema": inputSchema,
      "annotations": [
        "readOnlyHint": .boolean(self != .render), "destructiveHint": .boolean(self == .render),
        "idempotentHint": true, "openWorldHint": false,
      ],
    ]
  }

  private var title: String {
    switch self {
    case .listTemplates: "List templates"
    case .templateSchema: "Schema of a template"
    case .jobSchema: "Schema of jobs"
    case .validate: "Validate"
    case .measure: "Measure"
    case .render: "Render"
    }
  }

  private var description: String {
    switch self {
    case .listTemplates: "Lists the templates with their inputs and variants."
    case .templateSchema: "JSON Schema of the values of a template's inputs."
    case .jobSchema:
      """
      JSON Schema (draft 2020-12) of jobs by parts. Without "part": the top level and the names of all parts, such as \
      layer, text, image, effect-blur. References #/$defs/NAME are parts.
      """
    case .validate:
      "Finds all errors of a job, or of a template with values, without rendering, and the warnings of a valid one."
    case .measure:
      """
      Places of layers, lines and words in px without rendering: frame, ink and extent are [x, y, width, height]; of \
      each text its size after fitting.
      """
    case .render:
      """
      Renders a job, or a template with values. The image is in the response, or with "file" in the folder for images.
      """
    }
  }

  /// The names of the arguments.
  var argumentNames: [String] {
    inputSchema["properties"]?.object?.map(\.key) ?? []
  }

  /// The JSON Schema of the arguments.
  var inputSchema: JSON {
    switch self {
    case .listTemplates: Self.object([])
    case .templateSchema: Self.object([Self.template], required: ["template"])
    case .jobSchema:
      Self.object([.init("part", ["type": "string", "description": "Such as layer or text."])])
    case .validate, .measure: Self.object(Self.subject)
    case .render: Self.object(Self.subject + Self.image)
    }
  }

  private static func object(_ properties: [JSON.Member], required: [JSON] = []) -> JSON {
    [
      "type": "object", "properties": .object(properties), "required": .array(required),
      "additionalProperties": false,
    ]
  }

  private static let template = JSON.Member(
    "template", ["type": "string", "description": "A template's name, as list_templates has it."])

  /// What is validated, measured or rendered.
  private static let subject = [
    JSON.Member(
      "job",
      [
        "type": ["object", "string"],
        "description": """
        The job, instead of "template": an object, or its JSON text, in which errors then have line and column.
        """,
      ]),
    template,
    JSON.Member(
      "inputs",
      [
        "type": "object",
        "description": "Values of the template's inputs; without it the examples of the template.",
      ]),
    JSON.Member(
      "variant",
      ["type": "string", "description": "One of the template's variants; \"render\" requires it."]),
  ]

  private static let image = [
    JSON.Member(
      "format",
      [
        "type": "string", "enum": ["png", "jpeg", "webp", "pdf", "svg"],
        "description": "Default: the job's own. Without \"file\" png, jpeg or webp.",
      ]),
    JSON.Member(
      "scale",
      [
        "type": "number", "minimum": 0.1, "maximum": 8,
        "description": "Output pixels per px; default: the job's own.",
      ]),
    JSON.Member(
      "file",
      [
        "type": "string",
        "description": """
        Writes the image under this name, without folders, instead of returning it; the extension decides the format.
        """,
      ]),
  ]
}
