import ScrimTemplate
import Testing

/// Data files that can be read.
@Suite struct DataTests {
  @Test(arguments: [
    ("people.csv", DataFormat.csv), ("PEOPLE.CSV", .csv), ("a.b.jsonl", .jsonLines),
    ("rows.ndjson", .jsonLines), ("rows.json", nil), (".csv", nil), ("csv", nil),
  ])
  func formatsByName(name: String, format: DataFormat?) {
    #expect(DataFormat(fileName: name) == format)
  }

  @Test(arguments: [
    ("name,age\nAda,36\nBob,\n", [#"{"name":"Ada","age":"36"}"#, #"{"name":"Bob","age":""}"#]),
    ("name,age\r\nAda,36\r\n", [#"{"name":"Ada","age":"36"}"#]),
    ("\u{FEFF}name\nAda", [#"{"name":"Ada"}"#]),
    ("\u{FEFF}\"name\"\nAda", [#"{"name":"Ada"}"#]),
    (
      "a,b\n\"x, \"\"y\"\"\",\"1\r\n2\n\"\n3,4\n",
      [#"{"a":"x, \"y\"","b":"1\r\n2\n"}"#, #"{"a":"3","b":"4"}"#]
    ),
    ("a,b\n\"\",\n", [#"{"a":"","b":""}"#]),
    ("a\nx\n\n\r\n", [#"{"a":"x"}"#]),
    ("a\nx\n\ny\n", [#"{"a":"x"}"#, #"{"a":""}"#, #"{"a":"y"}"#]),
    ("a, b \n 1 ,2\n", [#"{"a":" 1 "," b ":"2"}"#]),
    ("É,e\u{301}\n1,2\n", [#"{"É":"1","é":"2"}"#]),
    ("\"a;b\"\nx\n", [#"{"a;b":"x"}"#]),
    ("a,b\n", []), ("a,b", []),
  ])
  func csv(text: String, rows: [String]) {
    let data = ReadData(text)
    #expect(data.error == nil)
    #expect(data.contents == rows)
  }

  @Test func placesOfRows() {
    #expect(
      ReadData("a,b\r\n1,\"x\ny\"\r\n\r\n3,4").rows == [
        #"1 2 5-14 {"a":"1","b":"x\ny"}"#,
        "2 4 14-16 ragged-row on line 4: the line is empty, but the header names 2 columns.",
        #"3 5 16-19 {"a":"3","b":"4"}"#,
      ])
    #expect(
      ReadData("\u{FEFF}{\"a\": 1}\n \n{}", .jsonLines).rows == [
        #"1 1 3-12 {"a":1}"#, "2 3 14-16 {}",
      ])
  }

  @Test func jsonLines() {
    let data = ReadData(
      "{\"a\": [1, null], \"b\": \"x\"}\r\n\n{\"c\": 1.5, \"a\": {}}\n\n", .jsonLines)
    #expect(data.error == nil)
    #expect(data.contents == [#"{"a":[1,null],"b":"x"}"#, #"{"c":1.5,"a":{}}"#])
    #expect(data.columns == ["a", "b", "c"])
    #expect(ReadData("\n\n", .jsonLines) == ReadData(" \n", .jsonLines))
  }

  @Test func rangesAreThoseOfRows() throws {
    let text = Array("a,b\n1,2\n\n\"x\ny\",\"z\nno,\n\"3\n".utf8)
    func ranges(_ detail: DataReader.Detail) throws -> [Range<Int>] {
      var ranges: [Range<Int>] = []
      var reader = DataReader(.csv, detail: detail)
      try reader.read(text, isLast: true) { ranges.append($0.range) }
      return ranges
    }
    #expect(try ranges(.ranges) == ranges(.cells))
    #expect(ReadData(text, detail: .ranges).contents == ["{}", "{}", "{}"])
  }

  /// A million rows are indexed in a few seconds at most, and all of them in memory of one row.
  @Test func aLargeFile() throws {
    let part = Array(String(repeating: "Ada,\"36, no\"\"\"\n", count: 10_000).utf8)
    var reader = DataReader(.csv, detail: .ranges)
    var count = 0
    try reader.read("name,age\n".utf8, isLast: false) { _ in }
    let clock = ContinuousClock()
    let start = clock.now
    for index in 0..<100 {
      try reader.read(part, isLast: index == 99) { _ in count += 1 }
    }
    #expect(count == 1_000_000)
    #expect(start.duration(to: clock.now) < .seconds(5))
  }
}
