import ScrimJSON
import ScrimTemplate
import Testing

/// What differs in jobs: annotations, escaping, effects.
@Suite struct JobTests {
  private let context =
    #"{"name": "<b> & 'x'/\\..\u0007", "kind": "glow", "object": {"effect": "glow"}, "key": "markup"}"#

  private func evaluate(_ template: String) throws -> JSON {
    guard case .object(let names) = Value(try Node.parse(context.utf8)) else { return .null }
    return try Template(try Node.parse(template.utf8), as: .job).evaluate(names).json
  }

  @Test(arguments: [
    (
      #"{"inputs": {"a": "${"}, "variants": ["${"], "$schema": "${", "// note": {"$nope": 1}, "a": 1}"#,
      #"{"a":1}"#
    ),
    (#"{"a": [{"//": "${", "b": "${kind}"}]}"#, #"{"a":[{"b":"glow"}]}"#),
    (#"{"a": {"inputs": "${kind}"}}"#, #"{"a":{"inputs":"glow"}}"#),
    (
      #"{"text": {"markup": "<i>${name}</i>"}}"#,
      "{\"text\":{\"markup\":\"<i>&lt;b&gt; &amp; &#39;x&#39;/\\\\..\\u0007</i>\"}}"
    ),
    (
      #"{"text": {"string": "<i>${name}</i>"}}"#,
      #"{"text":{"string":"<i><b> & 'x'/\\..\u0007</i>"}}"#
    ),
    (#"{"file": "a/${name}.png"}"#, #"{"file":"a/<b> & 'x'--..-.png"}"#),
    (#"{"markup": {"$markup": "${kind}<b>"}}"#, #"{"markup":"glow<b>"}"#),
    (#"{"markup": {"$markup": {"$eval": "'<' + kind"}}}"#, #"{"markup":"<glow"}"#),
    (#"{"file": "plain.png"}"#, #"{"file":"plain.png"}"#),
    (
      #"{"$merge": [{"markup": "<b>${kind}"}, {"x": {"$eval": "{a: 'markup'}"}}]}"#,
      #"{"markup":"<b>glow","x":{"a":"markup"}}"#
    ),
    (#"{"$if": "true", "then": {"markup": "${'<'}"}}"#, #"{"markup":"&lt;"}"#),
    (
      #"{"effects": [{"effect": "glow", "size": {"$eval": "1 + 1"}}]}"#,
      #"{"effects":[{"effect":"glow","size":2}]}"#
    ),
    (
      #"{"e": {"effect": "glow"}, "f": {"$eval": "object"}}"#,
      #"{"e":{"effect":"glow"},"f":{"effect":"glow"}}"#
    ),
  ])
  func results(template: String, result: String) throws {
    #expect(
      try evaluate(template).text() == JSON(parsing: Array(result.utf8)).text(), "\(template)")
  }

  @Test(arguments: [
    (#"{"markup": {"$eval": "name"}}"#, "/markup"),
    (#"{"a": [{"file": {"$if": "true", "then": "x"}}]}"#, "/a/0/file"),
    (#"{"effect": "${kind}"}"#, "/effect"), (#"{"effect": {"$eval": "kind"}}"#, "/effect"),
    (#"{"a": {"$eval": "object"}}"#, ""),
    (#"{"a": {"$eval": "{effect: 'glow'}"}}"#, ""), (#"{"${key}": "${name}"}"#, "/${key}"),
    (#"{"$markup": "x"}"#, "/$markup"),
    (#"{"a": {"$eval": "{markup: name}"}}"#, ""),
    (#"{"a": {"$merge": [{"x": 1}, {"$eval": "{file: name}"}]}}"#, ""),
    (#"{"a": [{"$map": [1], "each(x)": {"$eval": "{b: {markup: '<' + kind}}"}}]}"#, ""),
  ])
  func errors(template: String, pointer: String) throws {
    let error = try #require(throws: TemplateError.self, "\(template)") { try evaluate(template) }
    #expect(error.kind == .template, "\(template): \(error.message)")
    #expect(error.pointer == pointer, "\(template): \(error.message)")
  }
}
