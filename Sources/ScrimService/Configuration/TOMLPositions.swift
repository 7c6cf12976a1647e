/// Positions of tables, keys and values in a TOML file. TOMLKit gives positions of syntax errors only.
///
/// Finds bare keys, one per line, below plain `[table]` and `[table.table]` headers, as in `etc/scrim.toml`. Other
/// notations have no position. A key that seems to occur twice has none either: the file is valid, so one of the two is
/// inside a string.
struct TOMLPositions {
  struct Position: Hashable {
    /// From 1.
    let line: Int
    /// From 1, in characters.
    let column: Int
  }

  private struct Name: Hashable {
    let table: String
    let key: String
  }

  private var tables: [String: [Position]] = [:]
  private var keys: [Name: [(key: Position, value: Position)]] = [:]

  init(_ text: String) {
    var table = ""
    // Swift treats "\r\n" as one character.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      let start = line.drop { $0 == " " || $0 == "\t" }
      func position(of rest: Substring) -> Position {
        Position(line: index + 1, column: line.count - rest.count + 1)
      }
      if start.first == "[", let end = start.firstIndex(of: "]") {
        let name = start[start.index(after: start.startIndex)..<end]
        guard !name.isEmpty, name.allSatisfy({ Self.isInBareKey($0) || $0 == "." }) else {
          continue
        }
        table = String(name)
        tables[table, default: []].append(position(of: start))
      } else {
        let rest = start.drop(while: Self.isInBareKey)
        let sign = rest.drop { $0 == " " || $0 == "\t" }
        guard start.count > rest.count, sign.first == "=" else { continue }
        let value = sign.dropFirst().drop { $0 == " " || $0 == "\t" }
        let name = Name(table: table, key: String(start.prefix(start.count - rest.count)))
        keys[name, default: []].append((position(of: start), position(of: value)))
      }
    }
  }

  private static func isInBareKey(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
  }

  /// The position of a table's header.
  func table(_ name: String) -> Position? { Self.only(tables[name]) }

  /// - Parameters:
  ///   - key: The name of the key.
  ///   - table: The name of its table; "" for keys before the first.
  /// - Returns: `nil` if it is unknown.
  func key(_ key: String, in table: String) -> Position? {
    Self.only(keys[Name(table: table, key: key)])?.key
  }

  /// The position of a key's value.
  func value(of key: String, in table: String) -> Position? {
    Self.only(keys[Name(table: table, key: key)])?.value
  }

  private static func only<Place>(_ places: [Place]?) -> Place? {
    places?.count == 1 ? places?.first : nil
  }
}
