import ScrimJSON
import ScrimTemplate
import Testing

/// Templates with inputs, variants and rows, and where errors of their jobs come from.
@Suite struct JobTemplateTests {
  private func template(_ text: String) throws -> JobTemplate {
    try JobTemplate(Array(text.utf8), try Node.parse(text.utf8))
  }

  private func errors(_ text: String) throws -> [String] {
    do {
      _ = try template(text)
      return []
    } catch let error as TemplateDiagnostics {
      return error.diagnostics.map { "\($0.path.displayPath): \($0.message)" }
    }
  }

  private func documents(_ evaluated: [JobTemplate.Evaluated]) throws -> [String] {
    try evaluated.map { String(decoding: try $0.document.get(), as: UTF8.self) }
  }

  private static let card = #"""
    {
      "inputs": {
        "name": {"type": "string", "column": "First name", "examples": ["Ada"]},
        "price": {"type": "number", "default": 0},
        "size": {"type": "string", "default": "1"},
        "width": {"type": "integer", "default": 100},
        "tags": {"type": "array", "default": []}
      },
      "canvas": {"width": {"$eval": "width"}, "height": 5},
      "layers": [
        {"id": "a", "text": {"string": "Hello ${name}", "size": {"$eval": "size"}}},
        {"$if": "price > 0", "then": {"id": "p", "text": {"string": "€ ${price}"}}},
        {"$flatten": [
          [{"id": "b"}],
          {"$map": {"$eval": "tags"}, "each(tag,i)": {"id": "tag-${tag}", "text": {"size": "${tag}${job}"}}}
        ]}
      ],
      "output": {"$merge": [{"file": "${row}-${name}.png"}, {"quality": "${size}", "$$x": 1}]}
    }
    """#

  @Test func aRowGivesADocument() throws {
    let row = JobTemplate.Row(
      number: 7, cells: [("First name", .text("A/da")), ("price", .text("2.50"))])
    let evaluated = try template(Self.card).evaluate(row, job: "card")
    #expect(evaluated.map(\.name) == ["card-7"])
    #expect(
      try documents(evaluated) == [
        #"{"canvas":{"width":100,"height":5},"layers":[{"id":"a","text":{"string":"Hello A/da","size":"1"}},"#
          + #"{"id":"p","text":{"string":"€ 2.5"}},{"id":"b"}],"output":{"file":"7-A-da.png","quality":"1","$x":1}}"#
      ])
  }

  /// A name that is shown in another order would hide its extension.
  @Test func valuesInFileNamesHaveNoSeparatorsControlsOrDirections() throws {
    let name = "a/b\\c\u{1B}d\u{202E}gnp\u{2066}e\u{200F}f\u{2028}ü"
    let row = JobTemplate.Row(
      number: 7, cells: [("First name", .text(name)), ("price", .text("0"))])
    let document = try documents(template(Self.card).evaluate(row, job: "card"))[0]
    #expect(document.contains(#""file":"7-a-b-c-d-gnp-e-f-ü.png""#), "\(document)")
  }

  @Test func variantsTakePrecedenceOverDefaultsRowsOverVariantsSettingsOverRows() throws {
    let template = try template(
      #"""
      {"inputs": {"w": {"type": "integer", "default": 1, "column": "W"}, "v": {"type": "integer", "default": 1}},
       "variants": [{"variant": "og", "w": 2, "v": 2}, {"variant": "story"}],
       "x": ["${variant}", {"$eval": "w"}, {"$eval": "v"}]}
      """#)
    let evaluated = template.evaluate(.init(), job: "j")
    #expect(evaluated.map(\.name) == ["j-og", "j-story"])
    #expect(evaluated.map(\.variant) == ["og", "story"])
    #expect(try documents(evaluated) == [#"{"x":["og",2,2]}"#, #"{"x":["story",1,1]}"#])
    let row = JobTemplate.Row(number: 3, cells: [("W", .text("3")), ("v", .text(""))])
    #expect(
      try documents(template.evaluate(row, job: "j")) == [
        #"{"x":["og",3,2]}"#, #"{"x":["story",3,1]}"#,
      ])
    let set = template.evaluate(row, job: "j", settings: [("w", "4"), ("w", "5")])
    #expect(try documents(set).first == #"{"x":["og",5,2]}"#)
    #expect(set.map(\.name) == ["j-3-og", "j-3-story"])
  }

  /// A cell of a table is often empty for want of a value; a setting is not.
  @Test func anEmptySettingOfAStringIsGiven() throws {
    let template = try template(
      #"""
      {"inputs": {"a": {"type": "string", "default": "d", "column": "A"}, "n": {"type": "number", "default": 3},
        "c": {"type": "color", "default": "red"}, "long": {"type": "string", "default": "x", "minLength": 1}},
       "x": ["${a}", {"$eval": "n"}, "${c}"]}
      """#)
    let row = JobTemplate.Row(number: 3, cells: [("A", .text("b"))])
    let settings = [("a", ""), ("n", ""), ("c", "")].map { (input: $0.0, text: $0.1) }
    #expect(
      try documents(template.evaluate(row, job: "j", settings: settings))
        == [#"{"x":["",3,"red"]}"#])
    #expect(template.violations(of: settings) == [])
    #expect(
      template.violations(of: [("long", "")])
        == ["long: the text has 0 characters, fewer than 1."])
  }

  @Test func nullIsNotGiven() throws {
    let template = try template(
      #"{"inputs": {"a": {"type": "string", "default": "d"}}, "x": "${a}"}"#)
    let null = try Node.parse("null".utf8)
    #expect(
      try documents(template.evaluate(.init(cells: [("a", .value(null))]), job: "j"))
        == [#"{"x":"d"}"#])
  }

  @Test func examplesMakeASample() throws {
    let template = try template(Self.card)
    let document = try documents(template.evaluate(template.sample, job: "card"))[0]
    #expect(document.contains(#""string":"Hello Ada""#))
    #expect(document.contains(#""file":"1-Ada.png""#))
  }

  @Test(arguments: [
    (
      #"{"inputs": {}, "variants": {}}"#,
      ["variants: expected an array of 1…100 variants, found an object."]
    ),
    (
      #"{"inputs": {}, "variants": []}"#,
      ["variants: expected an array of 1…100 variants, found 0."]
    ),
    (
      #"{"inputs": {"width": {"type": "number"}}, "variants": [{"width": 1}, {"variant": "a/b", "widht": 1}]}"#,
      [
        #"variants[0]: "variant", the name of the variant, is required."#,
        #"variants[1].widht: unknown key "widht". Did you mean "width"?"#,
        #"variants[1].variant: "a/b" is not a name of a variant: 1…64 letters (a–z, A–Z), digits, - and _."#,
      ]
    ),
    (
      #"{"inputs": {"w": {"type": "number"}}, "variants": [{"variant": "a", "w": "x"}, {"variant": "a"}]}"#,
      [
        #"variants[0].w: "x" is not a number."#,
        #"variants[1].variant: the variant "a" is there twice, first as item 0."#,
      ]
    ),
  ])
  func wrongVariants(text: String, messages: [String]) throws {
    #expect(try errors(text) == messages)
  }

  @Test func allErrorsThatNeedNoValuesAreFound() throws {
    let found = try errors(
      #"""
      {"inputs": {"a": {"type": "number"}},
       "x": ["${a +}", {"$if": "a >", "then": {"$eval": "1 1"}, "else": "${"}],
       "k${": 1, "effects": [{"effect": "${a}"}], "$nope": 1,
       "y": [{"$map": [{"$find": [1], "each(v)": "v ="}], "each(v)": "${v..w}"},
         {"$switch": {"a ==": {"$eval": "("}, "$default": {"$sort": [], "by(v)": "-"}}},
         {"$let": {"b": "${)}"}, "in": {"$flatten": "${[}"}}, {"markup": {"$eval": "a"}},
         {"markup": {"$markup": "${]}"}}, {"$if": "a", "$eval": "b"}, 9007199254740993]}
      """#)
    let paths = found.map { $0.split(separator: ": ", maxSplits: 1).first.map(String.init) ?? "" }
    #expect(
      paths == [
        "x[0]", #"x[1].$if"#, "x[1].then.$eval", "x[1].else", #"["k${"]"#, "effects[0].effect",
        "$nope", #"y[0].$map[0]["each(v)"]"#, #"y[0]["each(v)"]"#, #"y[1].$switch["a =="]"#,
        #"y[1].$switch["a =="].$eval"#, #"y[1].$switch.$default["by(v)"]"#, "y[2].$let.b",
        "y[2].in.$flatten", "y[3].markup", "y[4].markup.$markup", "y[5]", "y[6]",
      ])
  }

  @Test func wrongSettings() throws {
    let template = try template(Self.card)
    #expect(
      template.violations(of: [("nam", "x"), ("price", "much"), ("size", ""), ("name", "Ada")]) == [
        #"the template has no input "nam". Did you mean "name"?"#,
        #"price: "much" is not a number."#,
      ])
  }

  @Test func errorsOfValuesNameRowAndColumn() throws {
    let row = JobTemplate.Row(
      number: 17, cells: [("First name", .text("Ada")), ("price", .text("big"))])
    let result = try template(Self.card).evaluate(row, job: "card")[0].document
    guard case .failure(let error) = result else { throw TestError.noObject }
    #expect(
      error.diagnostics.map { $0.text(file: "card.json") } == [
        #"card.json:4:14 (row 17, column "price"): inputs.price: "big" is not a number."#
      ])
  }

  @Test func errorsOfExpressionsPointAtTheCharacter() throws {
    let template = try template(
      #"""
      {"inputs": {"n": {"type": "number"}},
       "x": {"y": ["${n.z}"]}}
      """#)
    let row = JobTemplate.Row(number: 2, cells: [("n", .text("1"))])
    guard case .failure(let error) = template.evaluate(row, job: "j")[0].document else {
      throw TestError.noObject
    }
    let diagnostic = try #require(error.diagnostics.first)
    #expect(diagnostic.text(file: "t").hasPrefix(#"t:2:18 (row 2, column "n"): x.y[0]: "#))
    #expect(diagnostic.code == "template-error")
  }

  /// The place of an error at a path of the result.
  private func place(_ path: [PathElement]) throws -> String {
    let tags = try Node.parse(#"["u", "v", "u"]"#.utf8)
    let row = JobTemplate.Row(
      number: 17,
      cells: [("First name", .text("Ada")), ("price", .text("1")), ("tags", .value(tags))])
    let located = try template(Self.card).located(
      [Diagnostic(code: "c", message: "M.", path: path)], row, variant: nil, job: "card")
    let place = try #require(located.first?.template)
    #expect(located.first?.position == (try Node.parse(Self.card.utf8))[place.path]?.position)
    #expect(located.first?.path == path)
    return "\(place.path.pointer) (\(place.words))"
  }

  @Test(
    arguments: [
      (["canvas", "height"], "/canvas/height (row 17)"),
      (["canvas", "width"], #"/canvas/width/$eval (row 17, column "width")"#),
      (["layers", 0, "text", "size"], #"/layers/0/text/size/$eval (row 17, column "size")"#),
      (
        ["layers", 1, "text", "string"], #"/layers/1/then/text/string (row 17, column "price")"#
      ),
      (["layers", 2, "id"], "/layers/2/$flatten/0/0/id (row 17)"),
      (
        ["layers", 4, "text", "size"],
        #"/layers/2/$flatten/1/each(tag,i)/text/size (row 17, column "tags")"#
      ),
      (["layers", 9, "text"], "/layers (row 17)"),
      (["output", "file"], #"/output/$merge/0/file (row 17, column "First name")"#),
      (["output", "quality"], #"/output/$merge/1/quality (row 17, column "size")"#),
    ] as [([PathElement], String)])
  func errorsOfJobsHaveTheirPlaceInTheTemplate(path: [PathElement], text: String) throws {
    #expect(try place(path) == text)
  }

  @Test func anIDThatMapGivesTwiceNamesBothItems() throws {
    let template = try template(
      #"""
      {"inputs": {"tags": {"type": "array"}},
       "layers": [{"$map": {"$eval": "tags"}, "each(tag)": {"id": "${tag}"}}]}
      """#)
    let row = JobTemplate.Row(
      number: 1, cells: [("tags", .text(#"["u", "v", "u"]"#))])
    let located = template.located(
      [Diagnostic(code: "duplicate-id", message: "M.", path: ["layers", 2, "id"])], row,
      variant: nil, job: "j")
    #expect(
      located.map { $0.text(file: "t") } == [
        #"t:2:61 (row 1, column "tags"): layers[2].id: the id "u" is used twice: items 0 and 2 of $map give it."#
      ])
  }

  /// Where the last digits of each name are the row's number, no two rows can have the same.
  @Test(
    arguments: [
      (#"{"file": "${job}-${row}.png"}"#, false),
      (#"{"file": "${row}.png"}"#, false),
      (#"{"file": "${row}"}"#, false),
      (#"{"file": "${name}/${row}.png"}"#, false),
      (#"{"file": "${row}/card.png"}"#, false),
      (#"{"file": "${row}${row}-${row}.png"}"#, false),
      (#"{"format": "png"}"#, false),
      (#"[{"file": "a-${row}.png"}, {"format": "webp"}, {"file": "${name}-${row}.webp"}]"#, false),
      (#"{"// $": 1, "file": "x-${row}.png"}"#, false),
      (#"{"file": "${name}.png"}"#, true),
      (#"{"file": "card.png"}"#, true),
      (#"{"file": "${name}${row}.png"}"#, true),
      (#"{"file": "1${row}.png"}"#, true),
      (#"{"file": "x-${row}0.png"}"#, true),
      (#"{"file": "${row}-2.png"}"#, true),
      (#"{"file": "${row}-${name}.png"}"#, true),
      (#"{"file": "$${row}.png"}"#, true),
      (#"{"file": "x-${row / 2}.png"}"#, true),
      (#"{"file": "x-${row[0]}.png"}"#, true),
      (#"{"file": {"$markup": "x-${row}.png"}}"#, true),
      (#"{"fi${name}": "x.png"}"#, true),
      (#"{"$let": {"row": 1}, "in": {"file": "x-${row}.png"}}"#, true),
      (#"[{"file": "a-${row}.png"}, {"file": "b.png"}]"#, true),
      (#"{"$eval": "name"}"#, true),
    ] as [(output: String, isEvaluated: Bool)])
  func namesWithTheRowNeedNoEvaluation(output: String, isEvaluated: Bool) throws {
    let template = try template(
      #"{"inputs": {"name": {"type": "string"}}, "layers": [], "output": \#(output)}"#)
    #expect(try (template.outputsOnly() != nil) == isEvaluated)
  }
}
