import ScrimJSON
import ScrimProtocol

/// The reference page of an effect in Markdown, made from what it declares.
struct EffectPage {
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
