import ScrimJSON
import ScrimTemplate
import Testing

/// Limits are errors, found before memory is allocated.
@Suite struct LimitTests {
  @Test(arguments: [
    #"{"$eval": "len(range(0, 100000000))"}"#, #"{"$eval": "range(0, 9007199254740992)"}"#,
    #"{"$eval": "range(-9007199254740992, 9007199254740992, 1)"}"#,
    #"{"$let": {"s": "0123456789"}, "in": {"$reduce": {"$eval": "range(0, 40)"}, "each(acc,x)": {"$eval": "acc + acc"}, "initial": "0123456789"}}"#,
    #"{"$reduce": {"$eval": "range(0, 40)"}, "each(acc,x)": {"$eval": "[acc, acc]"}, "initial": 1}"#,
    #"{"$reduce": {"$eval": "range(0, 40)"}, "each(acc,x)": [{"$eval": "acc"}, {"$eval": "acc"}], "initial": 1}"#,
    #"{"$reduce": {"$eval": "range(0, 40)"}, "each(acc,x)": "${acc}${acc}", "initial": "0123456789"}"#,
    #"{"$reduce": {"$eval": "range(0, 40)"}, "each(acc,x)": {"$flatten": [{"$eval": "acc"}, {"$eval": "acc"}]}, "initial": [1]}"#,
    #"{"$reduce": {"$eval": "range(0, 40)"}, "each(acc,x)": {"$mergeDeep": [{"$eval": "acc"}, {"$eval": "acc"}]}, "initial": {"a": [1]}}"#,
    #"{"$map": {"$eval": "range(0, 2000)"}, "each(x)": {"$map": {"$eval": "range(0, 2000)"}, "each(y)": 1}}"#,
    #"{"$eval": "join(range(0, 300000), join(range(0, 10000), ''))"}"#,
    #"{"$eval": "split(join(range(0, 300000), ''), '')"}"#,
    #"{"$reduce": {"$eval": "range(0, 100)"}, "each(acc,x)": {"$eval": "[acc]"}, "initial": 1}"#,
    #"{"$reduce": {"$eval": "range(0, 100)"}, "each(acc,x)": {"a": {"$eval": "acc"}}, "initial": 1}"#,
  ])
  func hugeValues(template: String) throws {
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try failure(template).kind == .limit, "\(template)")
    #expect(start.duration(to: clock.now) < .seconds(5), "\(template)")
  }

  @Test func theResultIsLimited() throws {
    let limits = TemplateLimits(resultBytes: 20)
    #expect(
      try evaluate(#""${'0123456789' + '0123'}""#, limits: limits).json.text().utf8.count <= 20)
    #expect(try failure(#""${'0123456789' + '0123456789'}""#, limits: limits).kind == .limit)
  }

  @Test(arguments: [
    ("(", "1", ")"), ("[", "1", "]"), ("-", "1", ""), ("!", "1", ""), ("{a: ", "1", "}"),
    ("abs(", "1", ")"), ("2 ** ", "0", ""),
  ])
  func expressionsNestAHundredLevels(opening: String, inner: String, closing: String) throws {
    func nested(_ depth: Int) -> String {
      String(repeating: opening, count: depth) + inner + String(repeating: closing, count: depth)
    }
    // Values nest less than expressions.
    if !"[{2".contains(opening.prefix(1)) { _ = try evaluate("{\"$eval\": \"\(nested(99))\"}") }
    #expect(try failure(expression: nested(102)).kind == .limit)
    #expect(try failure(expression: nested(100_000)).kind == .limit)
  }

  @Test func longExpressionsAreNotDeep() throws {
    let sum = Array(repeating: "1", count: 50_000).joined(separator: " + ")
    #expect(try evaluate("{\"$eval\": \"\(sum)\"}").json == 50_000)
    let access = "a" + String(repeating: "[0]", count: 50)
    #expect(
      try evaluate(
        "{\"$eval\": \"\(access)\"}",
        "{\"a\": \(String(repeating: "[", count: 50))7\(String(repeating: "]", count: 50))}"
      ).json == 7)
  }

  /// Each of the operations reads a text of a megabyte; there are 400,000 of them.
  @Test(arguments: [
    "a == b", "a < b", "(a in {x: 1})", "{x: 1}[a]", "(a in [b])", "(a in b)", "a[0]", "len(a)",
    "defined(a)", "lstrip(a)", "number(a)", "fromNow(a)", "split(a, b)",
  ])
  func longTextsCountAsSteps(expression: String) throws {
    let text = String(repeating: " ", count: 1_000_000)
    let context = "{\"a\": \"\(text)1\", \"b\": \"\(text)2\"}"
    let template =
      "{\"$map\": {\"$eval\": \"range(0, 400000)\"}, \"each(x)\": {\"$if\": \"\(expression) == 1\", \"then\": 1}}"
    let clock = ContinuousClock()
    let start = clock.now
    let error = try failure(template, in: context)
    // The text is no time offset.
    #expect(
      error.kind == (expression == "fromNow(a)" ? .template : .limit),
      "\(expression): \(error.message)")
    #expect(start.duration(to: clock.now) < .seconds(10), "\(expression)")
  }

  @Test func ordinaryWorkFits() throws {
    let objects = #"{"$merge": {"$map": {"$eval": "range(0, 5000)"}, "each(x)": {"k${x}": 1}}}"#
    #expect(try evaluate(objects).json.object?.count == 5_000)
    let template =
      #"{"$map": {"$eval": "range(0, 20000)"}, "each(x)": {"id": "row-${x}", "y": {"$eval": "x * 20 + 5"}}}"#
    #expect(try evaluate(template).json.array?.count == 20_000)
  }
}
