/// A word of a text and its annotation, without markup: `{"match": "漢字", "text": "かんじ"}`.
public struct RubyAnnotation: ParameterRecord, Hashable {
  @Parameter("Words of the text that have the annotation wherever they are; case-sensitive")
  public var match: String? = nil
  @Parameter(
    "Characters of the text that have the annotation: the first one, from 0, and the one after the last",
    in: 0...1_000_000)
  public var range: [Int]? = nil
  @Parameter("The annotation") public var text: String
  @Parameter("Font size of the annotation in that of the words", in: 0.1...1) public var size = 0.5

  /// Creates an annotation without words.
  public init() {}

  /// - Returns: Errors for missing words, and for characters that are none.
  public func validate() -> [ParameterDiagnostic] {
    var diagnostics: [ParameterDiagnostic] = []
    switch (match, range) {
    case (nil, nil):
      diagnostics.append(
        ParameterDiagnostic(
          .missingKey, "\"match\" or \"range\" is missing.", candidates: ["match", "range"]))
    case (.some, .some):
      diagnostics.append(
        ParameterDiagnostic(
          .conflict, "\"range\" cannot be combined with \"match\".", at: "range"))
    case (let words?, nil):
      if words.isEmpty {
        diagnostics.append(
          ParameterDiagnostic(
            .invalidValue, "expected at least one character, found \"\".", at: "match"))
      }
    case (nil, let range?):
      if range.count != 2 || range[0] >= range[1] {
        diagnostics.append(
          ParameterDiagnostic(
            .invalidValue,
            "expected two increasing numbers such as [0, 2], found \(range).", at: "range"))
      }
    }
    if $text.isGiven, text.isEmpty || text.contains(where: \.isNewline) {
      diagnostics.append(
        ParameterDiagnostic(
          .invalidValue,
          "expected an annotation of one line, found \(JSON.string(text).description).", at: "text")
      )
    }
    return diagnostics
  }
}
