extension MistakeCases {
  /// What can be wrong with frames.
  static let frame: [MistakeCase] = [
    .layer(
      "frame-as-number", #""frame": 5"#,
      "wrong-type at 2:11: layers[0].frame: expected an object, found 5."),
    .layer(
      "frame-key-misspelt", #""frame": {"with": 5}"#,
      #"unknown-key at 2:12: layers[0].frame.with: unknown key "with". Did you mean "width"?"#),
    .layer(
      "frame-x-with-unit", #""frame": {"x": "5px"}"#,
      #"invalid-value at 2:17: layers[0].frame.x: "5px" is not a number of px or a percentage such as "50%"."#
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
      #"conflict at 2:29: layers[0].frame.right: "right" cannot stand beside "x"."#),
    .layer(
      "frame-y-bottom-and-height", #""frame": {"y": 1, "bottom": 2, "height": 3}"#,
      #"conflict at 2:30: layers[0].frame.bottom: "bottom" cannot stand beside "y"."#),
    .layer(
      "frame-gap-alone", #""frame": {"gap": 5}"#,
      #"conflict at 2:19: layers[0].frame.gap: "gap" needs "below" or "above" beside it."#),
    .layer(
      "frame-below-and-y", ##""frame": {"below": "#canvas", "y": 5}"##,
      #"conflict at 2:37: layers[0].frame.y: "y" cannot stand beside "below"."#),
    .layer(
      "frame-below-and-above", ##""frame": {"below": "#canvas", "above": "#canvas"}"##,
      #"conflict at 2:41: layers[0].frame.above: "above" cannot stand beside "below"."#),
    .layer(
      "frame-inset-alone", #""frame": {"inset": 5}"#,
      #"conflict at 2:21: layers[0].frame.inset: "inset" needs "of" beside it."#),
    .layer(
      "frame-of-and-width", ##""frame": {"of": "#canvas", "width": 5}"##,
      #"conflict at 2:38: layers[0].frame.width: "width" cannot stand beside "of"."#),
    .layer(
      "frame-inset-as-percentage", ##""frame": {"of": "#canvas", "inset": "5%"}"##,
      #"wrong-type at 2:38: layers[0].frame.inset: expected a number or four (top, right, bottom, left), found "5%"."#
    ),
    .layer(
      "frame-below-no-reference", #""frame": {"below": "title"}"#,
      ##"invalid-value at 2:21: layers[0].frame.below: "title" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed"."##
    ),
    .layer(
      "frame-below-part-misspelt", ##""frame": {"below": "#title/inks"}"##,
      ##"invalid-value at 2:21: layers[0].frame.below: "#title/inks" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed"."##
    ),
  ]
}
