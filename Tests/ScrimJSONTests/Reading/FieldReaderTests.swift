import ScrimJSON
import Testing

/// Records that programs exchange as JSON.
@Suite struct FieldReaderTests {
  private struct Point: JSONRecord, Equatable {
    let x: Int
    let name: String?

    init(fields: FieldReader) throws(FieldError) {
      x = try fields.integer("x", in: 0...9)
      name = try fields.optionalString("name")
    }

    var json: JSON { ["x": .integer(x), "name": name.map(JSON.string) ?? .null] }
  }

  private let fields: FieldReader

  init() throws {
    fields = try FieldReader([
      "text": "a", "null": nil, "point": ["x": 1, "name": nil], "points": [["x": 2], ["x": 10]],
      "mixed": ["a", 1],
    ])
  }

  @Test func absentAndNullAreTheSame() throws {
    for key in ["null", "none"] {
      #expect(fields.optionalValue(key) == JSON?.none)
      #expect(try fields.optionalString(key) == nil)
      #expect(try fields.optionalInteger(key) == nil)
      #expect(try fields.optionalNumber(key) == nil)
      #expect(try fields.optionalList(key, of: Point.self) == [])
      #expect(throws: FieldError(path: key, expected: "a string")) { try fields.string(key) }
      #expect(throws: FieldError(path: key, expected: "a value")) {
        try fields.record(key, of: Point.self)
      }
    }
    let point = try fields.record("point", of: Point.self)
    #expect(point.name == nil)
    #expect(try Point(json: point.json) == point)
  }

  @Test func errorsNameTheField() {
    #expect(throws: FieldError(path: "text", expected: "an integer")) {
      try fields.integer("text")
    }
    #expect(throws: FieldError(path: "points[1].x", expected: "an integer in 0…9")) {
      try fields.list("points", of: Point.self)
    }
    #expect(throws: FieldError(path: "text", expected: "an object")) {
      try fields.record("text", of: Point.self)
    }
    #expect(throws: FieldError(path: "mixed[1]", expected: "a string")) {
      try fields.strings("mixed")
    }
    #expect(FieldError(path: "a.b", expected: "a list").description == "a.b: expected a list")
  }
}
