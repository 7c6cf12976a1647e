import ScrimJSON
import Testing

/// Records whose fields are declared once.
@Suite struct RecordTests {
  private enum Kind: String, CaseIterable, FieldValue {
    case round, square
  }

  private struct Part: Record, Equatable {
    var size = 0

    mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("size", &size, in: 1...9)
    }
  }

  private struct Shape: Record, Equatable {
    var kind = Kind.round
    var label: String?
    var owner: UInt32?
    var weight: Double = 1
    var tags: [String] = []
    var codes: [String: Int] = [:]
    var parts: [Named<Part>] = []
    var main: Part?

    mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("kind", &kind)
      try fields.optional("label", &label)
      try fields.nullable("owner", &owner)
      try fields.optional("weight", &weight, default: 1)
      try fields.defaulted("tags", &tags)
      try fields.required("codes", &codes)
      try fields.defaulted("parts", members: &parts)
      try fields.include(&main, if: "size")
      fields.derived("sides", kind == .round ? 0 : 4)
    }
  }

  @Test func fieldsAreWrittenInTheirOrder() {
    var shape = Shape()
    #expect(
      shape.json.text()
        == #"{"kind":"round","owner":null,"tags":[],"codes":{},"parts":{},"sides":0}"#)
    shape = Shape(
      kind: .square, label: "l", owner: 7, weight: 2, tags: ["t"], codes: ["b": 2, "a": 1],
      parts: [Named("z", Part(size: 3)), Named("y", Part(size: 4))], main: Part(size: 5))
    #expect(
      shape.json.text()
        == #"{"kind":"square","label":"l","owner":7,"weight":2,"tags":["t"],"codes":{"a":1,"b":2},"#
        + #""parts":{"z":{"size":3},"y":{"size":4}},"size":5,"sides":4}"#)
  }

  @Test(arguments: [
    Shape(), Shape(label: "", codes: ["a": 0]),
    Shape(
      kind: .square, label: "l", owner: .max, weight: 0.5, tags: ["", "t"], codes: ["b": -2],
      parts: [Named("z", Part(size: 9))], main: Part(size: 1)),
  ])
  private func whatIsWrittenIsRead(_ shape: Shape) throws {
    #expect(try Shape(json: shape.json) == shape)
  }

  @Test(arguments: [
    (#"{"codes": {}}"#, #"kind: expected one of "round", "square""#),
    (#"{"kind": 1, "codes": {}}"#, "kind: expected a string"),
    (#"{"kind": "oval", "codes": {}}"#, #"kind: expected one of "round", "square""#),
    (#"{"kind": "round"}"#, "codes: expected an object"),
    (#"{"kind": "round", "codes": {"a": "1"}}"#, "codes.a: expected an integer"),
    (#"{"kind": "round", "codes": {}, "owner": -1}"#, "owner: expected an integer in 0…4294967295"),
    (
      #"{"kind": "round", "codes": {}, "parts": {"z": {"size": 0}}}"#,
      "parts.z.size: expected an integer in 1…9"
    ),
    (#"{"kind": "round", "codes": {}, "tags": ["a", 1]}"#, "tags[1]: expected a string"),
    (#"{"kind": "round", "codes": {}, "tags": "a"}"#, "tags: expected a list"),
    (#"{"kind": "round", "codes": {}, "size": 10}"#, "size: expected an integer in 1…9"),
  ])
  func errorsNameTheField(_ text: String, _ error: String) throws {
    let json = try JSON(parsing: Array(text.utf8))
    let found = #expect(throws: FieldError.self) { try Shape(json: json) }
    #expect(found?.description == error)
  }
}
