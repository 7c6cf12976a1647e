extension MistakeCases {
  /// What can be wrong with texts.
  static let text: [MistakeCase] = [
    .layer(
      "text-as-text", #""text": "x""#,
      #"wrong-type at 2:10: layers[0].text: expected an object, found "x"."#),
    .layer(
      "text-empty", #""text": {}"#,
      #"missing-key at 2:10: layers[0].text: "string" or "markup" is missing."#),
    .layer(
      "text-string-and-markup", #""text": {"string": "x", "markup": "x"}"#,
      #"conflict at 2:36: layers[0].text.markup: "markup" cannot stand beside "string"."#),
    .layer(
      "text-string-as-number", #""text": {"string": 5}"#,
      "wrong-type at 2:21: layers[0].text.string: expected a text, found 5."),
    .layer(
      "text-string-with-zero", schemaSees: false, #""text": {"string": "a\u0000b"}"#,
      "invalid-value at 2:21: layers[0].text.string: a text cannot hold the character U+0000."),
    .layer(
      "text-key-misspelt", #""text": {"string": "x", "sise": 5}"#,
      #"unknown-key at 2:26: layers[0].text.sise: unknown key "sise". Did you mean "size"?"#),
    .layer(
      "text-size-zero", #""text": {"string": "x", "size": 0}"#,
      "out-of-range at 2:34: layers[0].text.size: 0 is outside 0.1…2000 px."),
    .layer(
      "text-weight-as-word", #""text": {"string": "x", "weight": "bold"}"#,
      #"wrong-type at 2:36: layers[0].text.weight: expected a whole number, found "bold"."#),
    .layer(
      "text-weight-too-light", #""text": {"string": "x", "weight": 50}"#,
      "out-of-range at 2:36: layers[0].text.weight: 50 is outside 100…1000."),
    .layer(
      "text-style-unknown", #""text": {"string": "x", "style": "oblique"}"#,
      #"invalid-value at 2:35: layers[0].text.style: "oblique" is not one of "normal", "italic"."#),
    .layer(
      "text-align-misspelt", #""text": {"string": "x", "align": "centre"}"#,
      #"invalid-value at 2:35: layers[0].text.align: "centre" is not one of "start", "left", "center", "right", "end", "justify". Did you mean "center"?"#
    ),
    .layer(
      "text-color-of-five-digits", ##""text": {"string": "x", "color": "#12345"}"##,
      ##"invalid-value at 2:35: layers[0].text.color: "#12345" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold"."##
    ),
    .layer(
      "text-font-empty-list", #""text": {"string": "x", "font": []}"#,
      #"invalid-value at 2:34: layers[0].text.font: expected a font family such as "Noto Sans"."#),
    .layer(
      "text-font-element-as-number", #""text": {"string": "x", "font": ["A", 3]}"#,
      "wrong-type at 2:40: layers[0].text.font[1]: expected a text, found 3."),
    .layer(
      "text-max-lines-with-fraction", #""text": {"string": "x", "maxLines": 1.5}"#,
      "wrong-type at 2:38: layers[0].text.maxLines: expected a whole number, found 1.5."),
    .layer(
      "text-min-size-above-size", schemaSees: false,
      #""text": {"string": "x", "size": 20, "fit": "shrink", "minSize": 30}"#,
      "conflict at 2:66: layers[0].text.minSize: 30 px is more than the size, 20 px."),
    .layer(
      "text-missing-glyphs-boolean", #""text": {"string": "x", "missingGlyphs": true}"#,
      #"wrong-type at 2:43: layers[0].text.missingGlyphs: expected one of "error", "allow", found true."#
    ),
  ]
}
