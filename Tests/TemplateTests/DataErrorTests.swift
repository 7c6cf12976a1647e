import ScrimTemplate
import Testing

/// Data files with errors: each is one sentence with its line.
@Suite struct DataErrorTests {
  @Test(arguments: [
    ("", "empty-file", 1, "the file is empty."),
    ("\u{FEFF}", "empty-file", 1, "the file is empty."),
    ("\na,b\n", "no-header", 1, "the first line is empty; it must name the columns."),
    (",,\na,b\n", "no-header", 1, "the first line is empty; it must name the columns."),
    ("sep=;\n", "no-header", 1, "the first line is empty; it must name the columns."),
    ("a,b,a\n", "duplicate-column", 1, #"columns 1 and 3 are both named "a"."#),
    (
      "a,\"b\"c\n", "text-after-quote", 1,
      "cell 2 goes on after its closing quote; a quote in a quoted cell is written twice."
    ),
    ("a,b\r1,2\r3,\"4\r", "unclosed-quote", 3, "the quote that opens here is not closed."),
    ("a,b\n1,2\n3,\"4\n5,6\n", "unclosed-quote", 3, "the quote that opens here is not closed."),
    (
      "a,b\n1,2\n3,\u{0}\n", "nul-byte", 3,
      "a NUL byte: the file is binary or in UTF-16; save it as UTF-8."
    ),
  ])
  func fatal(text: String, code: String, line: Int, message: String) {
    let error = ReadData(text).error
    #expect(error?.code == code)
    #expect(error?.line == line)
    #expect(error?.message == message)
    #expect(error?.isFatal == true)
  }

  @Test func utf16() {
    let message = "the file is in UTF-16; save it as UTF-8."
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61], [0xFF, 0xFE]] {
      #expect(ReadData(bytes).error?.message == message)
      #expect(ReadData(bytes, .jsonLines).error?.message == message)
    }
    #expect(ReadData("", .jsonLines).error?.code == "empty-file")
  }

  /// The row after each of these is read.
  @Test(arguments: [
    ("1", 2, "ragged-row", "the row has 1 cell, but the header names 2 columns."),
    ("1,2,3", 2, "ragged-row", "the row has 3 cells, but the header names 2 columns."),
    ("1,2,,3", 2, "ragged-row", "the row has 4 cells, but the header names 2 columns."),
    (
      "\"1\n2\"x,3", 3, "text-after-quote",
      "cell 1 goes on after its closing quote; a quote in a quoted cell is written twice."
    ),
    (
      "1,5\" pipe", 2, "quote-in-cell",
      "cell 2 contains a quote but is not in quotes; put it in quotes and double those in it."
    ),
    (
      "1, \"2\"", 2, "quote-in-cell",
      "cell 2 contains a quote but is not in quotes; put it in quotes and double those in it."
    ),
    (
      "1\r2,3", 2, "carriage-return",
      "cell 1 contains a carriage return outside quotes; lines end in LF or CRLF."
    ),
  ])
  func errorsOfARow(row: String, line: Int, code: String, message: String) {
    let data = ReadData("a,b\n\(row)\nx,y\n")
    #expect(data.error == nil)
    #expect(data.rows.count == 2)
    #expect(data.rows.first?.hasSuffix("\(code) on line \(line): \(message)") == true)
    #expect(data.contents.last == #"{"a":"x","b":"y"}"#)
  }

  /// A file in two encodings: one row in Latin-1.
  @Test func twoEncodings() {
    var bytes = Array("a,b\nJosé,1\n\"x\nJos".utf8)
    bytes += [0xE9]
    bytes += Array("\",2\nZoë,3\n".utf8)
    let data = ReadData(bytes)
    #expect(data.error == nil)
    #expect(
      data.contents == [
        #"{"a":"José","b":"1"}"#,
        "invalid-utf8 on line 4: cell 1 is not UTF-8: the byte 0xE9 is not a character; "
          + "save the file as UTF-8.", #"{"a":"Zoë","b":"3"}"#,
      ])
    #expect(
      ReadData([0x7B, 0x22, 0xE9, 0x22, 0x7D], .jsonLines).contents
        == ["syntax on line 1: column 3: invalid UTF-8."])
  }

  @Test(arguments: [
    ("[1]", "not-an-object", "expected an object on each line, found an array."),
    (
      "[", "syntax", "column 2: the line ends before its JSON is complete; each line is one object."
    ),
    (
      #"{"a": "x"#, "syntax",
      "column 7: the line ends before its JSON is complete; each line is one object."
    ),
    (#"{"a": 1} {"a": 2}"#, "syntax", "column 10: expected the end of the line, found {."),
    (#"{"a": nil}"#, "syntax", #"column 7: expected a value, found "nil". Did you mean null?"#),
    (#"{"a": 1, "b": 2, "a": 3}"#, "duplicate-key", #"the key "a" is given twice."#),
    (
      "{\"a\": " + String(repeating: "[", count: 70), "too-deep",
      "column 70: more than 64 levels of nested arrays and objects."
    ),
  ])
  func errorsOfALine(line: String, code: String, message: String) {
    let data = ReadData("{\"x\": 1}\n\n\(line)\n{\"x\": 2}\n", .jsonLines)
    #expect(data.error == nil)
    #expect(
      data.contents == [#"{"x":1}"#, "\(code) on line 3: \(message)", #"{"x":2}"#])
  }

  @Test(arguments: [
    (
      "a,b\n1,12345678\n", DataLimits(rowBytes: 10), "row-too-long", 2,
      "the row is longer than 10 bytes."
    ),
    (
      "a,b\n1,2\n\"\n3,4\n5,6\n7,8\n", DataLimits(rowBytes: 10), "row-too-long", 3,
      "the row is longer than 10 bytes; the quote that opens on line 3 is not closed in it."
    ),
    (
      "a\n1\n2\n3\n", DataLimits(rows: 2), "too-many-rows", 4, "the file has more than 2 rows."
    ),
    (
      "a\n1\n\n\n\n\n3\n", DataLimits(rows: 1), "too-many-rows", 7, "the file has more than 1 row."
    ),
    ("a\n1\n2\n", DataLimits(bytes: 4), "file-too-large", 3, "the file is larger than 4 bytes."),
    ("a,b,c\n", DataLimits(columns: 2), "too-many-columns", 1, "more than 2 columns."),
  ])
  func limits(text: String, limits: DataLimits, code: String, line: Int, message: String) {
    let error = ReadData(text, limits: limits).error
    #expect(error?.code == code)
    #expect(error?.line == line)
    #expect(error?.message == message)
  }

  @Test func limitsThatAreKept() {
    #expect(ReadData("a\n1\n2\n\n\n\n", limits: DataLimits(rows: 2)).error == nil)
    #expect(ReadData("a\n1\n", limits: DataLimits(rowBytes: 2, bytes: 4)).error == nil)
    let keys = ReadData(
      "{\"a\":1}\n{\"b\":1}\n{\"a\":1,\"c\":1}", .jsonLines, limits: DataLimits(columns: 2))
    #expect(keys.error?.text(file: "x.jsonl") == "x.jsonl:3: more than 2 columns.")
  }

  /// A line of 1 GiB is an error after the first megabyte, and no more of it is held.
  @Test func anEndlessLine() throws {
    let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    for format in DataFormat.allCases {
      var reader = DataReader(format)
      let error = try #require(throws: DataError.self) {
        for _ in 0..<(1 << 14) { try reader.read(part, isLast: false) { _ in } }
      }
      #expect(error.message == "the row is longer than 1 MiB.")
      #expect(error.line == 1)
    }
  }
}
