import ScrimTemplate
import Testing

/// Operators, literals and access.
@Suite struct ExpressionTests {
  @Test(arguments: [
    ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("10 - 2 - 3", "5"), ("16 / 4 / 2", "2"),
    ("2 ** 3 ** 2", "512"), ("-2 ** 2", "4"), ("2 ** -1", "0.5"), ("2 * 2 ** 3", "16"),
    ("4 ** 0.5", "2"), ("7 / 2", "3.5"), ("1 / 3", "0.3333333333333333"),
    ("0.1 + 0.2", "0.30000000000000004"),
    ("4 / 2", "2"), ("2.0", "2"), ("0777", "777"), ("3.5 + 0.5", "4"), ("-0.0", "0"), ("- -1", "1"),
    ("+1", "1"), ("1 - -1", "2"), ("9007199254740992", "9007199254740992"),
    ("9007199254740991 + 1", "9007199254740992"), ("0 ** 0", "1"),
  ])
  func arithmetic(expression: String, result: String) {
    expect(expression: expression, is: result)
  }

  @Test(arguments: [
    ("1 < 1.5", "true"), ("1 <= 1", "true"), ("2 > 10", "false"), ("2 >= 2.0", "true"),
    (#""10" < "9""#, "true"), (#""a" < "B""#, "false"), (#""" < "a""#, "true"),
    (#""z" < "é""#, "true"),
    ("\"\u{FFFD}\" < \"\u{1F600}\"", "true"),
    ("1 == 1.0", "true"), ("1 == true", "false"), ("0 == false", "false"), ("0 == null", "false"),
    ("null == null", "true"), (#""1" == 1"#, "false"), ("[1, [2]] == [1, [2.0]]", "true"),
    ("{a: 1, b: 2} == {b: 2, a: 1}", "true"), ("{a: 1} == {a: 1, b: 2}", "false"),
    ("[1] != [true]", "true"),
    ("min == min", "true"), ("min == max", "false"), ("1 == 1 == true", "true"),
    ("\"e\u{301}\" == \"\u{E9}\"", "false"), ("\"\u{212A}\" == \"K\"", "false"),
  ])
  func comparisons(expression: String, result: String) {
    expect(expression: expression, is: result)
  }

  @Test(arguments: [
    ("true && 5", "true"), ("0 || []", "false"), ("null || \"a\"", "true"), ("!null", "true"),
    ("!!\"0\"", "true"),
    ("false && missing", "false"), ("true || missing", "true"),
    ("true || false && missing", "true"),
    ("!0 && !\"\" && ![] && !{}", "true"), ("1 in [1] || missing", "true"),
    ("1 == 2 in [false]", "true"),
    ("1 < 2 == true", "true"), ("\"a\" + \"b\" in {ab: 1}", "true"),
  ])
  func logic(expression: String, result: String) {
    expect(expression: expression, is: result)
  }

  @Test(arguments: [
    ("1 in [1, 2]", "true"), ("1 in [true]", "false"), ("\"1\" in [1]", "false"),
    ("[1] in [[1]]", "true"),
    ("\"b\" in \"abc\"", "true"), ("\"\" in \"\"", "true"), ("\"aab\" in \"aaab\"", "true"),
    ("\"x\" in \"\"", "false"),
    ("\"a\" in {a: null}", "true"), ("\"b\" in {a: 1}", "false"), ("min in [max, min]", "true"),
  ])
  func containment(expression: String, result: String) {
    expect(expression: expression, is: result)
  }

  @Test(arguments: [
    ("list[0]", "1"), ("list[-1]", "4"), ("list[4 / 2]", "3"), ("list[1:3]", "[2,3]"),
    ("list[:2]", "[1,2]"),
    ("list[2:]", "[3,4]"), ("list[:]", "[1,2,3,4]"), ("list[-3:-1]", "[2,3]"), ("list[3:1]", "[]"),
    ("list[-99:99]", "[1,2,3,4]"), ("list[1:-99]", "[]"), ("list[8:]", "[]"),
    ("[[1, 2], 3][0][1]", "2"),
    ("text[0]", #""h""#), ("text[1]", #""é""#), ("text[-1]", "\"\u{1F601}\""),
    ("text[1:3]", #""é☃""#),
    ("text[-2:]", "\"☃\u{1F601}\""), ("text[9:]", #""""#), ("combined[0]", #""e""#),
    ("len(combined)", "2"),
    ("obj.a", "1"), ("obj[\"a\"]", "1"), ("obj[\"none\"]", "null"), ("obj[\"x-y\"].z", "2"),
    ("{a: {b: 3}}.a.b", "3"),
    ("\"abc\"[0] + \"abc\"[2]", #""ac""#), ("(-obj.a)", "error"),
  ])
  func access(expression: String, result: String) throws {
    let context =
      "{\"list\": [1, 2, 3, 4], \"text\": \"hé☃\u{1F601}\", \"combined\": \"e\u{301}\", \"obj\": {\"a\": 1, \"x-y\": {\"z\": 2}}}"
    guard result != "error" else {
      // A unary operator binds more closely than an access.
      #expect(try failure(expression: expression, in: context).kind == .interpreter)
      return
    }
    expect(expression: expression, in: context, is: result)
  }

  @Test(arguments: [
    ("[]", "[]"), ("[1, [2, \"x\"], null]", #"[1,[2,"x"],null]"#), ("{}", "{}"),
    ("{a: 1, \"b c\": [true]}", #"{"a":1,"b c":[true]}"#),
    ("{a: 1,}", #"{"a":1}"#), ("{a: missing, a: 2}", #"{"a":2}"#),
    ("'it is \"quoted\"'", #""it is \"quoted\"""#),
    ("\"it's\"", #""it's""#), ("'back\\\\slash'", #""back\\\\slash""#), ("\t[ 1\n,2 ] ", "[1,2]"),
    ("\u{A0}1\u{3000}", "1"),
    ("true_", "1"), ("nullable", "2"), ("input + 1", "4"), ("[min][0](2, 1)", "1"),
  ])
  func literals(expression: String, result: String) {
    expect(expression: expression, in: #"{"true_": 1, "nullable": 2, "input": 3}"#, is: result)
  }

  @Test(arguments: [
    ("", 1), ("1 +", 4), ("1 2", 3), ("(1", 3), ("1)", 2), ("[1, 2", 6), ("[1,]", 4), ("{a 1}", 4),
    ("{1: 2}", 2),
    ("{a: 1 b: 2}", 7), ("a.", 3), ("a.1", 3), ("a.true", 3), ("a[]", 3), ("a[1:2:3]", 6),
    ("a[1 2]", 5), ("f(1,)", 5), ("'open", 1),
    ("a = b", 3), ("a & b", 3), ("a ; b", 3), ("héllo", 2), ("0xff", 2), ("1e3", 2), (".5", 1),
    ("true ||", 8),
    ("[true || ]", 10), ("1 ! 2", 3), ("\"☃\" \"x\"", 5), ("\"a\\\"b\"", 5), ("not a", 5),
  ])
  func syntaxErrorsHaveAColumn(expression: String, column: Int) throws {
    let error = try failure(expression: expression, in: #"{"a": 1}"#)
    #expect(error.kind == .syntax, "\(expression): \(error.message)")
    #expect(error.column == column, "\(expression): \(error.message)")
  }

  @Test(arguments: [
    ("1 + \"a\"", 3), ("\"a\" - \"b\"", 5), ("true * 1", 6), ("null / 1", 6), ("2 ** \"a\"", 3),
    ("-\"a\"", 1), ("+true", 1),
    ("1 / 0", 3), ("0 ** -1", 3), ("-8 ** 0.5", 4), ("1 < \"a\"", 3), ("true < false", 6),
    ("[] < []", 4),
    ("missing", 1), ("obj.none", 4), ("obj.a.b", 6), ("list[9]", 5), ("list[-9]", 5),
    ("list[0.5]", 5), ("list[true]", 5), ("list[\"a\"]", 5),
    ("list[null:1]", 5), ("text[\"a\"]", 5), ("obj[1]", 4), ("obj[1:2]", 4), ("5[0]", 2),
    ("null[0]", 5), ("1 in 2", 3), ("1 in \"a\"", 3), ("1 in obj", 3),
    ("list()", 5), ("5(1)", 2), ("9007199254740992 + 1", 18), ("9007199254740993", 1),
    ("2 ** 53 * 2", 9),
    ("3037000500 * 3037000501", 12), ("10 ** 400", 4), ("0 - 9007199254740992 - 1", 22),
  ])
  func errorsOfValuesHaveAColumn(expression: String, column: Int) throws {
    let error = try failure(
      expression: expression, in: #"{"list": [1], "text": "abc", "obj": {"a": 1}}"#)
    #expect(error.kind == .interpreter, "\(expression): \(error.message)")
    #expect(error.column == column, "\(expression): \(error.message)")
  }
}
