import ScrimTemplate
import Testing

@Suite struct BuiltinTests {
  @Test(arguments: [
    ("min(3, 1, 2)", "1"), ("max(3, 10, 2.5)", "10"), ("min(5)", "5"), ("sqrt(16)", "4"),
    ("sqrt(2)", "1.4142135623730951"),
    ("ceil(1.2)", "2"), ("ceil(-1.2)", "-1"), ("floor(1.8)", "1"), ("floor(-1.2)", "-2"),
    ("abs(-3.5)", "3.5"), ("abs(2)", "2"),
    ("number(\"310\")", "310"), ("number(\"-2.50\")", "-2.5"), ("number(\" 1e3 \")", "1000"),
    ("number(\".5\")", "0.5"),
    ("number(\"5.\")", "5"), ("number(\"+7\")", "7"), ("number(\"-5.e1\")", "-50"),
    ("range(0, 3)", "[0,1,2]"), ("range(3, 0)", "[]"), ("range(5, 0, -2)", "[5,3,1]"),
    ("range(-1, 6, 3)", "[-1,2,5]"),
    ("range(2, 4 / 2 + 1)", "[2]"), ("range(0, 5, 5)", "[0]"), ("range(0, 6, 5)", "[0,5]"),
    ("range(0, -1, -5)", "[0]"),
  ])
  func numbers(expression: String, result: String) {
    expect(expression: expression, is: result)
  }

  @Test(arguments: [
    ("lowercase(\"ÀB\")", #""àb""#), ("uppercase(\"straße\")", #""STRASSE""#),
    ("strip(\" \\t\\u3000a b\\n\")", #""a b""#), ("lstrip(\"  a \")", #""a ""#),
    ("rstrip(\"  a \")", #""  a""#),
    ("str(1)", #""1""#), ("str(2.5)", #""2.5""#), ("str(4 / 2)", #""2""#),
    ("str(true)", #""true""#), ("str(null)", #""null""#),
    ("str(\"x\")", #""x""#), ("str(0.00001)", #""1e-05""#), ("len(\"h☃\")", "2"),
    ("len([1, [2, 3]])", "2"), ("len(\"\")", "0"),
    ("join([\"a\", 1, true, null, 2.0], \"-\")", #""a-1-true-null-2""#),
    ("join([], \"x\")", #""""#), ("join([1, 3], 2)", #""123""#),
    ("split(\"a,b,,c\", \",\")", #"["a","b","","c"]"#), ("split(\"\", \",\")", #"[""]"#),
    ("split(\"é☃\", \"\")", #"["é","☃"]"#),
    ("split(\"\", \"\")", "[]"), ("split(\"a1b\", 1)", #"["a","b"]"#),
    ("split(\"a0b\", 0)", #"["a","b"]"#), ("split(\"aaab\", \"aa\")", #"["","ab"]"#),
  ])
  func strings(expression: String, result: String) {
    let expression = expression.replacing("\\t", with: "\t").replacing("\\n", with: "\n")
      .replacing("\\u3000", with: "\u{3000}")
    expect(expression: expression, is: result)
  }

  @Test(arguments: [
    ("typeof(1)", "number"), ("typeof(1.5)", "number"), ("typeof(\"\")", "string"),
    ("typeof(true)", "boolean"),
    ("typeof(null)", "null"), ("typeof([])", "array"), ("typeof({})", "object"),
    ("typeof(typeof)", "function"),
  ])
  func types(expression: String, result: String) {
    expect(expression: expression, is: "\"\(result)\"")
  }

  @Test func namesAreDefinedInTheWholeScope() {
    expect(
      expression: "[defined(\"a\"), defined(\"b\"), defined(\"min\")]", in: #"{"a": null}"#,
      is: "[true,false,true]")
    expect(#"{"$let": {"b": 1}, "in": {"$eval": "defined('b')"}}"#, is: "true")
  }

  @Test func contextHidesBuiltins() {
    expect(expression: "min + 1", in: #"{"min": 4}"#, is: "5")
    expect(expression: "now", in: #"{"now": "then"}"#, is: #""then""#)
  }

  @Test(arguments: [
    ("", "2017-01-19T16:27:20.974Z"), ("1 day", "2017-01-20T16:27:20.974Z"),
    ("-1 day", "2017-01-18T16:27:20.974Z"),
    ("- 2 weeks", "2017-01-05T16:27:20.974Z"), ("+3h", "2017-01-19T19:27:20.974Z"),
    ("1 m", "2017-01-19T16:28:20.974Z"),
    ("1 mo", "2017-02-18T16:27:20.974Z"), ("1 year 2 months", "2018-03-20T16:27:20.974Z"),
    ("2d3h4min5sec", "2017-01-21T19:31:25.974Z"), ("-80 years", "1937-02-08T16:27:20.974Z"),
    ("  1 hour  ", "2017-01-19T17:27:20.974Z"), ("40 days", "2017-02-28T16:27:20.974Z"),
    ("41 days", "2017-03-01T16:27:20.974Z"),
  ])
  func timeOffsets(offset: String, result: String) {
    expect(expression: "fromNow('\(offset)')", is: "\"\(result)\"")
    expect("{\"$fromNow\": \"\(offset)\"}", is: "\"\(result)\"")
  }

  @Test func timeOffsetsHaveAReference() {
    expect(
      expression: "fromNow('1 day', '2020-02-28T00:00:00.5Z')", is: #""2020-02-29T00:00:00.500Z""#)
    expect(
      expression: "fromNow('-1 s', '2000-01-01T00:00:00Z')", is: #""1999-12-31T23:59:59.000Z""#)
    expect(
      #"{"$fromNow": "1 s", "from": "${when}"}"#, in: #"{"when": "0001-01-01T00:00:00.0Z"}"#,
      is: #""0001-01-01T00:00:01.000Z""#)
    expect(
      #"{"$let": {"now": "2019-01-01T01:00:00.123Z"}, "in": {"$fromNow": "3 mo"}}"#,
      is: #""2019-04-01T01:00:00.123Z""#)
  }

  @Test(arguments: [
    "min()", "max(\"a\")", "min(1, true)", "sqrt(-1)", "sqrt(\"9\")", "sqrt(1, 2)", "ceil(true)",
    "floor(null)", "abs({})",
    "number(1)", "number(\"\")", "number(\"1_000\")", "number(\"0x1\")", "number(\"inf\")",
    "number(\"1e\")", "number(\".\")",
    "number(\"9007199254740993\")", "number(\"１\")", "range(1)", "range(1, 2, 3, 4)",
    "range(0, 1, 0)", "range(0, 1.5)", "range(0, true)",
    "lowercase(1)", "uppercase([])", "strip(null)", "str([])", "str({})", "str(min)", "str()",
    "len(1)", "len({})",
    "join(\"a\", \"b\")", "join([[1]], \",\")", "join([{}], \",\")", "join([1], null)", "join([1])",
    "split(\"a\")", "split(1, \",\")",
    "split(\"a\", true)", "typeof()", "typeof(1, 2)", "defined(1)", "fromNow(1)",
    "fromNow(\"1 day\", 5)", "fromNow()",
    "fromNow(\"1 day\", \"yesterday\")", "fromNow(\"1 day\", \"2019-02-29T00:00:00.0Z\")",
    "fromNow(\"9999 years\")",
  ])
  func wrongArgumentsAreErrorsOfTheBuiltin(expression: String) throws {
    let error = try failure(expression: expression)
    #expect(error.kind == .builtin, "\(expression): \(error.message)")
    #expect(error.column != nil)
  }

  @Test(arguments: [
    "1 fortnight", "1 hour 2 days", "1.5 hours", "day", "1 day 1 day", "1 dayx", "--1 day",
    "99999999999999999999 s",
  ])
  func wrongTimeOffsets(offset: String) throws {
    #expect(try failure(expression: "fromNow('\(offset)')").kind == .template)
    #expect(try failure("{\"$fromNow\": \"\(offset)\"}").kind == .template)
  }

  @Test func jobsReadNoClock() throws {
    let name = try failure(expression: "now", clock: nil)
    #expect(name.kind == .interpreter)
    #expect(
      name.message
        == "a job cannot read the clock; pass the date as an input, as by --set date=2026-11-29.")
    #expect(try failure(expression: "fromNow('1 day')", clock: nil).kind == .builtin)
    #expect(try failure(#"{"$fromNow": "1 day"}"#, clock: nil).kind == .template)
  }
}
