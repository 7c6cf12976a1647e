/// An invalid job, and the expected diagnostics.
package struct DiagnosticCase: Sendable, CustomStringConvertible {
  /// The error and its position, in kebab-case; unique.
  package let name: String
  /// The complete document.
  package let job: String
  /// Its errors in document order, as programs receive them.
  package let told: [Told]
  /// Whether a JSON Schema of the format and of the effects in ``TestEffects`` can reject it. It cannot check
  /// combinations of distant values, files or syntax.
  package let schemaSees: Bool

  /// One error, in its parts.
  package struct Told: Sendable, Hashable {
    package let code: String
    package let line: Int
    package let column: Int
    /// As users see it: `layers[0].opacity`; empty for the document itself.
    package let path: String
    package let message: String
  }

  /// The lines that users see.
  package var expected: [String] {
    told.map { diagnostic in
      "story.json:\(diagnostic.line):\(diagnostic.column): "
        + (diagnostic.path.isEmpty ? "" : "\(diagnostic.path): ") + diagnostic.message
    }
  }

  /// The name of a parameterised test's case.
  package var description: String { name }
}

extension DiagnosticCase {
  /// A complete document; each of `told` has the form `out-of-range at 2:13: layers[0].opacity: 2 is outside 0…1.`
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
  /// Parses `CODE at LINE:COLUMN: PATH: MESSAGE`. A path contains spaces in brackets only; an error of the document
  /// itself has no path.
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
