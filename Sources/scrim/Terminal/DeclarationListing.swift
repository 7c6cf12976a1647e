import ScrimCommand
import ScrimJSON
import ScrimProtocol

/// Shows what effects or contents declare.
struct DeclarationListing {
  /// "effect" or "content".
  let kind: String
  /// Whether one is shown as JSON.
  let json: Bool
  /// Whether one is shown as Markdown.
  let markdown: Bool

  /// Lists all, or describes one.
  ///
  /// - Parameters:
  ///   - name: The one to describe; `nil` lists all.
  ///   - all: Those that there are.
  ///   - console: Where they are shown.
  /// - Throws: A `Failure` for an unknown name.
  func show(_ name: String?, of all: [EffectInfo], _ console: Console) throws {
    if let name { try explain(name, among: all, console) } else { list(all, console) }
  }

  /// Folder by folder.
  private func list(_ all: [EffectInfo], _ console: Console) {
    let rows = all.map { info in
      let path = info.plugin ?? ""
      let slash = path.lastIndex(of: "/")
      let file = String(path[(slash.map { path.index(after: $0) } ?? path.startIndex)...])
      return (
        folder: slash.map { String(path[..<$0]) } ?? ".",
        cells: ["  " + info.name, info.version, file, info.summary]
      )
    }
    let lines = columns(rows.map(\.cells))
    for folder in Set(rows.map(\.folder)).sorted() {
      console.result("\(folder)")
      for (row, line) in zip(rows, lines) where row.folder == folder { console.result(line) }
    }
  }

  private func explain(_ name: String, among all: [EffectInfo], _ console: Console) throws {
    guard let info = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name)
      let hint =
        nearest(to: name, in: names).map { "Did you mean \"\($0)\"?" }
        ?? "Available: \(names.joined(separator: ", "))."
      throw Failure(.dataError, "Unknown \(kind) \"\(name)\". \(hint)")
    }
    if json {
      console.result(info.json.text(pretty: true))
      return
    }
    if markdown {
      console.result(EffectPage(of: info).text)
      return
    }
    console.result("\(name) \(info.version): \(info.summary)")
    if let plugin = info.plugin { console.result("From \(plugin)") }
    let origin = [info.author, info.licence, info.homepage].filter { !$0.isEmpty }
    if !origin.isEmpty { console.result("By \(printable(origin.joined(separator: ", ")))") }
    console.result("")
    let rows = ParameterRow.rows(of: info.parameters)
    for line in columns(rows) { console.result("  " + line) }
    guard let example = info.example else { return }
    console.result("")
    console.result("Example layer:")
    console.result("")
    for line in example.text(pretty: true).split(separator: "\n") { console.result("  " + line) }
  }
}

/// The reference page of an effect in Markdown, made from what it declares.
private struct EffectPage {
  /// The page, without a newline at its end.
  let text: String

  /// - Parameter effect: A declaration, as the worker lists it.
  init(of effect: EffectInfo) {
    let origin = [effect.author, effect.licence, effect.homepage].filter { !$0.isEmpty }
    let by = origin.isEmpty ? "" : " By \(origin.joined(separator: ", "))."
    var parts = ["# \(effect.name)", effect.summary, "Version \(effect.version).\(by)"]
    let rows = ParameterRow.rows(of: effect.parameters)
    if !rows.isEmpty { parts += ["## Parameters", Self.table(rows)] }
    if let example = effect.example {
      parts += ["## Example layer", "```json\n\(example.text(pretty: true))\n```"]
    }
    text = parts.joined(separator: "\n\n")
  }

  private static func table(_ rows: [[String]]) -> String {
    let lines = rows.map { row in
      let isWord = row[2] == "required" || row[2] == "–"
      // What is inside an object follows in rows of its own.
      let values = row[1].replacing("an object:", with: "an object")
      let cells = ["`\(row[0])`", values, isWord ? row[2] : "`\(row[2])`", row[3]]
      return "| "
        + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
    return (["| key | values | default | description |", "|---|---|---|---|"] + lines)
      .joined(separator: "\n")
  }
}
