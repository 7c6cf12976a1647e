import ScrimTemplate
import Testing

/// However a file is divided, and wherever reading continues in it, its rows are the same.
@Suite struct DataPartTests {
  /// A generator of the same numbers in each run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let pieces: [[UInt8]] =
    ["a", "b", ",", ",", "\"", "\"\"", "\n", "\r\n", "\r", " ", "é", "\u{FEFF}", "1", "\n"].map {
      Array($0.utf8)
    } + [[0xE9], [0xFF], [0]]
  private static let jsonPieces: [[UInt8]] =
    ["{\"a\": 1}", "{}", "\n", "\r\n", "\n", " ", "[1]", "{\"b\": \"é\"", "}", "\u{FEFF}", "\r"].map
  {
    Array($0.utf8)
  } + [[0xE9]]

  private static func file(_ format: DataFormat, _ numbers: inout Numbers) -> [UInt8] {
    var pieces = format == .csv ? pieces : jsonPieces
    // Most files have no NUL byte.
    if .random(in: 0..<10, using: &numbers) > 0 { pieces.removeLast() }
    var bytes: [UInt8] = []
    if format == .csv { bytes = Array("x,y\n".utf8.prefix(.random(in: 2...4, using: &numbers))) }
    for _ in 0..<Int.random(in: 0..<30, using: &numbers) {
      bytes += pieces.randomElement(using: &numbers) ?? []
    }
    return bytes
  }

  @Test(arguments: DataFormat.allCases)
  func partsDoNotMatter(format: DataFormat) {
    var numbers = Numbers(state: 1)
    for _ in 0..<3_000 {
      let bytes = Self.file(format, &numbers)
      let limits = DataLimits(
        rowBytes: .random(in: 1...40, using: &numbers), rows: .random(in: 1...10, using: &numbers),
        bytes: .random(in: 1...60, using: &numbers), columns: .random(in: 1...3, using: &numbers))
      let whole = ReadData(bytes, format, limits: limits)
      for part in [1, 2, 3, 7] {
        #expect(ReadData(bytes, format, part: part, limits: limits) == whole, "\(bytes)")
      }
    }
  }

  @Test(arguments: DataFormat.allCases)
  func readingContinuesAtAnyRow(format: DataFormat) throws {
    var numbers = Numbers(state: 2)
    for _ in 0..<1_000 {
      let bytes = Self.file(format, &numbers)
      let whole = ReadData(bytes, format)
      guard whole.error == nil else { continue }
      var index: [DataRow] = []
      var reader = DataReader(format, detail: .ranges)
      try reader.read(bytes, isLast: true) { index.append($0) }
      #expect(index.count == whole.rows.count)
      let columns = format == .csv ? reader.columns : []
      for (first, row) in index.enumerated() {
        let last = Int.random(in: first..<index.count, using: &numbers)
        let part = Array(bytes[row.range.lowerBound..<index[last].range.upperBound])
        let rows = ReadData(
          part,
          DataReader(
            format, reader.dialect, columns: columns, offset: row.range.lowerBound,
            line: row.line, row: row.number)
        ).rows
        #expect(rows == Array(whole.rows[first...last]), "\(bytes)")
      }
    }
  }

  /// Tables that are written as CSV in any of its forms.
  @Test func whatIsWrittenIsRead() {
    var numbers = Numbers(state: 3)
    let texts = [
      "", "x", "é", " ", "a,b", "\"", "\"\"", "1\n2", "\r\n", "\n", ",", "\u{FEFF}", "😀\"",
    ]
    for _ in 0..<2_000 {
      let count = Int.random(in: 2...4, using: &numbers)
      let lineBreak = Bool.random(using: &numbers) ? "\n" : "\r\n"
      var lines = [(0..<count).map { "c\($0)" }.joined(separator: ",")]
      var rows: [String] = []
      for _ in 0..<Int.random(in: 0...5, using: &numbers) {
        let cells = (0..<count).map { _ in texts.randomElement(using: &numbers) ?? "" }
        let written = cells.map { cell in
          let needsQuotes = cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
          guard needsQuotes || .random(using: &numbers) else { return cell }
          let doubled = cell.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
          return "\"\(doubled)\""
        }
        lines.append(written.joined(separator: ","))
        if cells.allSatisfy({ $0 == "" || $0 == " " }) { continue }
        rows.append(
          ReadData.text(
            of: cells.enumerated().map { ("c\($0.offset)", .text($0.element)) }))
      }
      let end = Bool.random(using: &numbers) ? lineBreak : ""
      let data = ReadData(lines.joined(separator: lineBreak) + end)
      #expect(data.error == nil)
      #expect(data.contents == rows, "\(lines)")
    }
  }

  /// A model that reads a file as a list of characters, without parts.
  @Test func theModelAgrees() {
    var numbers = Numbers(state: 4)
    for _ in 0..<20_000 {
      let bytes = Self.file(.csv, &numbers)
      guard !bytes.contains(0), bytes.starts(with: Array("x,y\n".utf8)) else { continue }
      let data = ReadData(bytes)
      let model = Self.model(Array(bytes.dropFirst(4)))
      #expect((data.error == nil) == (model != nil), "\(bytes)")
      guard data.error == nil else { continue }
      #expect(data.rows.map { $0.hasSuffix("}") } == model?.map { $0 != nil }, "\(bytes)")
      for (row, cells) in zip(data.contents, model ?? []) {
        if let cells {
          #expect(row == ReadData.text(of: [("x", .text(cells[0])), ("y", .text(cells[1]))]))
        }
      }
    }
  }

  /// The rows, `nil` for each with an error; `nil` if a quote is not closed.
  private static func model(_ bytes: [UInt8]) -> [[String]?]? {
    var rows: [(text: [UInt8], cells: [String]?)] = []
    let blank = Set(" \t\r".utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let start = rest.startIndex
      var cells: [String?] = []
      var isLast = false
      while !isLast {
        var text: [UInt8] = []
        var isValid = true
        if rest.first == 0x22 {
          rest.removeFirst()
          while !rest.isEmpty, rest.first != 0x22 || rest.dropFirst().first == 0x22 {
            text.append(rest[rest.startIndex])
            rest = rest.dropFirst(rest.first == 0x22 ? 2 : 1)
          }
          if rest.isEmpty { return nil }
          rest.removeFirst()
          var end = Array(rest.prefix { $0 != 0x2C && $0 != 0x0A })
          rest = rest.dropFirst(end.count)
          if rest.first != 0x2C, end.last == 0x0D { end.removeLast() }
          isValid = end.isEmpty
        } else {
          text = Array(rest.prefix { $0 != 0x2C && $0 != 0x0A })
          rest = rest.dropFirst(text.count)
          if rest.first != 0x2C, text.last == 0x0D { text.removeLast() }
          isValid = !text.contains { $0 == 0x22 || $0 == 0x0D }
        }
        cells.append(isValid ? String(validating: text, as: UTF8.self) : nil)
        isLast = rest.first != 0x2C
        rest = rest.dropFirst()
      }
      let valid = cells.compactMap(\.self)
      // Rows of empty cells are no rows.
      let text = bytes[start..<rest.startIndex]
      if valid.count == cells.count && valid.allSatisfy({ $0.utf8.allSatisfy(blank.contains) })
        || text.allSatisfy({ blank.contains($0) || $0 == 0x2C || $0 == 0x0A })
      {
        continue
      }
      // Empty cells beyond the columns are no cells.
      let isRight =
        valid.count == cells.count && valid.count >= 2
        && valid.dropFirst(2).allSatisfy { $0.utf8.allSatisfy(blank.contains) }
      rows.append((Array(text), isRight ? valid : nil))
    }
    return rows.map(\.cells)
  }
}
