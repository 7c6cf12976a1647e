import ScrimJSON
import ScrimTemplate
import Testing

/// Where errors are: a pointer into the template, a column in the string.
@Suite struct PlaceTests {
  @Test(arguments: [
    (#"{"a": [1, {"b": "☃ ${x +}"}]}"#, "/a/1/b", 8),
    (#"{"a": {"$eval": "1 + no"}}"#, "/a/$eval", 5), (#"{"k${no}": 1}"#, "/k${no}", 4),
    (#"{"$map": [1], "each(x)": {"a/b": "${x.y}"}}"#, "/$map/each(x)/a~1b", 4),
    (#"[{"$switch": {"1 + no": 1}}]"#, "/0/$switch/1 + no", 5),
    (#"{"$match": {"true": {"$eval": "no"}}}"#, "/$match/true/$eval", 1),
    (#"{"$let": {"a": "${no}"}, "in": 1}"#, "/$let/a", 3),
    (#"{"$let": {}, "in": ["${no}"]}"#, "/in/0", 3),
    (#"{"$sort": [1], "by(x)": "x.a"}"#, "/by(x)", 2),
    (#"{"$find": [1], "each(x)": "x ++ no"}"#, "/each(x)", 6),
    (#"{"$if": "no", "then": 1}"#, "/$if", 1), (#"{"$if": "true", "then": "${no}"}"#, "/then", 3),
    (#"{"x": {"$json": {"$eval": "len()"}}}"#, "/x/$json/$eval", 4),
  ])
  func expressions(template: String, pointer: String, column: Int) throws {
    let error = try failure(template)
    #expect(
      error.pointer.replacing("/$map/each(x)", with: "/each(x)")
        == pointer.replacing("/$map/each(x)", with: "/each(x)"), "\(template)")
    #expect(error.column == column, "\(template): \(error.message)")
  }

  @Test func theOffsetLeadsToThePositionInTheFile() throws {
    let text = "{\n  \"a\": \"\\u2603 ${no}\"\n}"
    let error = try failure(text)
    let node = try #require(try Node.parse(text.utf8)[error.path])
    let position = node.position(ofUTF8: try #require(error.offset), in: Array(text.utf8))
    #expect(position == Position(line: 2, column: 18))
  }

  @Test func operatorsAreNamedByTheirObject() throws {
    let error = try failure(#"{"a": [{"$flatten": 1}]}"#)
    #expect(error.pointer == "/a/0")
    #expect(error.column == nil)
    #expect(error.message == "$flatten expects an array, found a number.")
  }

  @Test func namesAreSuggested() throws {
    #expect(
      try failure(expression: "pric + 1", in: #"{"price": 1}"#).message
        == #"unknown name "pric". Did you mean "price"?"#)
    #expect(
      try failure(#"{"$evall": "1"}"#).message
        == #"unknown operator "$evall"; the key is written "$$evall". Did you mean "$eval"?"#)
    #expect(
      try failure(expression: "o.nam", in: #"{"o": {"name": 1}}"#).message
        == #"the object has no property "nam". Did you mean "name"?"#)
  }
}
