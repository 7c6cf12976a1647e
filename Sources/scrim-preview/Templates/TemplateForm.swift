import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimProtocol
import ScrimTemplate

/// What the page shows of a template: a row of the data, with some inputs set to other values.
struct RowChoice: Sendable, Equatable {
  var row = 1
  /// Texts that are converted by the inputs' types, as `--set` does.
  var settings: [InputSetting] = []

  init() {}

  /// Reads what the page sends: `{"row": 3, "settings": {"name": "Ada"}}`.
  init?(_ json: JSON) {
    guard let row = json["row"]?.integer, row >= 1, let settings = json["settings"]?.object else {
      return nil
    }
    self.row = row
    for member in settings {
      guard let text = member.value.string else { return nil }
      self.settings.append(InputSetting(input: member.key, text: text))
    }
  }
}

/// A template as the page shows it: a field for each input, and the rows of the data.
struct TemplateForm: Sendable {
  private let inputs: TemplateInputs
  private let choice: RowChoice
  private let data: DataTable?
  /// Columns that no input takes.
  var unusedColumns: [String] = []

  /// - Parameters:
  ///   - document: A template.
  ///   - choice: What is shown of it.
  ///   - data: Its data.
  init(_ document: Node, _ choice: RowChoice, _ data: DataTable?) {
    // The worker reports the errors.
    var errors: [Diagnostic] = []
    inputs = TemplateInputs(document, errors: &errors)
    self.choice = choice
    self.data = data
  }

  var json: JSON {
    let cells = data?.cells(of: choice.row) ?? []
    let values = inputs.inputs.compactMap { name, schema -> JSON.Member? in
      guard data != nil else {
        return schema.examples.first.map { JSON.Member(name, $0.json) }
      }
      let column = schema.column ?? name
      return cells.last { $0.column == column }.flatMap { schema.shown($0.cell) }
        .map { JSON.Member(name, $0) }
    }
    let settings = choice.settings.map { JSON.Member($0.input, .string($0.text)) }
    return [
      "inputs": .array(inputs.inputs.map { $0.schema.field(named: $0.name) }),
      "values": .object(values), "settings": .object(settings), "row": .integer(choice.row),
      "rows": data.map { .integer($0.count) } ?? .null,
      "data": data.map { .string($0.file.path) } ?? .null,
      "unusedColumns": .array(unusedColumns.map(JSON.string)),
    ]
  }
}

extension InputSchema {
  /// The description of a field, as those of effects' parameters.
  fileprivate func field(named name: String) -> JSON {
    let required: [JSON.Member] = [
      JSON.Member("name", .string(name)), JSON.Member("help", .string(description ?? "")),
      JSON.Member("shape", shape), JSON.Member("required", .boolean(defaultValue == nil)),
      JSON.Member("examples", .array(examples.map(\.json))),
    ]
    let optional: [(String, JSON?)] = [
      ("minimum", minimum.map(JSON.number)), ("maximum", maximum.map(JSON.number)),
      ("default", defaultValue?.json),
    ]
    return .object(
      required + optional.compactMap { key, value in value.map { JSON.Member(key, $0) } })
  }

  private var shape: JSON {
    if let words = allowedValues?.map(\.json), words.allSatisfy({ $0.string != nil }) {
      return ["type": "choice", "choices": .array(words)]
    }
    switch kind {
    case .string: return ["type": "text"]
    case .source: return ["type": "string"]
    case .array:
      guard let item = items.first else { break }
      return ["type": "list", "of": item.shape]
    case .object:
      guard !properties.isEmpty else { break }
      let keys = properties.map { name, schema -> JSON in
        let isRequired = JSON.Member("required", .boolean(requiredProperties.contains(name)))
        let members = schema.field(named: name).object ?? []
        return .object(members.filter { $0.key != "required" } + [isRequired])
      }
      return ["type": "record", "keys": .array(keys)]
    default: return ["type": .string(kind.rawValue)]
    }
    return ["type": "json"]
  }

  /// A cell as a field shows it; `nil` if it is not given.
  fileprivate func shown(_ cell: TemplateInputs.Cell) -> JSON? {
    guard case .text(let text) = cell else {
      if case .value(let node) = cell { return JSON(node) }
      return nil
    }
    guard !text.isEmpty else { return nil }
    switch kind {
    case .number, .integer: return Double(text).map(JSON.number) ?? .string(text)
    case .boolean: return text == "true" ? true : text == "false" ? false : .string(text)
    case .array, .object: return (try? JSON(parsing: Array(text.utf8))) ?? .string(text)
    default: return .string(text)
    }
  }
}
