extension DiagnosticCases {
  /// Errors in styles and in the defaults of texts.
  static let style: [DiagnosticCase] = [
    .styled(
      "style-unknown", #"{"title": {"opacity": 0.5}}"#,
      [#"{"use": "titel"}"#, #"{"use": "title"}"#],
      #"invalid-value at 4:9: layers[0].use: no style is called "titel". Did you mean "title"?"#,
      schemaSees: false),
    .styled(
      "style-of-none", "{}", [#"{"use": ["x"]}"#],
      #"invalid-value at 4:10: layers[0].use[0]: no style is called "x". The job has no "styles"."#,
      schemaSees: false),
    .styled(
      "style-use-as-number", #"{"a": {}}"#, [#"{"use": 5}"#, #"{"use": "a"}"#],
      "wrong-type at 4:9: layers[0].use: expected the name of a style, or a list of 1 to 8 of them, found 5."
    ),
    .styled(
      "style-name", #"{"1st": {}}"#, [#"{}"#],
      #"invalid-value at 2:12: styles.1st: "1st" is not a name of a style: a letter A–Z or a–z, then letters, digits, _ and -."#
    ),
    .styled(
      "style-as-text", #"{"a": "red"}"#, [#"{}"#],
      #"wrong-type at 2:17: styles.a: expected an object such as {"text": {"size": 40}, "cornerRadius": 12}, found "red"."#
    ),
    .styled(
      "style-with-a-frame", #"{"a": {"frame": {}, "text": {"string": "x"}}}"#, [#"{"use": "a"}"#],
      #"conflict at 2:18: styles.a.frame: "frame" is a layer's own: no style has it."#,
      #"conflict at 2:40: styles.a.text.string: "string" is a text's own: no style has it."#),
    .styled(
      "styles-in-a-ring", #"{"a": {"use": "b"}, "b": {"use": ["a"]}}"#, [#"{}"#],
      #"cycle at 2:25: styles.a.use: the styles use each other: "a" → "b" → "a"."#,
      schemaSees: false),
    .styled(
      "style-of-itself", #"{"a": {"use": "a"}}"#, [#"{}"#],
      #"cycle at 2:25: styles.a.use: the styles use each other: "a" → "a"."#, schemaSees: false),
    // Once, where it is written, and who has it first.
    .styled(
      "style-value", #"{"a": {"opacity": 2, "text": {"size": -1}}}"#,
      [
        #"{"id": "one", "use": "a", "text": {"string": "x"}}"#,
        #"{"use": "a", "text": {"string": "x"}}"#,
      ],
      "out-of-range at 2:29: styles.a.opacity: 2 is outside 0…1. #one uses it.",
      "out-of-range at 2:49: styles.a.text.size: -1 is outside 0.1…2000 px. #one uses it."),
    .styled(
      "style-key-unknown", #"{"a": {"opactiy": 1, "text": {"sise": 3}}}"#,
      [#"{"use": "a", "text": {"string": "x"}}"#],
      #"unknown-key at 2:18: styles.a.opactiy: unknown key "opactiy". Did you mean "opacity"? layers[0] uses it."#,
      #"unknown-key at 2:41: styles.a.text.sise: unknown key "sise". Did you mean "size"? layers[0] uses it."#
    ),
    .styled(
      "style-effect", #"{"a": {"effects": [{"effect": "drop-shadow", "opacity": 9}]}}"#,
      [#"{"use": "a"}"#],
      "out-of-range at 2:67: styles.a.effects[0].opacity: 9 is outside 0…1. layers[0] uses it."),
    // Unused ones, too.
    .styled(
      "style-value-unused", #"{"a": {"opacity": 2, "text": {"size": -1}, "clip": false}}"#, ["{}"],
      "out-of-range at 2:29: styles.a.opacity: 2 is outside 0…1.",
      "out-of-range at 2:49: styles.a.text.size: -1 is outside 0.1…2000 px."),
    .job(
      "text-defaults",
      """
      {"scrim": 1,
       "canvas": {"width": 9, "height": 9, "textDefaults": {"size": 0, "markup": "x"}},
       "layers": [{"text": {"string": "x"}}, {"textDefaults": {}, "fill": "red"}]}
      """,
      "out-of-range at 2:63: canvas.textDefaults.size: 0 is outside 0.1…2000 px.",
      #"conflict at 2:66: canvas.textDefaults.markup: "markup" is a text's own: defaults do not have it."#,
      #"conflict at 3:57: layers[1].textDefaults: "textDefaults" requires "layers"."#),
    .job(
      "text-defaults-with-ruby",
      """
      {"scrim": 1,
       "canvas": {"width": 9, "height": 9, "textDefaults": {"ruby": []}},
       "layers": [{"text": {"string": "x"}}]}
      """,
      #"conflict at 2:55: canvas.textDefaults.ruby: "ruby" is a text's own: defaults do not have it."#
    ),
  ]
}

extension DiagnosticCase {
  /// A job with styles in line 2 from column 11 on, and layers in lines of their own from line 4 on.
  fileprivate static func styled(
    _ name: String, _ styles: String, _ layers: [String], _ told: String..., schemaSees: Bool = true
  ) -> DiagnosticCase {
    let lines = layers.joined(separator: ",\n")
    return DiagnosticCase(
      name: name,
      job: """
        {"scrim": 1, "canvas": {"width": 9, "height": 9},
        "styles": \(styles),
        "layers": [
        \(lines)
        ]}
        """, told: told.map(Told.init), schemaSees: schemaSees)
  }
}
