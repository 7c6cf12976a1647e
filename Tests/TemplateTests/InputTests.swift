import ScrimJSON
import ScrimTemplate
import Testing

/// Declarations of inputs, and rows converted by them.
@Suite struct InputTests {
  private func inputs(_ declarations: String) throws -> (
    inputs: TemplateInputs, errors: [Diagnostic]
  ) {
    var errors: [Diagnostic] = []
    let document = try Node.parse("{\"inputs\": \(declarations)}".utf8)
    return (TemplateInputs(document, errors: &errors), errors)
  }

  private func row(
    _ declarations: String, _ cells: [(column: String, cell: TemplateInputs.Cell)]
  ) throws -> (context: JSON, errors: [TemplateInputs.RowError]) {
    var errors: [TemplateInputs.RowError] = []
    let context = try inputs(declarations).inputs.context(
      cells, row: 17, job: "card", errors: &errors)
    return (Value.object(context).json, errors)
  }

  @Test func aDocumentWithInputsIsATemplate() throws {
    #expect(TemplateInputs.isTemplate(try Node.parse(#"{"inputs": {}}"#.utf8)))
    #expect(!TemplateInputs.isTemplate(try Node.parse(#"{"layers": []}"#.utf8)))
  }

  @Test(arguments: [
    (
      #"{"a": {}}"#, "inputs.a",
      "\"type\" is required: string, number, integer, boolean, array, object, color, source."
    ),
    (
      #"{"a": {"type": "colour"}}"#, "inputs.a.type",
      #"unknown type "colour". Did you mean "color"?"#
    ),
    (
      #"{"a": {"type": "string", "maxlength": 1}}"#, "inputs.a.maxlength",
      #"unknown key "maxlength". Did you mean "maxLength"?"#
    ),
    (
      #"{"a": {"type": "string", "maxLength": 1.5}}"#, "inputs.a.maxLength",
      "expected a whole number from 0, found a number."
    ),
    (
      #"{"a": {"type": "array", "maxItems": -1}}"#, "inputs.a.maxItems",
      "expected a whole number from 0, found a number."
    ),
    (
      #"{"a": {"type": "array", "minItems": 1, "default": []}}"#, "inputs.a.default",
      "the array has 0 items, fewer than 1."
    ),
    (
      #"{"a": {"type": "number", "minimum": 1, "default": 0}}"#, "inputs.a.default",
      "0 is less than 1."
    ),
    (
      #"{"a": {"type": "array", "items": {"type": "text"}}}"#, "inputs.a.items.type",
      #"unknown type "text". Allowed are string, number, integer, boolean, array, object, color, source."#
    ),
    (#"{"row": {"type": "string"}}"#, "inputs.row", #"the name "row" is reserved."#),
    (#"{"len": {"type": "string"}}"#, "inputs.len", #"the name "len" is reserved."#),
    (
      #"{"a b": {"type": "string"}}"#, #"inputs["a b"]"#,
      #""a b" is not a name: letters, digits and _, no digit first."#
    ), (#"[]"#, "inputs", "expected an object, found an array."),
  ])
  func wrongDeclarations(declarations: String, path: String, message: String) throws {
    let errors = try inputs(declarations).errors
    #expect(errors.map(\.displayPath) == [path])
    #expect(errors.map(\.message) == [message])
    #expect(errors.first?.position != nil)
  }

  @Test func textIsConvertedByType() throws {
    let (context, errors) = try row(
      #"{"s": {"type": "string"}, "n": {"type": "number", "column": "Price"}, "b": {"type": "boolean"}, "l": {"type": "array"}, "o": {"type": "object"}, "c": {"type": "color", "default": "white"}, "f": {"type": "source"}, "i": {"type": "integer"}}"#,
      [
        ("s", .text("007")), ("Price", .text("1.50")), ("b", .text("true")),
        ("l", .text("[1, \"x\"]")),
        ("o", .text(#"{"k": null}"#)), ("c", .text("")), ("f", .text("a.png")), ("i", .text("1")),
        ("i", .text("2")),
      ])
    #expect(errors.isEmpty)
    #expect(
      context.text()
        == #"{"s":"007","n":1.5,"b":true,"l":[1,"x"],"o":{"k":null},"c":"white","f":"a.png","i":2,"row":17,"job":"card","variant":null}"#
    )
  }

  @Test(arguments: [
    (#"{"type": "number"}"#, "big", #""big" is not a number."#),
    (#"{"type": "integer"}"#, "1.5", "1.5 is not a whole number."),
    (
      #"{"type": "boolean"}"#, "yes",
      #""yes" is not a boolean: expected true or false, in any case."#
    ),
    (
      #"{"type": "number"}"#, "1,234.50",
      #""1,234.50" is not a number: expected digits with a decimal point, such as -1234.5, without "#
        + "thousands separators, percent signs or units."
    ),
    (
      #"{"type": "integer"}"#, "50%",
      #""50%" is not a whole number: expected digits with a decimal point, such as -1234.5, without "#
        + "thousands separators, percent signs or units."
    ),
    (
      #"{"type": "number"}"#, "9007199254740993",
      "9007199254740993 is beyond 2⁵³, up to which whole numbers are exact."
    ), (#"{"type": "array"}"#, "{}", "an object is not an array."),
    (
      #"{"type": "array", "items": {"type": "number"}}"#, #"[1, "a"]"#,
      #"item 1: "a" is not a number."#
    ),
    (
      #"{"type": "array", "maxItems": 2}"#, "[1, 2, 3]", "the array has 3 items, more than 2."
    ), (#"{"type": "array", "minItems": 2}"#, "[1]", "the array has 1 items, fewer than 2."),
    (#"{"type": "object", "required": ["k"]}"#, "{}", #"the property "k" is missing."#),
    (
      #"{"type": "object", "properties": {"k": {"type": "string"}}}"#, #"{"k": 1}"#,
      #"property "k": 1 is not a string."#
    ),
    (
      #"{"type": "object"}"#, #"{"a": [{"effect": "x"}]}"#,
      #"an object of the data cannot have the key "effect"."#
    ),
    (#"{"type": "string", "enum": ["a", "b"]}"#, "c", #""c" is not one of "a", "b"."#),
    (
      #"{"type": "string", "maxLength": 2}"#, "e\u{301}☃", "the text has 3 characters, more than 2."
    ), (#"{"type": "string", "minLength": 2}"#, "😀", "the text has 1 characters, fewer than 2."),
    (#"{"type": "number", "maximum": 5}"#, "5.5", "5.5 is more than 5."),
    (#"{"type": "string"}"#, "", "a value is required: there is none, and no default."),
  ])
  func wrongValuesHaveTheirColumn(declaration: String, text: String, message: String) throws {
    let declarations = String(declaration.dropLast()) + #", "column": "Col"}"#
    let errors = try row("{\"a\": \(declarations)}", [("Col", .text(text))]).errors
    #expect(errors.map(\.message) == [message])
    #expect(errors.map(\.column) == ["Col"])
    #expect(errors.map(\.input) == ["a"])
  }

  @Test func valuesOfJSONAreTaken() throws {
    let data = try Node.parse(#"{"a": "1", "b": [1]}"#.utf8)
    let cells = (data.object ?? []).map {
      (column: $0.key, cell: TemplateInputs.Cell.value($0.value))
    }
    let declarations = #"{"a": {"type": "number"}, "b": {"type": "array"}}"#
    let (context, errors) = try row(declarations, cells)
    #expect(errors.map(\.message) == [#""1" is not a number."#])
    #expect(context["b"] == [1])
  }

  @Test func columnsThatNoInputTakesAreListed() throws {
    let inputs = try inputs(#"{"a": {"type": "string", "column": "A"}, "b": {"type": "string"}}"#)
      .inputs
    #expect(inputs.unusedColumns(["A", "a", "b", "c"]) == ["a", "c"])
  }
}
