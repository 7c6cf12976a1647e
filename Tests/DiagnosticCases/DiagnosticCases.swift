/// All invalid jobs that tests pin: one kind of error at one position each.
package enum DiagnosticCases {
  /// All of them, by subject.
  package static let all: [DiagnosticCase] = [
    topLevel, canvas, style, unit, layer, paint, image, mask, frame, text, textNotation, effect,
    contents,
    parameter, reference, output, font, layout,
  ].flatMap { $0 }
}
