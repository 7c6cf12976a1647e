extension DiagnosticCases {
  /// Errors in an effect's parameters, of every kind.
  static let parameter: [DiagnosticCase] = [
    .layer(
      "boolean-as-number", #""effects": [{"effect": "test-kinds", "isOn": 1}]"#,
      "wrong-type at 2:47: layers[0].effects[0].isOn: expected true or false, found 1."),
    .layer(
      "boolean-in-quotes", #""effects": [{"effect": "test-kinds", "isOn": "true"}]"#,
      #"wrong-type at 2:47: layers[0].effects[0].isOn: expected true or false, found "true". Did you mean true?"#
    ),
    .layer(
      "boolean-null", #""effects": [{"effect": "test-kinds", "isOn": null}]"#,
      "wrong-type at 2:47: layers[0].effects[0].isOn: expected true or false, found null."),
    .layer(
      "integer-with-fraction", #""effects": [{"effect": "test-kinds", "count": 2.5}]"#,
      "wrong-type at 2:48: layers[0].effects[0].count: expected a whole number (1…9), found 2.5."),
    .layer(
      "integer-too-small", #""effects": [{"effect": "test-kinds", "count": 0}]"#,
      "out-of-range at 2:48: layers[0].effects[0].count: 0 is outside 1…9."),
    .layer(
      "integer-too-large", #""effects": [{"effect": "test-kinds", "count": 10}]"#,
      "out-of-range at 2:48: layers[0].effects[0].count: 10 is outside 1…9."),
    .layer(
      "number-as-it-is-written",
      #""effects": [{"effect": "test-kinds", "from": 2.50e2, "to": 1e3}]"#,
      "out-of-range at 2:47: layers[0].effects[0].from: 2.50e2 is outside 0…100.",
      "out-of-range at 2:61: layers[0].effects[0].to: 1e3 is outside 0…100."),
    .layer(
      "effect-enabled-as-text", #""effects": [{"effect": "test-kinds", "enabled": "no"}]"#,
      #"wrong-type at 2:50: layers[0].effects[0].enabled: expected true or false, found "no"."#),
    .layer(
      "effect-not-enabled-is-checked",
      #""effects": [{"effect": "test-kinds", "enabled": false, "count": 10}]"#,
      "out-of-range at 2:66: layers[0].effects[0].count: 10 is outside 1…9."),
    .layer(
      "integer-as-text", #""effects": [{"effect": "test-kinds", "count": "three"}]"#,
      #"wrong-type at 2:48: layers[0].effects[0].count: expected a whole number (1…9), found "three"."#
    ),
    .layer(
      "integer-beyond-doubles", #""effects": [{"effect": "test-kinds", "step": 9007199254740993}]"#,
      "out-of-range at 2:47: layers[0].effects[0].step: whole numbers beyond ±9007199254740991 are not exact."
    ),
    .layer(
      "integer-huge", #""effects": [{"effect": "test-kinds", "step": -1e300}]"#,
      "out-of-range at 2:47: layers[0].effects[0].step: whole numbers beyond ±9007199254740991 are not exact."
    ),
    .layer(
      "number-below-open-range", #""effects": [{"effect": "test-kinds", "least": -1}]"#,
      "out-of-range at 2:48: layers[0].effects[0].least: -1 is less than 0."),
    .layer(
      "number-of-open-range-as-text", #""effects": [{"effect": "test-kinds", "least": "none"}]"#,
      #"wrong-type at 2:48: layers[0].effects[0].least: expected a number (0 or more), found "none"."#
    ),
    .layer(
      "words-as-number", #""effects": [{"effect": "test-kinds", "words": 5}]"#,
      "wrong-type at 2:48: layers[0].effects[0].words: expected a string, found 5."),
    .layer(
      "words-null", #""effects": [{"effect": "test-kinds", "words": null}]"#,
      "wrong-type at 2:48: layers[0].effects[0].words: expected a string, found null."),
    .layer(
      "choice-misspelt", #""effects": [{"effect": "test-kinds", "join": "mitre"}]"#,
      #"invalid-value at 2:47: layers[0].effects[0].join: "mitre" is not one of "round", "miter", "bevel". Did you mean "miter"?"#
    ),
    .layer(
      "choice-unknown", #""effects": [{"effect": "test-kinds", "join": "square"}]"#,
      #"invalid-value at 2:47: layers[0].effects[0].join: "square" is not one of "round", "miter", "bevel"."#
    ),
    .layer(
      "choice-as-boolean", #""effects": [{"effect": "test-kinds", "join": false}]"#,
      #"wrong-type at 2:47: layers[0].effects[0].join: expected one of "round", "miter", "bevel", found false."#
    ),
    .layer(
      "choice-null", #""effects": [{"effect": "test-kinds", "join": null}]"#,
      #"wrong-type at 2:47: layers[0].effects[0].join: expected one of "round", "miter", "bevel", found null."#
    ),
    .layer(
      "paint-as-number", #""effects": [{"effect": "test-kinds", "fill": 5}]"#,
      ##"wrong-type at 2:47: layers[0].effects[0].fill: expected a colour such as "#fc0" or a gradient, found 5."##
    ),
    .layer(
      "paint-misspelt", #""effects": [{"effect": "test-kinds", "fill": "whit"}]"#,
      ##"invalid-value at 2:47: layers[0].effects[0].fill: "whit" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold". Did you mean "white"?"##
    ),
    .layer(
      "paint-stops-out-of-order", schemaSees: false,
      ##""effects": [{"effect": "test-kinds", "fill": {"linear": {"stops": [["#f00", 1], ["#00f", 0]]}}}]"##,
      "out-of-range at 2:91: layers[0].effects[0].fill.linear.stops[1][1]: 0 is less than 1, the offset of the previous stop."
    ),
    .layer(
      "paint-radius-negative",
      ##""effects": [{"effect": "test-kinds", "fill": {"radial": {"radius": -1, "stops": [["#f00", 0], ["#00f", 1]]}}}]"##,
      "out-of-range at 2:69: layers[0].effects[0].fill.radial.radius: expected a radius of more than 0, found -1."
    ),
    .layer(
      "paint-null", #""effects": [{"effect": "test-kinds", "fill": null}]"#,
      ##"wrong-type at 2:47: layers[0].effects[0].fill: expected a colour such as "#fc0" or a gradient, found null."##
    ),
    .layer(
      "length-as-boolean", #""effects": [{"effect": "test-kinds", "length": true}]"#,
      #"wrong-type at 2:49: layers[0].effects[0].length: expected a number of px or a percentage such as "50%", found true."#
    ),
    .layer(
      "length-as-word", #""effects": [{"effect": "test-kinds", "length": "half"}]"#,
      #"invalid-value at 2:49: layers[0].effects[0].length: "half" is not a number of px or a percentage such as "50%"."#
    ),
    .layer(
      "length-with-unit", #""effects": [{"effect": "test-kinds", "length": "12px"}]"#,
      #"invalid-value at 2:49: layers[0].effects[0].length: "12px" is not a number of px or a percentage such as "50%". Did you mean 12?"#
    ),
    .layer(
      "length-not-finite", #""effects": [{"effect": "test-kinds", "length": "nan%"}]"#,
      #"invalid-value at 2:49: layers[0].effects[0].length: "nan%" is not a number of px or a percentage such as "50%"."#
    ),
    .layer(
      "length-null", #""effects": [{"effect": "test-kinds", "length": null}]"#,
      #"wrong-type at 2:49: layers[0].effects[0].length: expected a number of px or a percentage such as "50%", found null."#
    ),
    .layer(
      "insets-as-text", #""effects": [{"effect": "test-kinds", "insets": "5"}]"#,
      #"wrong-type at 2:49: layers[0].effects[0].insets: expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found "5"."#
    ),
    .layer(
      "insets-of-three", #""effects": [{"effect": "test-kinds", "insets": [1, 2, 3]}]"#,
      "out-of-range at 2:49: layers[0].effects[0].insets: expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found a list of 3."
    ),
    .layer(
      "insets-too-large", #""effects": [{"effect": "test-kinds", "insets": 41}]"#,
      "out-of-range at 2:49: layers[0].effects[0].insets: 41 is outside 0…40 px."),
    .layer(
      "insets-element-negative", #""effects": [{"effect": "test-kinds", "insets": [0, 0, -1, 0]}]"#,
      "out-of-range at 2:56: layers[0].effects[0].insets[2]: -1 is outside 0…40 px."),
    .layer(
      "insets-element-as-text", #""effects": [{"effect": "test-kinds", "insets": [0, 0, "1", 0]}]"#,
      #"wrong-type at 2:56: layers[0].effects[0].insets[2]: expected a number (0…40 px), found "1". Did you mean 1?"#
    ),
    .layer(
      "radii-negative", #""effects": [{"effect": "test-kinds", "radii": -3}]"#,
      "out-of-range at 2:48: layers[0].effects[0].radii: -3 is less than 0."),
    .layer(
      "radii-of-three", #""effects": [{"effect": "test-kinds", "radii": [1, 2, 3]}]"#,
      "out-of-range at 2:48: layers[0].effects[0].radii: expected a radius or four (top left, top right, bottom right, bottom left), found a list of 3."
    ),
    .layer(
      "radii-element-negative",
      #""effects": [{"effect": "test-kinds", "radii": [0, "-5%", 0, 0]}]"#,
      #"out-of-range at 2:52: layers[0].effects[0].radii[1]: "-5%" is less than 0."#),
    .layer(
      "radii-as-word", #""effects": [{"effect": "test-kinds", "radii": "round"}]"#,
      #"invalid-value at 2:48: layers[0].effects[0].radii: "round" is not a number of px, a percentage such as "50%" or "full"."#
    ),
    .layer(
      "list-as-number", #""effects": [{"effect": "test-kinds", "numbers": 1}]"#,
      "wrong-type at 2:50: layers[0].effects[0].numbers: expected a list of numbers, found 1."),
    .layer(
      "list-element-as-text", #""effects": [{"effect": "test-kinds", "numbers": [0, "x"]}]"#,
      #"wrong-type at 2:54: layers[0].effects[0].numbers[1]: expected a number (-1…1), found "x"."#),
    .layer(
      "list-element-too-large", #""effects": [{"effect": "test-kinds", "numbers": [0, 2, -2]}]"#,
      "out-of-range at 2:54: layers[0].effects[0].numbers[1]: 2 is outside -1…1.",
      "out-of-range at 2:57: layers[0].effects[0].numbers[2]: -2 is outside -1…1."),
    .layer(
      "list-null", #""effects": [{"effect": "test-kinds", "numbers": null}]"#,
      "wrong-type at 2:50: layers[0].effects[0].numbers: expected a list of numbers, found null."),
    .layer(
      "list-element-null", #""effects": [{"effect": "test-kinds", "numbers": [null]}]"#,
      "wrong-type at 2:51: layers[0].effects[0].numbers[0]: expected a number (-1…1), found null."),
    .layer(
      "list-as-object", #""effects": [{"effect": "test-kinds", "numbers": {"0": 1}}]"#,
      "wrong-type at 2:50: layers[0].effects[0].numbers: expected a list of numbers, found an object."
    ),
    .layer(
      "fonts-as-number", #""effects": [{"effect": "test-kinds", "font": 1}]"#,
      #"wrong-type at 2:47: layers[0].effects[0].font: expected a font family such as "Noto Sans", or a list of them, found 1."#
    ),
    .layer(
      "fonts-element-as-number", #""effects": [{"effect": "test-kinds", "font": ["A", 1]}]"#,
      "wrong-type at 2:53: layers[0].effects[0].font[1]: expected a string, found 1."),
    .layer(
      "picture-as-text", #""effects": [{"effect": "test-kinds", "picture": "a.png"}]"#,
      #"wrong-type at 2:50: layers[0].effects[0].picture: expected an object with the key "source", found "a.png"."#
    ),
    .layer(
      "picture-empty", #""effects": [{"effect": "test-kinds", "picture": {}}]"#,
      #"missing-key at 2:50: layers[0].effects[0].picture: "source" is missing."#),
    .layer(
      "picture-source-misspelt",
      #""effects": [{"effect": "test-kinds", "picture": {"sorce": "a.png"}}]"#,
      #"unknown-key at 2:51: layers[0].effects[0].picture.sorce: unknown key "sorce". Did you mean "source"?"#
    ),
    .layer(
      "picture-leaving-its-folder", schemaSees: false,
      #""effects": [{"effect": "test-kinds", "picture": {"source": "../a.png"}}]"#,
      #"invalid-value at 2:61: layers[0].effects[0].picture.source: "../a.png" points outside its folder: ".." is not allowed."#
    ),
    .layer(
      "picture-source-as-number",
      #""effects": [{"effect": "test-kinds", "picture": {"source": 5}}]"#,
      "wrong-type at 2:61: layers[0].effects[0].picture.source: expected a string, found 5."),
    .layer(
      "label-as-text", #""effects": [{"effect": "test-kinds", "label": "x"}]"#,
      #"wrong-type at 2:48: layers[0].effects[0].label: expected an object with keys such as "string", "markup", "font", found "x"."#
    ),
    .layer(
      "label-empty", #""effects": [{"effect": "test-kinds", "label": {}}]"#,
      #"missing-key at 2:48: layers[0].effects[0].label: "string" or "markup" is missing."#),
    .layer(
      "label-key-misspelt",
      #""effects": [{"effect": "test-kinds", "label": {"string": "x", "alignn": "left"}}]"#,
      #"unknown-key at 2:64: layers[0].effects[0].label.alignn: unknown key "alignn". Did you mean "align"?"#
    ),
    .layer(
      "label-string-and-markup",
      #""effects": [{"effect": "test-kinds", "label": {"string": "x", "markup": "x"}}]"#,
      #"conflict at 2:74: layers[0].effects[0].label.markup: "markup" cannot be combined with "string"."#
    ),
    .layer(
      "label-align-misspelt",
      #""effects": [{"effect": "test-kinds", "label": {"string": "x", "align": "centre"}}]"#,
      #"invalid-value at 2:73: layers[0].effects[0].label.align: "centre" is not one of "start", "left", "center", "right", "end", "justify". Did you mean "center"?"#
    ),
    .layer(
      "label-with-zero",
      #""effects": [{"effect": "test-kinds", "label": {"string": "a\u0000b"}}]"#,
      "invalid-value at 2:59: layers[0].effects[0].label.string: a string cannot contain the character U+0000."
    ),
    .layer(
      "words-with-zero",
      #""effects": [{"effect": "test-kinds", "words": "a\u0000"}]"#,
      "invalid-value at 2:48: layers[0].effects[0].words: a string cannot contain the character U+0000."
    ),
    .layer(
      "font-with-zero",
      #""effects": [{"effect": "test-kinds", "font": "A\u0000"}]"#,
      "invalid-value at 2:47: layers[0].effects[0].font: a string cannot contain the character U+0000."
    ),
    .layer(
      "fonts-with-zero",
      #""effects": [{"effect": "test-kinds", "font": ["A\u0000"]}]"#,
      "invalid-value at 2:48: layers[0].effects[0].font[0]: a string cannot contain the character U+0000."
    ),
    .layer(
      "record-as-number", #""effects": [{"effect": "test-kinds", "ring": 1}]"#,
      #"wrong-type at 2:47: layers[0].effects[0].ring: expected an object with the keys "width", "glow", found 1."#
    ),
    .layer(
      "record-null", #""effects": [{"effect": "test-kinds", "ring": null}]"#,
      #"wrong-type at 2:47: layers[0].effects[0].ring: expected an object with the keys "width", "glow", found null."#
    ),
    .layer(
      "record-key-misspelt", #""effects": [{"effect": "test-kinds", "ring": {"widht": 3}}]"#,
      #"unknown-key at 2:48: layers[0].effects[0].ring.widht: unknown key "widht". Did you mean "width"?"#
    ),
    .layer(
      "record-number-too-large", #""effects": [{"effect": "test-kinds", "ring": {"width": 21}}]"#,
      "out-of-range at 2:57: layers[0].effects[0].ring.width: 21 is outside 0…20 px."),
    .layer(
      "record-in-record-colour",
      #""effects": [{"effect": "test-kinds", "ring": {"glow": {"color": "wihte"}}}]"#,
      ##"invalid-value at 2:66: layers[0].effects[0].ring.glow.color: "wihte" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold". Did you mean "white"?"##
    ),
    .layer(
      "record-in-record-key-unknown",
      #""effects": [{"effect": "test-kinds", "ring": {"glow": {"angle": 5}}}]"#,
      #"unknown-key at 2:57: layers[0].effects[0].ring.glow.angle: unknown key "angle". Allowed keys: "sigma", "color"."#
    ),
    .layer(
      "record-in-record-as-text",
      #""effects": [{"effect": "test-kinds", "ring": {"glow": "soft"}}]"#,
      #"wrong-type at 2:56: layers[0].effects[0].ring.glow: expected an object with the keys "sigma", "color", found "soft"."#
    ),
    .layer(
      "records-as-object", #""effects": [{"effect": "test-kinds", "rings": {"width": 3}}]"#,
      "wrong-type at 2:48: layers[0].effects[0].rings: expected a list of objects, found an object."
    ),
    .layer(
      "records-element-as-number", #""effects": [{"effect": "test-kinds", "rings": [{}, 1]}]"#,
      #"wrong-type at 2:53: layers[0].effects[0].rings[1]: expected an object with the keys "width", "glow", found 1."#
    ),
    .layer(
      "records-two-mistakes",
      #""effects": [{"effect": "test-kinds", "rings": [{"width": 30}, {"glow": {"sigma": -1}}]}]"#,
      "out-of-range at 2:59: layers[0].effects[0].rings[0].width: 30 is outside 0…20 px.",
      "out-of-range at 2:83: layers[0].effects[0].rings[1].glow.sigma: -1 is outside 0…250 px."),
    .layer(
      "union-as-number", ##""effects": [{"effect": "test-kinds", "spots": ["#canvas", 3]}]"##,
      ##"wrong-type at 2:60: layers[0].effects[0].spots[1]: expected a reference such as "#title", or an object, found 3."##
    ),
    .layer(
      "union-no-reference", #""effects": [{"effect": "test-kinds", "spots": ["canvas"]}]"#,
      ##"invalid-value at 2:49: layers[0].effects[0].spots[0]: "canvas" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed". Did you mean "#canvas"?"##
    ),
    .layer(
      "union-record-empty", #""effects": [{"effect": "test-kinds", "spots": [{}]}]"#,
      #"missing-key at 2:49: layers[0].effects[0].spots[0]: "at" is missing."#),
    .layer(
      "union-record-key-misspelt",
      ##""effects": [{"effect": "test-kinds", "spots": [{"att": "#canvas"}]}]"##,
      #"unknown-key at 2:50: layers[0].effects[0].spots[0].att: unknown key "att". Did you mean "at"?"#
    ),
    .layer(
      "union-record-no-reference", #""effects": [{"effect": "test-kinds", "spots": [{"at": 3}]}]"#,
      ##"wrong-type at 2:56: layers[0].effects[0].spots[0].at: expected a reference such as "#title", found 3."##
    ),
    .layer(
      "union-record-number-too-large",
      ##""effects": [{"effect": "test-kinds", "spots": [{"at": "#canvas", "padding": 101}]}]"##,
      "out-of-range at 2:78: layers[0].effects[0].spots[0].padding: 101 is outside 0…100 px."),
    .layer(
      "union-to-nothing", schemaSees: false,
      ##""effects": [{"effect": "test-kinds", "spots": ["#nobody", {"at": "#nowhere"}]}]"##,
      #"unknown-reference at 2:49: layers[0].effects[0].spots[0]: unknown layer id "nobody". No layer has an id."#,
      #"unknown-reference at 2:67: layers[0].effects[0].spots[1].at: unknown layer id "nowhere". No layer has an id."#
    ),
    .layer(
      "union-as-single", ##""effects": [{"effect": "test-kinds", "spots": "#canvas"}]"##,
      ##"wrong-type at 2:48: layers[0].effects[0].spots: expected a list of references or objects, found "#canvas"."##
    ),
    .layer(
      "contradiction-of-presence", schemaSees: false,
      #""effects": [{"effect": "test-kinds", "from": 1}]"#,
      #"missing-key at 2:47: layers[0].effects[0].from: "from" and "to" stand together."#),
    .layer(
      "contradictions-two", schemaSees: false,
      #""effects": [{"effect": "test-kinds", "from": 2, "to": 1, "isOn": true, "count": 3}]"#,
      "conflict at 2:56: layers[0].effects[0].to: the end is before the start.",
      #"conflict at 2:82: layers[0].effects[0].count: "count" cannot be combined with "isOn"."#),
    .layer(
      "contradiction-beside-a-wrong-value",
      #""effects": [{"effect": "test-kinds", "words": 5, "isOn": true, "count": 3}]"#,
      "wrong-type at 2:48: layers[0].effects[0].words: expected a string, found 5.",
      #"conflict at 2:74: layers[0].effects[0].count: "count" cannot be combined with "isOn"."#),
    .layer(
      "no-contradiction-of-a-wrong-value",
      #""effects": [{"effect": "test-kinds", "from": 101, "to": 1}]"#,
      "out-of-range at 2:47: layers[0].effects[0].from: 101 is outside 0…100."),
    .layer(
      "no-contradiction-while-misspelt",
      #""effects": [{"effect": "test-kinds", "form": 1, "to": 1}]"#,
      #"unknown-key at 2:39: layers[0].effects[0].form: unknown key "form". Did you mean "from"?"#),
  ]
}
