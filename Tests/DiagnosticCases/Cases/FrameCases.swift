extension DiagnosticCases {
  /// Errors in frames.
  static let frame: [DiagnosticCase] = [
    .layer(
      "frame-as-number", #""frame": 5"#,
      #"wrong-type at 2:11: layers[0].frame: expected an object such as {"x": 90, "y": 120, "width": 900}, found 5."#
    ),
    .layer(
      "frame-key-misspelt", #""frame": {"with": 5}"#,
      #"unknown-key at 2:12: layers[0].frame.with: unknown key "with". Did you mean "width"?"#),
    .layer(
      "frame-x-with-unit", #""frame": {"x": "5px"}"#,
      #"invalid-value at 2:17: layers[0].frame.x: "5px" is not a number of px or a percentage such as "50%". Did you mean 5?"#
    ),
    .layer(
      "frame-x-hexadecimal-percentage", #""frame": {"x": "0x10%"}"#,
      #"invalid-value at 2:17: layers[0].frame.x: "0x10%" is not a number of px or a percentage such as "50%"."#
    ),
    .layer(
      "frame-x-boolean-and-y-too-large", #""frame": {"x": true, "y": 2000000}"#,
      #"wrong-type at 2:17: layers[0].frame.x: expected a number of px or a percentage such as "50%", found true."#,
      "out-of-range at 2:28: layers[0].frame.y: 2000000 is outside -1000000…1000000 px."),
    .layer(
      "frame-size-negative", #""frame": {"width": -1, "height": "-5%"}"#,
      "out-of-range at 2:21: layers[0].frame.width: -1 is outside 0…1000000 px.",
      #"out-of-range at 2:35: layers[0].frame.height: "-5%" is outside 0…10000 %."#),
    .layer(
      "frame-x-right-and-width", #""frame": {"x": 1, "right": 2, "width": 3}"#,
      #"conflict at 2:29: layers[0].frame.right: "right" cannot be combined with "x"."#),
    .layer(
      "frame-y-bottom-and-height", #""frame": {"y": 1, "bottom": 2, "height": 3}"#,
      #"conflict at 2:30: layers[0].frame.bottom: "bottom" cannot be combined with "y"."#),
    .layer(
      "frame-gap-alone", #""frame": {"gap": 5}"#,
      #"conflict at 2:19: layers[0].frame.gap: "gap" requires "below", "above", "rightOf" or "leftOf"."#
    ),
    .layer(
      "frame-below-and-y", ##""frame": {"below": "#canvas", "y": 5}"##,
      #"conflict at 2:37: layers[0].frame.y: "y" cannot be combined with "below"."#),
    .layer(
      "frame-below-and-above", ##""frame": {"below": "#canvas", "above": "#canvas"}"##,
      #"conflict at 2:41: layers[0].frame.above: "above" cannot be combined with "below"."#),
    .layer(
      "frame-inset-alone", #""frame": {"inset": 5}"#,
      #"conflict at 2:21: layers[0].frame.inset: "inset" requires "of"."#),
    .layer(
      "frame-of-and-width", ##""frame": {"of": "#canvas", "width": 5}"##,
      #"conflict at 2:38: layers[0].frame.width: "width" cannot be combined with "of"."#),
    .layer(
      "frame-inset-as-percentage", ##""frame": {"of": "#canvas", "inset": "5%"}"##,
      #"wrong-type at 2:38: layers[0].frame.inset: expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found "5%"."#
    ),
    .layer(
      "frame-below-no-reference", #""frame": {"below": "title"}"#,
      ##"invalid-value at 2:21: layers[0].frame.below: "title" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed". Did you mean "#title"?"##
    ),
    .layer(
      "frame-below-part-misspelt", ##""frame": {"below": "#title/inks"}"##,
      ##"invalid-value at 2:21: layers[0].frame.below: "#title/inks" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed". Did you mean "#title/ink"?"##
    ),
    .layer(
      "frame-null", #""frame": null"#,
      #"wrong-type at 2:11: layers[0].frame: expected an object such as {"x": 90, "y": 120, "width": 900}, found null."#
    ),
    .layer(
      "frame-as-list", #""frame": [0, 0, 9, 9]"#,
      #"wrong-type at 2:11: layers[0].frame: expected an object such as {"x": 90, "y": 120, "width": 900}, found a list."#
    ),
    .layer(
      "frame-key-unknown", #""frame": {"left": 5}"#,
      #"unknown-key at 2:12: layers[0].frame.left: unknown key "left". Did you mean "x"?"#
    ),
    .layer(
      "frame-x-null", #""frame": {"x": null}"#,
      #"wrong-type at 2:17: layers[0].frame.x: expected a number of px or a percentage such as "50%", found null."#
    ),
    .layer(
      "frame-x-too-small", #""frame": {"x": -1000001}"#,
      "out-of-range at 2:17: layers[0].frame.x: -1000001 is outside -1000000…1000000 px."),
    .layer(
      "frame-x-percentage-too-large", schemaSees: false, #""frame": {"x": "10001%"}"#,
      #"out-of-range at 2:17: layers[0].frame.x: "10001%" is outside -10000…10000 %."#),
    .layer(
      "frame-x-percentage-not-finite", #""frame": {"x": "1e999%"}"#,
      #"invalid-value at 2:17: layers[0].frame.x: "1e999%" is not a number of px or a percentage such as "50%"."#
    ),
    .layer(
      "frame-x-empty", #""frame": {"x": ""}"#,
      #"invalid-value at 2:17: layers[0].frame.x: "" is not a number of px, a percentage such as "50%" or "center"."#
    ),
    .layer(
      "frame-right-as-list", #""frame": {"right": [1]}"#,
      #"wrong-type at 2:21: layers[0].frame.right: expected a number of px or a percentage such as "50%", found a list."#
    ),
    .layer(
      "frame-y-as-word", #""frame": {"y": "top"}"#,
      #"invalid-value at 2:17: layers[0].frame.y: "top" is not a number of px, a percentage such as "50%" or "center"."#
    ),
    .layer(
      "frame-bottom-with-unit", #""frame": {"bottom": "5 px"}"#,
      #"invalid-value at 2:22: layers[0].frame.bottom: "5 px" is not a number of px or a percentage such as "50%"."#
    ),
    .layer(
      "frame-width-auto", #""frame": {"width": "auto"}"#,
      #"invalid-value at 2:21: layers[0].frame.width: "auto" is not a number of px, a percentage such as "50%" or "fit-content", "min-content", "max-content"."#
    ),
    .layer(
      "frame-width-too-large", #""frame": {"width": 1000001}"#,
      "out-of-range at 2:21: layers[0].frame.width: 1000001 is outside 0…1000000 px."),
    .layer(
      "frame-height-as-object", #""frame": {"height": {}}"#,
      #"wrong-type at 2:22: layers[0].frame.height: expected a number of px or a percentage such as "50%", found an object."#
    ),
    .layer(
      "frame-min-height-negative", #""frame": {"minHeight": -1}"#,
      "out-of-range at 2:25: layers[0].frame.minHeight: -1 is outside 0…1000000 px."),
    .layer(
      "frame-min-height-misspelt", #""frame": {"min-height": 5}"#,
      #"unknown-key at 2:12: layers[0].frame.min-height: unknown key "min-height". Did you mean "minHeight"?"#
    ),
    .layer(
      "frame-min-height-with-of", ##""frame": {"of": "#canvas", "minHeight": 5}"##,
      #"conflict at 2:42: layers[0].frame.minHeight: "minHeight" cannot be combined with "of"."#),
    .layer(
      "frame-gap-as-percentage", ##""frame": {"below": "#canvas", "gap": "5%"}"##,
      #"wrong-type at 2:39: layers[0].frame.gap: expected a number (-1000000…1000000 px), found "5%"."#
    ),
    .layer(
      "frame-gap-too-large", ##""frame": {"below": "#canvas", "gap": 1000001}"##,
      "out-of-range at 2:39: layers[0].frame.gap: 1000001 is outside -1000000…1000000 px."),
    .layer(
      "frame-gap-with-misspelt-below", ##""frame": {"bellow": "#canvas", "gap": 5}"##,
      #"unknown-key at 2:12: layers[0].frame.bellow: unknown key "bellow". Did you mean "below"?"#),
    .layer(
      "frame-gap-null", ##""frame": {"above": "#canvas", "gap": null}"##,
      "wrong-type at 2:39: layers[0].frame.gap: expected a number (-1000000…1000000 px), found null."
    ),
    .layer(
      "frame-above-and-bottom", ##""frame": {"above": "#canvas", "bottom": 5}"##,
      #"conflict at 2:42: layers[0].frame.bottom: "bottom" cannot be combined with "above"."#),
    .layer(
      "frame-below-as-number", #""frame": {"below": 5}"#,
      ##"wrong-type at 2:21: layers[0].frame.below: expected a reference such as "#title", found 5."##
    ),
    .layer(
      "frame-below-null", #""frame": {"below": null}"#,
      ##"wrong-type at 2:21: layers[0].frame.below: expected a reference such as "#title", found null."##
    ),
    .layer(
      "frame-below-canvas-part", ##""frame": {"below": "#canvas/ink"}"##,
      ##"invalid-value at 2:21: layers[0].frame.below: "#canvas/ink" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed". Did you mean "#canvas"?"##
    ),
    .layer(
      "frame-above-empty", #""frame": {"above": ""}"#,
      ##"invalid-value at 2:21: layers[0].frame.above: "" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed"."##
    ),
    .layer(
      "frame-below-line-without-number", ##""frame": {"below": "#a/line"}"##,
      ##"invalid-value at 2:21: layers[0].frame.below: "#a/line" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed". Did you mean "#a/lines"?"##
    ),
    .layer(
      "frame-below-line-negative", ##""frame": {"below": "#a/line/-1"}"##,
      ##"invalid-value at 2:21: layers[0].frame.below: "#a/line/-1" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed". Did you mean "#a/line/1"?"##
    ),
    .layer(
      "frame-below-match-empty", ##""frame": {"below": "#a/match/"}"##,
      ##"invalid-value at 2:21: layers[0].frame.below: "#a/match/" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed"."##
    ),
    .layer(
      "frame-of-as-list", ##""frame": {"of": ["#canvas"]}"##,
      ##"wrong-type at 2:18: layers[0].frame.of: expected a reference such as "#title", found a list."##
    ),
    .layer(
      "frame-of-and-x-and-gap", ##""frame": {"of": "#canvas", "x": 5, "gap": 5}"##,
      #"conflict at 2:34: layers[0].frame.x: "x" cannot be combined with "of"."#,
      #"conflict at 2:44: layers[0].frame.gap: "gap" cannot be combined with "of"."#),
    .layer(
      "frame-of-and-below", ##""frame": {"of": "#canvas", "below": "#canvas"}"##,
      #"conflict at 2:38: layers[0].frame.below: "below" cannot be combined with "of"."#),
    .layer(
      "frame-inset-of-three", ##""frame": {"of": "#canvas", "inset": [1, 2, 3]}"##,
      "out-of-range at 2:38: layers[0].frame.inset: expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found a list of 3."
    ),
    .layer(
      "frame-inset-element-null", ##""frame": {"of": "#canvas", "inset": [1, 2, 3, null]}"##,
      "wrong-type at 2:48: layers[0].frame.inset[3]: expected a number, found null."),
    .layer(
      "frame-inset-too-large", ##""frame": {"of": "#canvas", "inset": -1000001}"##,
      "out-of-range at 2:38: layers[0].frame.inset: -1000001 is outside -1000000…1000000 px."),
    .layer(
      "frame-inset-with-misspelt-of", ##""frame": {"off": "#canvas", "inset": 5}"##,
      #"unknown-key at 2:12: layers[0].frame.off: unknown key "off". Did you mean "of"?"#),
    .layer(
      "frame-y-bottom-and-height-with-x",
      #""frame": {"x": 0, "width": 5, "right": 0, "y": 0, "height": 5, "bottom": 0}"#,
      #"conflict at 2:41: layers[0].frame.right: "right" cannot be combined with "x"."#,
      #"conflict at 2:75: layers[0].frame.bottom: "bottom" cannot be combined with "y"."#),
  ]
}
