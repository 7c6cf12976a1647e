import ScrimJSON
import ScrimTemplate
import Testing

/// Numbers and dates as people write them. Results of `group`, `percent` and `date` are ICU's.
@Suite struct FormatTests {
  @Test(arguments: [
    ("fixed(1234.5, 2)", "1234.50"), ("fixed(0.1 + 0.2, 2)", "0.30"), ("fixed(1.005, 2)", "1.01"),
    ("fixed(2.5, 0)", "3"), ("fixed(-2.5, 0)", "-3"), ("fixed(9.999, 2)", "10.00"),
    ("fixed(-0.001, 2)", "0.00"), ("fixed(1 / 3, 3)", "0.333"), ("fixed(0.0000001, 3)", "0.000"),
    ("fixed(0.0000001, 8)", "0.00000010"), ("fixed(12, 1)", "12.0"), ("fixed('7.5', 2)", "7.50"),
    ("fixed('1e3', 1)", "1000.0"), ("fixed(0, 0)", "0"),
    ("group(1234567.5, 'en')", "1,234,567.5"), ("group(1234567.5, 'de')", "1.234.567,5"),
    ("group(1234, 'es')", "1234"), ("group(12345, 'es')", "12.345"),
    ("group(12345678, 'hi')", "1,23,45,678"), ("group(12345678, 'en-IN')", "1,23,45,678"),
    ("group(1234567, 'fr')", "1\u{202f}234\u{202f}567"), ("group(1234567, 'de-CH')", "1’234’567"),
    ("group(-1234, 'sv')", "−1\u{a0}234"), ("group(999, 'de')", "999"),
    ("group(fixed(1234.5, 2), 'de')", "1.234,50"), ("group(1234.5, 'de_DE')", "1.234,5"),
    ("group(1234.5, 'PT-br')", "1.234,5"),
    ("percent(0.5)", "50%"), ("percent(0.125)", "12.5%"), ("percent(0.07)", "7%"),
    ("percent(0.29)", "29%"), ("percent(1 / 3, 1)", "33.3%"), ("percent(-0.05)", "-5%"),
    ("percent(0.125, 1, 'de')", "12,5\u{a0}%"), ("percent(0.5, 0, 'tr')", "%50"),
    ("percent(12, 0, 'en')", "1,200%"),
    ("date('2026-11-28', 'd. MMMM y', 'de')", "28. November 2026"),
    ("date('2026-03-01', 'EEEE, d MMMM y', 'fr')", "dimanche, 1 mars 2026"),
    ("date('2026-03-01', 'LLLL y', 'ru')", "март 2026"),
    ("date('2026-03-01', 'd MMMM', 'ru')", "1 марта"),
    ("date('2026-03-07', 'd MMM yy', 'en')", "7 Mar 26"),
    ("date('2026-11-28', 'y年M月d日 EEEE', 'ja')", "2026年11月28日 土曜日"),
    ("date('2024-02-29', 'dd.MM.yyyy')", "29.02.2024"),
    ("date('2026-11-28T18:05:09+02:00', 'HH:mm:ss')", "18:05:09"),
    ("date('2026-11-28T00:05Z', \"h:mm a\", 'en')", "12:05 AM"),
    ("date('2026-11-28 13:05', 'h:mm a', 'en')", "1:05 PM"),
    ("date('1900-01-01', 'EEEE', 'en')", "Monday"), ("date('0001-01-01', 'EEEE', 'en')", "Monday"),
  ])
  func texts(expression: String, text: String) {
    expect(expression: expression, is: JSON.string(text).text())
  }

  @Test func apostrophesQuoteText() {
    expect(
      expression: #"date("2026-11-28", "d 'de' MMMM ''yy", "es")"#, is: #""28 de noviembre '26""#)
  }

  @Test(arguments: [
    ("mod(7, 3)", "1"), ("mod(-1, 3)", "2"), ("mod(1, -3)", "-2"), ("mod(6, 3)", "0"),
    ("mod(-6, 3)", "0"), ("mod(5.5, 2)", "1.5"), ("mod(0, 4)", "0"),
  ])
  func remainders(expression: String, number: String) {
    expect(expression: expression, is: number)
  }

  @Test(arguments: [
    ("fixed(1)", "fixed expects 2 arguments, found 1."),
    (
      "fixed('a', 2)",
      #"fixed expects a number, or digits with a decimal point such as "-12.50" as argument 1, found "a"."#
    ),
    ("fixed(1, 21)", "fixed expects a number of digits, 0 to 20 as argument 2, found 21."),
    ("group(1, 'ar')", #"group: the language "ar" is not known."#),
    ("group(1, 'de-LI')", #"group: the language "de-LI" is not known."#),
    ("mod(1, 0)", "mod: division by zero."),
    (
      "date('28.11.2026', 'y')",
      #"date expects a date such as "2026-11-28" or "2026-11-28T18:30:00Z" as argument 1"#
    ),
    ("date('2026-02-29', 'y')", "date expects a date"),
    ("date('2026-11-28', 'MMMM')", #"date: "MMMM" is a name: give the language as argument 3."#),
    ("date('2026-11-28', 'HH')", #"date: "HH" is of a time, but the date has none."#),
    (
      "date('2026-11-28', 'YYYY')",
      #"date: "YYYY" is not a field of a pattern: allowed are y, yy, yyyy, "#
    ),
    ("number('1,5')", #"number expects a decimal number such as "-12.5", found "1,5"."#),
  ])
  func errors(expression: String, message: String) throws {
    let error = try failure(expression: expression)
    #expect(error.message.contains(message), "\(error.message)")
  }

  /// Inputs of templates that are older than the functions keep their names.
  @Test func inputsHideTheFunctions() throws {
    var errors: [Diagnostic] = []
    let document = try Node.parse(
      #"{"inputs": {"date": {"type": "string"}, "mod": {"type": "number"}}}"#.utf8)
    _ = TemplateInputs(document, errors: &errors)
    #expect(errors.isEmpty)
    expect(#""${date}""#, in: #"{"date": "today"}"#, is: #""today""#)
  }

  /// The table has a complete line for each language that it names.
  @Test func allLanguagesAreComplete() throws {
    #expect(Language.tags.count == 81)
    func written(_ dates: [String], _ pattern: String, _ tag: String) throws -> Set<String> {
      try Set(
        dates.map {
          let expression = JSON.string("date('\($0)', '\(pattern)', '\(tag)')").text()
          return try evaluate(#"{"$eval": \#(expression)}"#).json.text()
        })
    }
    let months = (1...12).map { "2026-\($0 < 10 ? "0" : "")\($0)-01" }
    let days = (1...7).map { "2026-03-0\($0)" }
    for tag in Language.tags {
      for pattern in ["MMMM", "MMM", "LLLL", "LLL"] {
        #expect(try written(months, pattern, tag).count == 12, "\(tag) \(pattern)")
      }
      for pattern in ["EEEE", "EEE"] {
        #expect(try written(days, pattern, tag).count == 7, "\(tag) \(pattern)")
      }
      let half = try written(["2026-03-01T01:00", "2026-03-01T13:00"], "a", tag)
      #expect(half.count == 2, "\(tag)")
      expect(expression: "percent(0.5, 0, '\(tag)') != '50'", is: "true")
    }
  }

  /// A name with U+202E turns itself around, not the rest of the card.
  @Test(
    arguments: [
      ("\u{202e}evil", "\u{202e}evil\u{202c}", "U+202E"),
      ("a\u{2067}b", "a\u{2067}b\u{2069}", "U+2067"),
      ("\u{202a}\u{2068}x", "\u{202a}\u{2068}x\u{2069}\u{202c}", "U+202A"),
      ("\u{2066}\u{202b}x\u{2069}", "\u{2066}\u{202b}x\u{2069}", nil),
      ("\u{202a}x\u{202c}\u{202e}y", "\u{202a}x\u{202c}\u{202e}y\u{202c}", "U+202E"),
      ("\u{202e}x\u{202c}", "\u{202e}x\u{202c}", nil), ("\u{202e}x\ny", "\u{202e}x\ny", nil),
      ("\u{2066}x\u{202c}", "\u{2066}x\u{202c}\u{2069}", "U+2066"),
      ("plain \u{2026}", "plain \u{2026}", nil),
    ] as [(String, String, String?)])
  func directionsEndWithTheirCell(name: String, drawn: String, warning: String?) throws {
    let bytes = Array(
      #"{"inputs": {"name": {"type": "string"}}, "scrim": 1, "layers": [{"text": {"string": "Hello ${name}!"}}]}"#
        .utf8)
    let template = try JobTemplate(bytes, Node.parse(bytes))
    let row = JobTemplate.Row(number: 3, cells: [("name", .text(name))])
    let found = template.evaluate(row, job: "card")[0]
    let job = try Node.parse(try found.document.get())
    #expect(job["layers"]?.array?[0]["text"]?["string"]?.string == "Hello \(drawn)!")
    #expect(found.warnings.map(\.code) == (warning == nil ? [] : ["open-direction"]))
    guard let warning, let first = found.warnings.first else { return }
    #expect(
      first.message
        == "\(warning), which changes the direction of what follows it, is not ended in the text; it ends there."
    )
    #expect(first.template?.row == 3 && first.template?.columns == ["name"])
  }

  @Test(
    arguments: [
      ("${0.1 + 0.2}", "0.1 + 0.2 is 0.30000000000000004"),
      ("${1 / 3}", "1 / 3 is 0.3333333333333333"),
      ("${0.0000001}", "0.0000001 is 1e-07"), ("${str(1.1 * 3)}", "is 3.3000000000000003"),
      ("${join([1.1 * 3], '')}", "is 3.3000000000000003"), ("${0.1 + 0.25}", nil),
      ("${2 / 4}", nil),
      ("${9007199254740991}", nil), ("${fixed(0.1 + 0.2, 1)}", nil), ("${0.1 + 0.2 < 1}", nil),
    ] as [(String, String?)])
  func artefactsAreWarnings(text: String, warning: String?) throws {
    let bytes = Array(
      #"{"inputs": {}, "scrim": 1, "layers": [{"text": {"string": "\#(text)"}}]}"#.utf8)
    let template = try JobTemplate(bytes, Node.parse(bytes))
    let found = template.evaluate(JobTemplate.Row(number: 3), job: "card")[0].warnings
    #expect(found.count == (warning == nil ? 0 : 1))
    guard let warning, let first = found.first else { return }
    #expect(first.message.contains(warning), "\(first.message)")
    #expect(first.message.hasSuffix("for two digits, or use group or percent."))
    #expect(first.code == "float-artefact")
    #expect(first.template?.row == 3)
    #expect(first.position?.line == 1)
  }
}
