import ScrimTemplate
import Testing

@Suite struct OperatorTests {
  @Test(arguments: [
    (#"{"a": [1, "x", null, {"b": 2.50}], "c": true}"#, #"{"a":[1,"x",null,{"b":2.5}],"c":true}"#),
    (#"{"$eval": "n"}"#, "2"), (#"[{"$eval": "list"}, 1]"#, "[[3,1,2],1]"),
    (#"{"$if": "n > 1", "then": "a", "else": "b"}"#, #""a""#),
    (#"{"$if": "''", "then": "a", "else": "b"}"#, #""b""#),
    (#"{"$if": "false", "then": 1}"#, "null"), (#"{"$if": "true"}"#, "null"),
    (#"[0, {"$if": "false", "then": 1}, 2]"#, "[0,2]"),
    (#"{"a": {"$if": "false", "then": 1}, "b": 2}"#, #"{"b":2}"#),
    (#"{"$if": "true", "then": {"$if": "false", "then": 1}}"#, "null"),
    (#"{"$if": "min", "then": 1}"#, "1"),
    (#"{"$if": "true", "then": 1, "else": {"$eval": "1 +"}}"#, "1"),
    (#"{"$flatten": [[1, [2]], 3, []]}"#, "[1,[2],3]"),
    (#"{"$flatten": {"$eval": "[list, 1]"}}"#, "[3,1,2,1]"),
    (#"{"$flattenDeep": [[1, [2, [[]]]], {"a": [3]}]}"#, #"[1,2,{"a":[3]}]"#),
    (
      #"{"$json": {"b": [1, 2.0, "é\u0010\t\""], "a": null}}"#,
      #""{\"a\":null,\"b\":[1,2,\"é\\u0010\\t\\\"\"]}""#
    ),
    (#"{"$json": "n"}"#, #""\"n\"""#),
    (
      #"{"$json": {"\uE1FF": 1, "\uD83E\uDC09": 2, "Z": 3}}"#,
      "\"{\\\"Z\\\":3,\\\"\u{E1FF}\\\":1,\\\"\u{1F809}\\\":2}\""
    ),
    (#"{"$reverse": [1, {"$eval": "n"}, 3]}"#, "[3,2,1]"), (#"{"$reverse": []}"#, "[]"),
  ])
  func values(template: String, result: String) {
    expect(template, in: #"{"n": 2, "list": [3, 1, 2]}"#, is: result)
  }

  @Test(arguments: [
    (#"{"$let": {"x": 5}, "in": {"$eval": "x + n"}}"#, "7"),
    (#"{"$let": {"n": 5}, "in": "${n}"}"#, #""5""#),
    (
      #"{"$let": {"x": {"$eval": "n"}}, "in": {"$let": {"n": 9}, "in": {"$eval": "[x, n]"}}}"#,
      "[2,9]"
    ),
    (#"{"$let": {"$eval": "{x: 1}"}, "in": {"$eval": "x"}}"#, "1"),
    (#"{"$let": {"k${n}": 4}, "in": {"$eval": "k2"}}"#, "4"),
    (
      #"{"$let": {"$if": "n == 2", "then": {"x": 1}, "else": {"x": 3}}, "in": {"$eval": "x"}}"#, "1"
    ),
    (#"{"$let": {"x": {"$if": "false", "then": 1}}, "in": {"$eval": "defined('x')"}}"#, "false"),
    (#"{"$let": {"x": 1, "y": {"$eval": "defined('x')"}}, "in": {"$eval": "y"}}"#, "false"),
    (#"{"$let": {}, "in": {"$if": "false", "then": 1}}"#, "null"),
    (#"{"$let": {"f": {"$eval": "min"}}, "in": {"$eval": "f(2, 1)"}}"#, "1"),
  ])
  func letSetsNames(template: String, result: String) {
    expect(template, in: #"{"n": 2}"#, is: result)
  }

  @Test(arguments: [
    (#"{"$map": [2, 4], "each(x)": {"$eval": "x * 10"}}"#, "[20,40]"),
    (#"{"$map": ["a", "b"], "each(x,i)": "${i}${x}"}"#, #"["0a","1b"]"#),
    (#"{"$map": ["a"], "each(x,  i)": "${i}"}"#, #"["0"]"#), (#"{"$map": [], "each(x)": 1}"#, "[]"),
    (#"{"$map": [1, 2, 3], "each(x)": {"$if": "x != 2", "then": {"$eval": "x"}}}"#, "[1,3]"),
    (
      #"{"$map": {"b": 1, "a": 2}, "each(v,k)": {"${k}${v}": {"$eval": "v"}}}"#, #"{"b1":1,"a2":2}"#
    ),
    (
      #"{"$map": {"b": 1, "a": 2}, "each(y)": {"${y.key}": {"$eval": "y.val"}, "z": 0}}"#,
      #"{"b":1,"z":0,"a":2}"#
    ),
    (#"{"$map": {"b": 1, "a": 2}, "each(v,k)": {"$if": "v > 1", "then": {"x": 1}}}"#, #"{"x":1}"#),
    (#"{"$map": {}, "each(v)": 1}"#, "{}"),
    (#"{"$map": [1], "each(x)": {"$map": [2], "each(y)": {"$eval": "[x, y]"}}}"#, "[[[1,2]]]"),
    (#"{"$reduce": [1, 2, 3], "each(acc,x)": {"$eval": "acc + x"}, "initial": 0}"#, "6"),
    (#"{"$reduce": ["a", "b"], "each(acc,x,i)": "${acc}${i}${x}", "initial": ">"}"#, #"">0a1b""#),
    (#"{"$reduce": [], "each(a,b)": 1, "initial": "${n}"}"#, #""${n}""#),
    (
      #"{"$reduce": [1, 2], "each(acc,x)": {"$if": "x == 1", "then": {"$eval": "acc + x"}}, "initial": 5}"#,
      "6"
    ),
    (#"{"$find": [1, 2, 3], "each(x)": "x > 1"}"#, "2"),
    (#"{"$find": [5, 6], "each(x,i)": "i == 1"}"#, "6"),
    (#"[{"$find": [1], "each(x)": "false"}]"#, "[]"),
    (#"{"$sort": [10, 9, 1.5, -2]}"#, "[-2,1.5,9,10]"),
    (#"{"$sort": ["b", "a", "é", "B", ""]}"#, #"["","B","a","b","é"]"#), (#"{"$sort": []}"#, "[]"),
    (#"{"$sort": [{"k": 2}, {"k": 1}], "by(x)": "x.k"}"#, #"[{"k":1},{"k":2}]"#),
    (#"{"$sort": [[2, 0], [1, 0], [2, 1], [1, 1]], "by(x)": "x[0]"}"#, "[[1,0],[1,1],[2,0],[2,1]]"),
    (#"{"$sort": [3, 1, 2], "by(v)": "-v"}"#, "[3,2,1]"),
  ])
  func collections(template: String, result: String) {
    expect(template, is: result)
  }

  @Test(arguments: [
    (#"{"$match": {"n == 2": "b", "n > 1": "c", "false": 1, "'A'": "a"}}"#, #"["a","b","c"]"#),
    (#"{"$match": {}}"#, "[]"),
    (#"{"$match": {"true": {"$if": "false", "then": 1}}}"#, "[]"),
    (#"{"$switch": {"n == 2": "two", "n == 3": "three"}}"#, #""two""#),
    (#"[0, {"$switch": {"n == 3": 1}}]"#, "[0]"),
    (#"{"a": {"$switch": {"false": 1, "$default": "${n}"}}}"#, #"{"a":"2"}"#),
    (#"{"$switch": {"$default": 1}}"#, "1"), (#"{"$switch": {}}"#, "null"),
    (#"{"$merge": [{"a": 1, "b": 1}, {"b": 2}, {"c": {"$eval": "n"}}]}"#, #"{"a":1,"b":2,"c":2}"#),
    (#"{"$merge": []}"#, "{}"),
    (#"{"$merge": [{"a": {"x": 1}}, {"a": {"y": 2}}]}"#, #"{"a":{"y":2}}"#),
    (
      #"{"$mergeDeep": [{"a": {"x": 1, "l": [1]}}, {"a": {"y": 2, "l": [2]}}]}"#,
      #"{"a":{"x":1,"l":[1,2],"y":2}}"#
    ),
    (
      #"{"$mergeDeep": [{"a": [1]}, {"a": {"b": 1}}, {"a": {"c": null}}]}"#,
      #"{"a":{"b":1,"c":null}}"#
    ), (#"{"$mergeDeep": []}"#, "{}"),
  ])
  func choicesAndMerges(template: String, result: String) {
    expect(template, in: #"{"n": 2}"#, is: result)
  }

  @Test(arguments: [
    (#""${a} and ${b}""#, #""x and 2""#),
    (#""${null}|${true}|${1.50}|${4 / 2}""#, #""|true|1.5|2""#),
    (#""$${a} $$${a} $a $ {a} }""#, #""${a} $${a} $a $ {a} }""#),
    (#""${'}'}${{k: \"v\"}.k}""#, #""}v""#), (#"["${a}$${b}"]"#, #"["x${b}"]"#),
    (#"{"k-${a}": "${b}"}"#, #"{"k-x":"2"}"#), (#"{"${a}": 1, "x": 2}"#, #"{"x":2}"#),
    (#"{"$$eval": "1 + 1", "$$$x": {"$$if": 1}}"#, #"{"$eval":"1 + 1","$$x":{"$if":1}}"#),
    (#"{"$$${a}": 1}"#, #"{"$${a}":1}"#),
    (#"{"$": 1, "$1": 2, "$a-b": 3, "a$b": 4}"#, #"{"$":1,"$1":2,"$a-b":3,"a$b":4}"#),
    (#""${data}""#, #""${b}""#),
    (#"{"$find": {"$eval": "[data]"}, "each(x)": "true"}"#, #""${b}""#),
    (#"{"$map": {"$eval": "[data]"}, "each(x)": {"$eval": "x"}}"#, #"["${b}"]"#),
    (#"{"a": {"$eval": "object"}}"#, #"{"a":{"$eval":"1"}}"#),
  ])
  func interpolationAndEscapes(template: String, result: String) {
    expect(
      template, in: #"{"a": "x", "b": 2, "data": "${b}", "object": {"$eval": "1"}}"#, is: result)
  }

  @Test(arguments: [
    #"{"$eval": 1}"#, #"{"$eval": {"$eval": "1"}}"#, #"{"$eval": "1", "x": 2}"#,
    #"{"$if": true, "then": 1}"#, #"{"$if": "true", "then": 1, "than": 2}"#,
    #"{"$if": "true", "then2": 1}"#, #"{"$flatten": null}"#, #"{"$flattenDeep": {}}"#,
    #"{"$json": {"$eval": "min"}}"#, #"{"$json": {"$if": "false", "then": 1}}"#,
    #"{"$fromNow": 1}"#, #"{"$fromNow": "1 day", "from": 5}"#,
    #"{"$let": [], "in": 1}"#, #"{"$let": "x", "in": 1}"#, #"{"$let": {"$eval": "[1]"}, "in": 1}"#,
    #"{"$let": {"1a": 1}, "in": 1}"#, #"{"$let": {"é": 1}, "in": 1}"#, #"{"$let": {"a": 1}}"#,
    #"{"$let": {"a": 1}, "in": 1, "x": 2}"#,
    #"{"$map": "abc", "each(x)": 1}"#, #"{"$map": [1]}"#, #"{"$map": [1], "each()": 1}"#,
    #"{"$map": [1], "each(a,b,c)": 1}"#, #"{"$map": [1], "each(a)": 1, "each(b)": 2}"#,
    #"{"$map": [1], "each( a)": 1}"#, #"{"$map": [1], "each(1)": 1}"#,
    #"{"$map": {"a": 1}, "each(x)": 1}"#, #"{"$reduce": {}, "each(a,b)": 1, "initial": 0}"#,
    #"{"$reduce": [], "each(a)": 1, "initial": 0}"#, #"{"$reduce": [], "each(a,b)": 1}"#,
    #"{"$reduce": [], "initial": 1}"#, #"{"$find": {}, "each(x)": "x"}"#,
    #"{"$find": [1], "each(x)": true}"#, #"{"$find": [1]}"#,
    #"{"$match": []}"#, #"{"$switch": "x"}"#, #"{"$switch": {"true": 1, "1": 2}}"#,
    #"{"$match": {"true": 1}, "$default": 2}"#,
    #"{"$merge": null}"#, #"{"$merge": [null]}"#, #"{"$merge": [{}, 1]}"#, #"{"$merge": {}}"#,
    #"{"$mergeDeep": [[]]}"#, #"{"$reverse": "abc"}"#, #"{"$sort": {}}"#, #"{"$sort": [1, "a"]}"#,
    #"{"$sort": [true, false]}"#, #"{"$sort": [null]}"#, #"{"$sort": [[1]]}"#,
    #"{"$sort": [1, true]}"#,
    #"{"$sort": [{}], "by(x)": "x"}"#, #"{"$sort": [1], "by(x)": 1}"#,
    #"{"$sort": [1], "by(x)": "x", "by(y)": "y"}"#, #"{"$sort": [1], "by(x, y)": "x"}"#,
    #"{"$eval": "1", "$json": 1}"#, #"{"$unknown": 1}"#, #"{"a": {"$ref": 1}}"#, #""${[]}""#,
    #""${{}}""#, #""${min}""#, #"{"${[1]}": 1}"#, #"{"$eval": "min"}"#, #"[{"$eval": "[min]"}]"#,
    #"{"n": 9007199254740993}"#,
  ])
  func wrongUse(template: String) throws {
    let error = try failure(template)
    #expect(error.kind == .template, "\(template): \(error.message)")
  }

  @Test func errorsOfBranchesThatAreNotEvaluatedAreNoErrors() {
    expect(#"{"$if": "false", "then": {"$eval": 5}, "else": 1}"#, is: "1")
    expect(#"{"$switch": {"false": {"$nope": 1}, "true": 2}}"#, is: "2")
    expect(#"{"$map": [], "each(x)": "${"}"#, is: "[]")
  }

  @Test func contextHasNames() throws {
    #expect(try failure("1", in: #"{"a b": 1}"#).kind == .template)
  }
}
