import ScrimDocument
import ScrimJSON

extension RedactionCheck.Outcome {
  var isProven: Bool {
    if case .independent = self { true } else { false }
  }

  /// As people read it.
  func lines(of image: String) -> [String] {
    switch self {
    case .independent(let runs, let blurred, _):
      return ["\(image): does not depend on concealed words"]
        + runs.flatMap(\.listing)
        + blurred.map { "  \($0): a part is only blurred; nothing is proven of it" }
    case .dependent(let found):
      return ["\(image): depends on concealed words"]
        + found.flatMap { dependence in
          [dependence.content.listing] + dependence.changes.map { "    \($0)" }
        }
    case .undecided(let content, let reason):
      return ["\(image): not decided", content.listing, "    \(reason)"]
    }
  }

  /// As programs read it, where it is no receipt.
  func json(of image: String) -> JSON {
    switch self {
    case .independent: return ["image": .string(image), "result": "independent"]
    case .dependent(let found):
      return [
        "image": .string(image), "result": "dependent",
        "concealed": .array(
          found.map { dependence in
            .object(
              dependence.content.members + [
                JSON.Member("changes", .array(dependence.changes.map(JSON.string)))
              ])
          }),
      ]
    case .undecided(let content, let reason):
      return [
        "image": .string(image), "result": "undecided",
        "concealed": [.object(content.members)], "reason": .string(reason),
      ]
    }
  }
}

extension ConcealedContent {
  /// As in "  #body: lines 2 to 4 of layers[0].text.string, by paywall-blur".
  fileprivate var listing: String {
    Self.listing(of: layer, lines, pointer ?? "", effects)
  }

  static func listing(
    of layer: String, _ lines: [Int], _ pointer: String, _ effects: [String]
  ) -> String {
    let numbers =
      lines.count == 2
      ? lines[0] == lines[1] ? "line \(lines[0]) of " : "lines \(lines[0]) to \(lines[1]) of " : ""
    let path = [PathElement](pointer: pointer)?.displayPath ?? pointer
    return "  \(layer): \(numbers)\(path), by \(effects.joined(separator: ", "))"
  }

  fileprivate var members: [JSON.Member] {
    [
      JSON.Member("layer", .string(layer)), JSON.Member("pointer", .string(pointer ?? "")),
      JSON.Member("effects", .array(effects.map(JSON.string))),
      JSON.Member("lines", .array(lines.map(JSON.integer))),
    ]
  }
}

extension Receipt.Run {
  fileprivate var listing: [String] {
    var lines = [
      ConcealedContent.listing(of: layer, self.lines, pointer, effects),
      "    other words rendered: \(variants.joined(separator: ", "))",
    ]
    if !mayReveal.isEmpty {
      lines.append("    may reveal: \(mayReveal.map(\.words).joined(separator: ", "))")
    }
    if !alsoIn.isEmpty {
      let places = alsoIn.map { [PathElement](pointer: $0)?.displayPath ?? $0 }
      lines.append("    some of the words are also in \(places.joined(separator: ", "))")
    }
    return lines
  }
}

extension Receipt.Fact {
  fileprivate var words: String {
    switch (Name(rawValue: name), value) {
    case (.lines, .integer(let count)): "\(count) \(count == 1 ? "line" : "lines")"
    case (.script, .string(let script)): "script \(script)"
    case (.script, _): "no letters"
    case (.lineEnd, .boolean(true)): "the next word does not fit"
    case (.lineEnd, _): "a paragraph ends after the visible words"
    case (.styles, .integer(let count)):
      "\(count == 0 ? "no" : "\(count)") \(count == 1 ? "style" : "styles") of the whole text"
    case (.nextWord, _): "the next word"
    default: name
    }
  }
}
