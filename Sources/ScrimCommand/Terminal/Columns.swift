/// Rows of a table as lines: each column as wide as its widest cell, the last as it is.
package func columns(_ rows: [[String]]) -> [String] {
  var widths: [Int] = []
  for row in rows {
    for (index, cell) in row.enumerated() {
      if index == widths.count { widths.append(0) }
      widths[index] = max(widths[index], cell.count)
    }
  }
  return rows.map { row in
    let cells = row.enumerated().map { index, cell in
      index == row.count - 1
        ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
    }
    let line = cells.joined(separator: "  ")
    return String(line.reversed().drop { $0 == " " }.reversed())
  }
}
