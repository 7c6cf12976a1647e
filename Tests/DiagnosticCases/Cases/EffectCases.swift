extension DiagnosticCases {
  /// Errors in the chain of effects.
  static let effect: [DiagnosticCase] = [
    .layer(
      "effects-as-object", #""effects": {"effect": "drop-shadow"}"#,
      "wrong-type at 2:13: layers[0].effects: expected a list of effects, found an object."),
    .layer(
      "effect-as-text", #""effects": ["drop-shadow"]"#,
      #"wrong-type at 2:14: layers[0].effects[0]: expected an effect such as {"effect": "drop-shadow"}, found "drop-shadow"."#
    ),
    .layer(
      "effect-without-name", #""effects": [{"sigma": 5}]"#,
      #"missing-key at 2:14: layers[0].effects[0]: "effect" is missing: the name of the effect, such as "drop-shadow"."#
    ),
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
      #"unknown-effect at 2:25: layers[0].effects[0].effect: unknown effect "glow". Available: "drop-shadow", "test-frame", "test-kinds"."#
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
      #"wrong-type at 2:49: layers[0].effects[0].sigma: expected a number (0…250 px), found "5". Did you mean 5?"#
    ),
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
      #"unknown-reference at 2:49: layers[0].effects[0].around: unknown layer id "nobody". No layer has an id."#,
      #"unknown-reference at 2:79: layers[0].effects[0].targets[0].at: unknown layer id "nowhere". No layer has an id."#
    ),
    .layer(
      "effects-null", #""effects": null"#,
      "wrong-type at 2:13: layers[0].effects: expected a list of effects, found null."),
    .layer(
      "effects-as-text", #""effects": "drop-shadow""#,
      #"wrong-type at 2:13: layers[0].effects: expected a list of effects, found "drop-shadow"."#),
    .layer(
      "effect-null", #""effects": [null]"#,
      #"wrong-type at 2:14: layers[0].effects[0]: expected an effect such as {"effect": "drop-shadow"}, found null."#
    ),
    .layer(
      "effect-as-list", #""effects": [["drop-shadow"]]"#,
      #"wrong-type at 2:14: layers[0].effects[0]: expected an effect such as {"effect": "drop-shadow"}, found a list."#
    ),
    .layer(
      "effect-name-null", #""effects": [{"effect": null}]"#,
      "wrong-type at 2:25: layers[0].effects[0].effect: expected the name of an effect, found null."
    ),
    .layer(
      "effect-name-empty", #""effects": [{"effect": ""}]"#,
      #"unknown-effect at 2:25: layers[0].effects[0].effect: unknown effect "". Available: "drop-shadow", "test-frame", "test-kinds"."#
    ),
    .layer(
      "effect-name-in-capitals", #""effects": [{"effect": "Drop-Shadow"}]"#,
      #"unknown-effect at 2:25: layers[0].effects[0].effect: unknown effect "Drop-Shadow". Did you mean "drop-shadow"?"#
    ),
    .layer(
      "effect-name-of-css", #""effects": [{"effect": "dropShadow"}]"#,
      #"unknown-effect at 2:25: layers[0].effects[0].effect: unknown effect "dropShadow". Did you mean "drop-shadow"?"#
    ),
    .layer(
      "effect-name-key-misspelt", #""effects": [{"efect": "drop-shadow"}]"#,
      #"unknown-key at 2:15: layers[0].effects[0].efect: unknown key "efect". Did you mean "effect"?"#
    ),
    .layer(
      "effect-called-name", #""effects": [{"name": "drop-shadow"}]"#,
      #"missing-key at 2:14: layers[0].effects[0]: "effect" is missing: the name of the effect, such as "drop-shadow"."#
    ),
    .layer(
      "effect-empty", #""effects": [{}]"#,
      #"missing-key at 2:14: layers[0].effects[0]: "effect" is missing: the name of the effect, such as "drop-shadow"."#
    ),
    .layer(
      "effect-number-negative", #""effects": [{"effect": "drop-shadow", "sigma": -1}]"#,
      "out-of-range at 2:49: layers[0].effects[0].sigma: -1 is outside 0…250 px."),
    .layer(
      "effect-number-null", #""effects": [{"effect": "drop-shadow", "sigma": null}]"#,
      "wrong-type at 2:49: layers[0].effects[0].sigma: expected a number (0…250 px), found null."),
    .layer(
      "effect-number-with-unit", #""effects": [{"effect": "drop-shadow", "sigma": "5px"}]"#,
      #"wrong-type at 2:49: layers[0].effects[0].sigma: expected a number (0…250 px), found "5px". Did you mean 5?"#
    ),
    .layer(
      "effect-number-as-list", #""effects": [{"effect": "drop-shadow", "sigma": [5]}]"#,
      "wrong-type at 2:49: layers[0].effects[0].sigma: expected a number (0…250 px), found a list."),
    .layer(
      "effect-key-unknown", #""effects": [{"effect": "drop-shadow", "blur": 5}]"#,
      #"unknown-key at 2:40: layers[0].effects[0].blur: unknown key "blur". Did you mean "sigma"?"#
    ),
    .layer(
      "effect-key-in-capitals", #""effects": [{"effect": "drop-shadow", "Sigma": 5}]"#,
      #"unknown-key at 2:40: layers[0].effects[0].Sigma: unknown key "Sigma". Did you mean "sigma"?"#
    ),
    .layer(
      "effect-key-twice", schemaSees: false,
      #""effects": [{"effect": "drop-shadow", "sigma": 5, "sigma": 6}]"#,
      #"duplicate-key at 2:52: layers[0].effects[0].sigma: the key "sigma" is given twice; the first is on line 2."#
    ),
    .layer(
      "effect-colour-as-number", #""effects": [{"effect": "drop-shadow", "color": 0}]"#,
      ##"wrong-type at 2:49: layers[0].effects[0].color: expected a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold", found 0."##
    ),
    .layer(
      "effect-colour-as-gradient",
      ##""effects": [{"effect": "drop-shadow", "color": {"linear": {"stops": [["#f00", 0], ["#00f", 1]]}}}]"##,
      ##"wrong-type at 2:49: layers[0].effects[0].color: expected a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold", found an object."##
    ),
    .layer(
      "effect-colour-null", #""effects": [{"effect": "drop-shadow", "color": null}]"#,
      ##"wrong-type at 2:49: layers[0].effects[0].color: expected a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold", found null."##
    ),
    .layer(
      "effect-opacity-as-percentage", #""effects": [{"effect": "drop-shadow", "opacity": "50%"}]"#,
      #"wrong-type at 2:51: layers[0].effects[0].opacity: expected a number (0…1), found "50%". Did you mean 0.5?"#
    ),
    .layer(
      "effect-source-leaving-its-folder",
      #""effects": [{"effect": "drop-shadow", "source": "../a.png"}]"#,
      #"unknown-key at 2:40: layers[0].effects[0].source: unknown key "source". Allowed keys: "sigma", "color", "opacity"."#
    ),
    .layer(
      "effect-reference-as-number", #""effects": [{"effect": "test-frame", "around": 5}]"#,
      ##"wrong-type at 2:49: layers[0].effects[0].around: expected a reference such as "#title", found 5."##
    ),
    .layer(
      "effect-reference-null", #""effects": [{"effect": "test-frame", "around": null}]"#,
      ##"wrong-type at 2:49: layers[0].effects[0].around: expected a reference such as "#title", found null."##
    ),
    .layer(
      "effect-reference-without-hash",
      #""effects": [{"effect": "test-frame", "around": "canvas"}]"#,
      ##"invalid-value at 2:49: layers[0].effects[0].around: "canvas" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed". Did you mean "#canvas"?"##
    ),
    .layer(
      "effect-record-reference-misspelt-key",
      ##""effects": [{"effect": "test-frame", "targets": [{"att": "#canvas"}]}]"##,
      #"unknown-key at 2:52: layers[0].effects[0].targets[0].att: unknown key "att". Did you mean "at"?"#
    ),
    .layer(
      "effect-records-as-reference",
      ##""effects": [{"effect": "test-frame", "targets": ["#canvas"]}]"##,
      ##"wrong-type at 2:51: layers[0].effects[0].targets[0]: expected an object with the keys "at", "padding", found "#canvas"."##
    ),
    .layer(
      "effects-several",
      #""effects": [{"effect": "drop-shadow", "sigma": 900}, {"effect": "nope"}, {"effect": "test-kinds", "count": 0}]"#,
      "out-of-range at 2:49: layers[0].effects[0].sigma: 900 is outside 0…250 px.",
      #"unknown-effect at 2:66: layers[0].effects[1].effect: unknown effect "nope". Available: "drop-shadow", "test-frame", "test-kinds"."#,
      "out-of-range at 2:109: layers[0].effects[2].count: 0 is outside 1…9."),
  ]
}
