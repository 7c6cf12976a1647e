/// Lines under, over or through a text: `"underline"`, or an object with their colour and thickness.
public struct TextDecoration: ParameterRecord, Hashable {
  /// Position of a line, with CSS's keywords.
  public enum Line: String, ParameterChoice, Hashable {
    /// Under the letters.
    case underline
    /// Over the letters.
    case overline
    /// Through the letters.
    case lineThrough = "line-through"
  }

  @Parameter("Position of the line, or a list of several") public var line = ChoiceList<Line>([
    .underline
  ])
  @Parameter("Colour of the lines; that of the letters if not given") public var color: Color? = nil
  @Parameter("Thickness; 1/10 of the font size if not given", unit: .pixels, in: 0.1...1000)
  public var thickness: Double? = nil

  /// Creates an underline.
  public init() {}

  public static var shape: ParameterShape {
    .union([Line.shape, .record(Declarations.of(Self.self) { Self() }.all)])
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    self.init()
    switch json {
    case .string:
      guard let one = Line(from: json, &decoding) else { return nil }
      line = ChoiceList([one])
    case .object:
      let before = decoding.diagnostics.count
      decodeParameters(of: self, from: json, validate: validate, &decoding)
      guard decoding.diagnostics.count == before else { return nil }
    default:
      decoding.reportType(
        json, expected: "\(Line.shape.words), or an object such as {\"line\": \"underline\"}")
      return nil
    }
  }
}

/// Whether decoration lines leave gaps, as CSS's `text-decoration-skip-ink`.
public enum SkipInk: String, ParameterChoice {
  /// Straight lines leave gaps where letters cross them.
  case auto
  /// Lines are whole.
  case none
}

/// One word of a choice, or a list of several without duplicates.
public struct ChoiceList<Choice: ParameterChoice & Hashable>: Hashable, ParameterValue {
  /// The choices in the order of the job, at least one.
  public let choices: [Choice]

  /// Creates a list of at least one choice.
  public init(_ choices: [Choice]) { self.choices = choices }

  public static var shape: ParameterShape {
    .union([Choice.shape, .list(of: Choice.shape, count: 1...Choice.allCases.count)])
  }

  public var json: JSON {
    choices.count == 1 ? choices[0].json : .array(choices.map(\.json))
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard case .array(let words) = json else {
      guard case .string = json else {
        decoding.reportType(json, expected: "\(Choice.shape.words), or a list of them")
        return nil
      }
      guard let one = Choice(from: json, &decoding) else { return nil }
      choices = [one]
      return
    }
    guard !words.isEmpty else {
      decoding.report(.outOfRange, "expected at least one word, found a list of 0.")
      return nil
    }
    var found: [Choice] = []
    let before = decoding.diagnostics.count
    for (index, word) in words.enumerated() {
      decoding.at(.index(index)) { decoding in
        guard let choice = Choice(from: word, &decoding) else { return }
        if found.contains(choice) {
          decoding.report(.conflict, "\(word.description) is given twice.")
        } else {
          found.append(choice)
        }
      }
    }
    guard decoding.diagnostics.count == before else { return nil }
    choices = found
  }
}
