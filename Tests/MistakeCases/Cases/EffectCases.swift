extension MistakeCases {
  /// What can be wrong with effects and their parameters.
  static let effect: [MistakeCase] = [
    .layer(
      "effects-as-object", #""effects": {"effect": "drop-shadow"}"#,
      "wrong-type at 2:13: layers[0].effects: expected a list of effects, found an object."),
    .layer(
      "effect-as-text", #""effects": ["drop-shadow"]"#,
      #"wrong-type at 2:14: layers[0].effects[0]: expected an effect such as {"effect": "drop-shadow"}, found "drop-shadow"."#
    ),
    .layer(
      "effect-without-name", #""effects": [{"sigma": 5}]"#,
      #"missing-key at 2:14: layers[0].effects[0]: "effect" is missing: the name of the effect."#),
    .layer(
      "effect-name-as-number", #""effects": [{"effect": 5}]"#,
      "wrong-type at 2:25: layers[0].effects[0].effect: expected the name of an effect, found 5."),
    .layer(
      "effect-misspelt", #""effects": [{"effect": "drop-shadwo"}]"#,
      #"unknown-effect at 2:25: layers[0].effects[0].effect: unknown effect "drop-shadwo". Did you mean "drop-shadow"?"#
    ),
    .layer(
      "effect-misspelt-not-available", #""effects": [{"effect": "spotligth"}]"#,
      #"unknown-effect at 2:25: layers[0].effects[0].effect: unknown effect "spotligth". Did you mean "spotlight"?"#
    ),
    .layer(
      "effect-unknown", #""effects": [{"effect": "glow"}]"#,
      #"unknown-effect at 2:25: layers[0].effects[0].effect: unknown effect "glow". There are "drop-shadow", "test-frame"."#
    ),
    .layer(
      "effect-not-available", #""effects": [{"effect": "spotlight"}]"#,
      #"not-available at 2:25: layers[0].effects[0].effect: the effect "spotlight" is not available in this version."#
    ),
    .layer(
      "effect-number-too-large", #""effects": [{"effect": "drop-shadow", "sigma": 900}]"#,
      "out-of-range at 2:49: layers[0].effects[0].sigma: 900 is outside 0…250 px."),
    .layer(
      "effect-number-as-text", #""effects": [{"effect": "drop-shadow", "sigma": "5"}]"#,
      #"wrong-type at 2:49: layers[0].effects[0].sigma: expected a number, found "5"."#),
    .layer(
      "effect-key-misspelt", #""effects": [{"effect": "drop-shadow", "sgima": 5}]"#,
      #"unknown-key at 2:40: layers[0].effects[0].sgima: unknown key "sgima". Did you mean "sigma"?"#
    ),
    .layer(
      "effect-refuses-itself", schemaSees: false,
      #""effects": [{"effect": "drop-shadow", "sigma": 13}]"#,
      "conflict at 2:49: layers[0].effects[0].sigma: 13 brings bad luck."),
    .layer(
      "effect-colour-and-opacity",
      #""effects": [{"effect": "drop-shadow", "color": "bleu", "opacity": 2}]"#,
      ##"invalid-value at 2:49: layers[0].effects[0].color: "bleu" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold". Did you mean "blue"?"##,
      "out-of-range at 2:68: layers[0].effects[0].opacity: 2 is outside 0…1."),
    .layer(
      "effect-record-number-too-large",
      ##""effects": [{"effect": "test-frame", "targets": [{"at": "#canvas", "padding": 101}]}]"##,
      "out-of-range at 2:80: layers[0].effects[0].targets[0].padding: 101 is outside 0…100 px."),
    .layer(
      "effect-record-key-missing",
      #""effects": [{"effect": "test-frame", "targets": [{"padding": 1}]}]"#,
      #"missing-key at 2:51: layers[0].effects[0].targets[0]: "at" is missing."#),
    .layer(
      "effect-text-size-negative",
      #""effects": [{"effect": "test-frame", "label": {"string": "x", "size": -1}}]"#,
      "out-of-range at 2:72: layers[0].effects[0].label.size: -1 is outside 0.1…2000 px."),
    .layer(
      "effect-references-to-nothing", schemaSees: false,
      ##""effects": [{"effect": "test-frame", "around": "#nobody", "targets": [{"at": "#nowhere"}]}]"##,
      #"unknown-reference at 2:49: layers[0].effects[0].around: there is no layer with the id "nobody"."#,
      #"unknown-reference at 2:79: layers[0].effects[0].targets[0].at: there is no layer with the id "nowhere"."#
    ),
  ]
}
