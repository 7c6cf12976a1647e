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
    ("a,b\n\"\",\n", []),
    ("a,b\n1,\n\"\"\"\",\n", [#"{"a":"1","b":""}"#, #"{"a":"\"","b":""}"#]),
    ("a,,b,\n1,,2,\n", [#"{"a":"1","b":"2"}"#]),
    ("a,b\n1,2,, \n", [#"{"a":"1","b":"2"}"#]),
    ("a;b\n1,5;\"x;y\"\n", [#"{"a":"1,5","b":"x;y"}"#]),
    ("a;b;c,d\n1;2;3\n", [#"{"a":"1","b":"2","c,d":"3"}"#]),
    ("a\tb\r\n1\t2\r\n", [#"{"a":"1","b":"2"}"#]),
    ("a|b\n1|2\n", [#"{"a":"1","b":"2"}"#]),
    ("\"a;b;c\",d\n1,2\n", [#"{"a;b;c":"1","d":"2"}"#]),
    ("\u{FEFF}sep=;\r\na,b;c\r\n1;2\r\n", [#"{"a,b":"1","c":"2"}"#]),
    ("a,b\r1,\"x\ry\"\r3,4", [#"{"a":"1","b":"x\ry"}"#, #"{"a":"3","b":"4"}"#]),
    ("a\nx\n\n\r\n", [#"{"a":"x"}"#]),
    ("a\nx\n\ny\n", [#"{"a":"x"}"#, #"{"a":"y"}"#]),
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
        #"1 2 5-14 {"a":"1","b":"x\ny"}"#, #"2 5 16-19 {"a":"3","b":"4"}"#,
      ])
    #expect(
      ReadData("sep=;\na;b\n1;2\n;\n;3\n").rows == [
        #"1 3 10-14 {"a":"1","b":"2"}"#, #"2 5 16-19 {"a":"","b":"3"}"#,
      ])
    #expect(
      ReadData("a,b\r1,\"\r\"\r3,4\r").rows == [
        #"1 2 4-10 {"a":"1","b":"\r"}"#, #"2 4 10-14 {"a":"3","b":"4"}"#,
      ])
    #expect(
      ReadData("\u{FEFF}{\"a\": 1}\n \n{}", .jsonLines).rows == [
        #"1 1 3-12 {"a":1}"#, "2 3 14-16 {}",
      ])
  }

  /// Rows of empty cells, but for empty lines at the end, are counted.
  @Test(arguments: [
    ("a,b\n1,2\n,\n\n3,4\n", 2), ("a,b\n1,2\n,\n \t,\"\"\n\n\n", 2), ("a\n1\n\n\n", 0),
    ("a;b\n1;2\n;\n;;;\n", 2),
  ])
  func emptyRows(text: String, count: Int) throws {
    var reader = DataReader(.csv)
    try reader.read(text.utf8, isLast: true) { _ in }
    #expect(reader.emptyRows == count)
  }

  @Test func theDelimiterThatIsGivenCounts() throws {
    var reader = DataReader(.csv, delimiter: UInt8(ascii: ":"))
    var cells = ""
    try reader.read("a;b:c,d\n1;2:3,4\n".utf8, isLast: true) { row in
      cells = ReadData.text(of: try row.content.get())
    }
    #expect(cells == #"{"a;b":"1;2","c,d":"3,4"}"#)
    #expect(!reader.dialect.isGuessed)
  }

  @Test func cellsWithoutAColumn() {
    #expect(
      ReadData("a,,b\n1,x,2\n3,,4\n").contents == [
        #"empty-column on line 2: cell 2 is "x", but column 2 has no name in the header."#,
        #"{"a":"3","b":"4"}"#,
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
    #expect(ReadData(text, detail: .ranges).contents == ["{}", "{}"])
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
