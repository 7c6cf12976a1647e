import ScrimCommand
import ScrimJSON
import ScrimProtocol

/// The rows whose texts come out worst, by layer.
struct TextExtremes {
  /// A row with a value.
  struct Extreme {
    var value: Double
    var row: RowName
  }

  /// A row, and its variant if there are any.
  struct RowName: Hashable {
    var row: Int
    var variant: String?

    var words: String { variant.map { "\(row) \($0)" } ?? String(row) }
  }

  /// The extremes of a layer.
  struct Layer {
    var name: String
    /// What it shows in the first row.
    var text: String
    /// Whether another row shows something else.
    var isChanging = false
    /// The families that a job does not name, in the order in which they were found.
    var otherFonts: [String] = []
    var longest: Extreme?
    var smallest: Extreme?
    var mostLines: Extreme?
    /// The rows that are shortened, the first one, and their number.
    var shortened: (first: RowName, count: Int)?
    var substituted: (first: RowName, count: Int)?
  }

  private(set) var layers: [Layer] = []
  private var indices: [String: Int] = [:]
  /// The rows by how much is unusual in them, worst first; at most ``most``.
  private var worst: [(row: RowName, score: Double)] = []
  /// What rows in ``worst`` and in the table show, to tell rows that look the same.
  private var shown: [RowName: [String]] = [:]
  private var rows = 0

  private static let most = 12

  /// Adds a row.
  mutating func add(_ texts: [TextMeasure], _ row: RowName) {
    var score = 0.0
    var isExtreme = false
    rows += 1
    for text in texts {
      let index = indices[text.layer] ?? layers.count
      if index == layers.count {
        indices[text.layer] = index
        layers.append(Layer(name: text.layer, text: text.text))
      }
      isExtreme = layers[index].add(text, row) || isExtreme
      // A smaller size, an ellipsis and a foreign font are what one wants to see; then lines and length.
      score += 4 * (1 - text.size / max(text.askedSize, .leastNonzeroMagnitude))
      score += (text.isShortened ? 3 : 0) + (text.substituted > 0 ? 2 : 0)
      score += 0.1 * Double(text.lines) + 0.001 * Double(text.characters)
    }
    if isExtreme { shown[row] = texts.map(\.text) }
    // Of equal ones the first stays.
    let place = worst.firstIndex { $0.score < score } ?? worst.count
    guard place < Self.most else { return }
    // Rows that look the same are one.
    shown[row] = texts.map(\.text)
    guard !worst.contains(where: { $0.score == score && shown[$0.row] == shown[row] }) else {
      return
    }
    worst.insert((row, score), at: place)
    if worst.count > Self.most { worst.removeLast() }
  }

  /// The rows of the table, then those in which most is unusual, without rows that look like another; at most
  /// ``most``.
  var extremeRows: [RowName] {
    var found: [RowName] = []
    var texts: Set<[String]> = []
    for row in changing.flatMap(\.rows) + worst.map(\.row)
    where found.count < Self.most && texts.insert(shown[row] ?? []).inserted {
      found.append(row)
    }
    return found
  }

  /// The layers whose texts depend on the row; all of a single row.
  private var changing: [Layer] { rows > 1 ? layers.filter(\.isChanging) : layers }

  /// The table as lines.
  var table: [String] {
    let layers = changing
    guard !layers.isEmpty else { return [] }
    let header = [
      "text", "longest (row)", "smallest size (row)", "most lines (row)", "shortened",
      "other fonts",
    ]
    return columns([header] + layers.map(\.cells))
  }

  var json: JSON { .array(layers.map(\.json)) }
}

extension TextExtremes.Layer {
  /// - Returns: Whether the row is one of the table now.
  fileprivate mutating func add(_ text: TextMeasure, _ row: TextExtremes.RowName) -> Bool {
    let before = rows
    if text.text != self.text { isChanging = true }
    otherFonts += text.otherFonts.filter { !otherFonts.contains($0) }
    let characters = Double(text.characters)
    let lines = Double(text.lines)
    if characters > longest?.value ?? -1 { longest = .init(value: characters, row: row) }
    if text.size < smallest?.value ?? .infinity { smallest = .init(value: text.size, row: row) }
    if lines > mostLines?.value ?? -1 { mostLines = .init(value: lines, row: row) }
    if text.isShortened {
      shortened = (shortened?.first ?? row, (shortened?.count ?? 0) + 1)
    }
    if text.substituted > 0 {
      substituted = (substituted?.first ?? row, (substituted?.count ?? 0) + 1)
    }
    return rows != before
  }

  /// The rows that the table names.
  fileprivate var rows: [TextExtremes.RowName] {
    [longest?.row, smallest?.row, mostLines?.row, shortened?.first, substituted?.first]
      .compactMap(\.self)
  }

  /// The layer's id, or the text that it shows first.
  private var title: String {
    guard !name.hasPrefix("#") else { return String(name.dropFirst()) }
    let beginning = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return quoted(beginning.count > 24 ? beginning.prefix(23) + "…" : beginning)
  }

  fileprivate var cells: [String] {
    func words(_ extreme: TextExtremes.Extreme?, _ unit: String = "") -> String {
      extreme.map { "\(JSON.number($0.value).text())\(unit) (\($0.row.words))" } ?? "–"
    }
    func words(_ rows: (first: TextExtremes.RowName, count: Int)?) -> String {
      rows.map {
        $0.count == 1 ? "row \($0.first.words)" : "\($0.count) rows, first \($0.first.words)"
      } ?? "–"
    }
    return [
      title, words(longest), words(smallest, " px"), words(mostLines), words(shortened),
      substituted == nil
        ? "–" : "\(words(substituted)): \(otherFonts.prefix(3).joined(separator: ", "))",
    ]
  }

  fileprivate var json: JSON {
    func value(_ extreme: TextExtremes.Extreme?) -> JSON {
      guard let extreme else { return .null }
      return .object([.init("value", .number(extreme.value))] + extreme.row.members)
    }
    func value(_ rows: (first: TextExtremes.RowName, count: Int)?) -> JSON {
      guard let rows else { return ["rows": 0] }
      return .object([.init("rows", .integer(rows.count))] + rows.first.members)
    }
    return [
      "layer": .string(name), "text": .string(text), "longest": value(longest),
      "smallest": value(smallest),
      "mostLines": value(mostLines), "shortened": value(shortened),
      "otherFonts": value(substituted),
      "otherFamilies": .array(otherFonts.map(JSON.string)),
    ]
  }
}

extension TextExtremes.RowName {
  fileprivate var members: [JSON.Member] {
    [.init("row", .integer(row))] + (variant.map { [.init("variant", .string($0))] } ?? [])
  }
}
