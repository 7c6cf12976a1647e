import ScrimJSON
import Testing

/// Records that programs exchange as JSON.
@Suite struct FieldReaderTests {
  private struct Point: Record, Equatable {
    var x = 0
    var name: String?

    mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("x", &x, in: 0...9)
      try fields.nullable("name", &name)
    }
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
      #expect(!fields.has(key))
      #expect(try fields.optional(key, String.self) == nil)
      #expect(try fields.optional(key, Int.self) == nil)
      #expect(try fields.optional(key, Double.self) == nil)
      #expect(try fields.optional(key, [Point].self) == nil)
      #expect(throws: FieldError(path: key, expected: "a string")) {
        try fields.required(key, String.self)
      }
      #expect(throws: FieldError(path: key, expected: "a value")) {
        try fields.required(key, Point.self)
      }
    }
    let point = try fields.required("point", Point.self)
    #expect(point.name == nil)
    #expect(try Point(json: point.json) == point)
  }

  @Test func errorsNameTheField() {
    #expect(throws: FieldError(path: "text", expected: "an integer")) {
      try fields.required("text", Int.self)
    }
    #expect(throws: FieldError(path: "points[1].x", expected: "an integer in 0…9")) {
      try fields.required("points", [Point].self)
    }
    #expect(throws: FieldError(path: "text", expected: "an object")) {
      try fields.required("text", Point.self)
    }
    #expect(throws: FieldError(path: "mixed[1]", expected: "a string")) {
      try fields.required("mixed", [String].self)
    }
    #expect(FieldError(path: "a.b", expected: "a list").description == "a.b: expected a list")
  }
}
