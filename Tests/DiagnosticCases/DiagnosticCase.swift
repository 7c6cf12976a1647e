/// A wrong job, and what Scrim says of it.
package struct DiagnosticCase: Sendable, CustomStringConvertible {
  /// What is wrong and where, in kebab-case; unique.
  package let name: String
  /// The whole document.
  package let job: String
  /// Its errors in document order, as a program gets them.
  package let told: [Told]
  /// Whether a JSON Schema of the format and of the effects in ``TestEffects`` can reject it: not
  /// what needs more than one place of the document, its files or its syntax.
  package let schemaSees: Bool

  /// One error, in its parts.
  package struct Told: Sendable, Hashable {
    package let code: String
    package let line: Int
    package let column: Int
    /// As people write it: `layers[0].opacity`; empty for the whole document.
    package let path: String
    package let message: String
  }

  /// The lines that people see.
  package var expected: [String] {
    told.map { diagnostic in
      "story.json:\(diagnostic.line):\(diagnostic.column): "
        + (diagnostic.path.isEmpty ? "" : "\(diagnostic.path): ") + diagnostic.message
    }
  }

  /// The kind of each error.
  package var codes: [String] { told.map(\.code) }

  /// How a test that has a case as its argument is called.
  package var description: String { name }
}

extension DiagnosticCase {
  /// A whole document; each of `told` is such as
  /// `out-of-range at 2:13: layers[0].opacity: 2 is outside 0…1.`
  static func job(
    _ name: String, schemaSees: Bool = true, _ job: String, _ told: String...
  ) -> DiagnosticCase {
    DiagnosticCase(name: name, job: job, told: told.map(Told.init), schemaSees: schemaSees)
  }

  /// A job of one layer, whose keys begin in line 2, column 2.
  static func layer(
    _ name: String, schemaSees: Bool = true, _ keys: String, _ told: String...
  ) -> DiagnosticCase {
    DiagnosticCase(
      name: name, job: JobSample.layer(keys), told: told.map(Told.init), schemaSees: schemaSees)
  }

  /// A job of several layers, each in a line of its own from line 2 on.
  static func layers(
    _ name: String, schemaSees: Bool = true, _ layers: [String], _ told: String...
  ) -> DiagnosticCase {
    DiagnosticCase(
      name: name, job: JobSample.layers(layers), told: told.map(Told.init), schemaSees: schemaSees)
  }

  /// A job with this `output`, which begins in line 2, column 11.
  static func output(
    _ name: String, schemaSees: Bool = true, _ output: String, _ told: String...
  ) -> DiagnosticCase {
    DiagnosticCase(
      name: name, job: JobSample.output(output), told: told.map(Told.init), schemaSees: schemaSees)
  }
}

extension DiagnosticCase.Told {
  /// Takes apart `CODE at LINE:COLUMN: PATH: MESSAGE`. A path has spaces in brackets only; what is
  /// wrong with the whole document has no path.
  init(_ text: String) {
    var rest = Substring(text)
    code = String(Self.take(&rest, to: " at "))
    line = Int(Self.take(&rest, to: ":")) ?? 0
    column = Int(Self.take(&rest, to: ": ")) ?? 0
    var isInBrackets = false
    let start = rest.prefix { character in
      if character == "[" || character == "]" { isInBrackets = character == "[" }
      return isInBrackets || character != " "
    }
    if start.last == ":" {
      path = String(start.dropLast())
      rest = rest[start.endIndex...].dropFirst()
    } else {
      path = ""
    }
    message = String(rest)
  }

  private static func take(_ text: inout Substring, to mark: String) -> Substring {
    var end = text.startIndex
    while end < text.endIndex, !text[end...].hasPrefix(mark) { end = text.index(after: end) }
    defer { text = text[end...].dropFirst(mark.count) }
    return text[..<end]
  }
}
