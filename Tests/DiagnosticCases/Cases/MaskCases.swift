extension DiagnosticCases {
  /// Errors in masks.
  static let mask: [DiagnosticCase] = [
    .layer(
      "mask-empty", #""mask": {}"#,
      #"missing-key at 2:10: layers[0].mask: "source", "of" or "fill" is missing."#),
    .layer(
      "mask-twice", ##""mask": {"source": "m.png", "fill": "#fff"}"##,
      #"conflict at 2:38: layers[0].mask.fill: "fill" cannot be combined with "source"."#),
    .layer(
      "mask-mode-and-invert", #""mask": {"source": "m.png", "mode": "alhpa", "invert": 1}"#,
      #"invalid-value at 2:38: layers[0].mask.mode: "alhpa" is not one of "alpha", "luminance". Did you mean "alpha"?"#,
      "wrong-type at 2:57: layers[0].mask.invert: expected true or false, found 1."),
    .layer(
      "mask-as-text", #""mask": "m.png""#,
      #"wrong-type at 2:10: layers[0].mask: expected an object such as {"source": "mask.png"}, found "m.png"."#
    ),
    .layer(
      "mask-null", #""mask": null"#,
      #"wrong-type at 2:10: layers[0].mask: expected an object such as {"source": "mask.png"}, found null."#
    ),
    .layer(
      "mask-key-misspelt", #""mask": {"source": "m.png", "inverted": true}"#,
      #"unknown-key at 2:30: layers[0].mask.inverted: unknown key "inverted". Did you mean "invert"?"#
    ),
    .layer(
      "mask-source-misspelt", #""mask": {"sorce": "m.png"}"#,
      #"unknown-key at 2:11: layers[0].mask.sorce: unknown key "sorce". Did you mean "source"?"#),
    .layer(
      "mask-source-as-number", #""mask": {"source": 5}"#,
      "wrong-type at 2:21: layers[0].mask.source: expected a string, found 5."),
    .layer(
      "mask-source-leaving-its-folder", #""mask": {"source": "../m.png"}"#,
      #"invalid-value at 2:21: layers[0].mask.source: "../m.png" points outside its folder: ".." is not allowed."#
    ),
    .layer(
      "mask-of-no-reference", #""mask": {"of": "shape"}"#,
      ##"invalid-value at 2:17: layers[0].mask.of: "shape" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed". Did you mean "#shape"?"##
    ),
    .layer(
      "mask-of-as-number", #""mask": {"of": 5}"#,
      ##"wrong-type at 2:17: layers[0].mask.of: expected a reference such as "#title", found 5."##),
    .layer(
      "mask-of-nothing", schemaSees: false, ##""mask": {"of": "#shape"}"##,
      #"unknown-reference at 2:17: layers[0].mask.of: unknown layer id "shape". No layer has an id."#
    ),
    .layer(
      "mask-of-the-canvas", ##""mask": {"of": "#canvas"}"##,
      ##"invalid-value at 2:17: layers[0].mask.of: "#canvas" is not a layer; a mask must be a layer."##
    ),
    .layer(
      "mask-of-a-part", ##""id": "a", "mask": {"of": "#a/ink"}"##,
      ##"invalid-value at 2:28: layers[0].mask.of: "#a/ink" is a part of a layer; a mask must be a whole layer: "#a"."##
    ),
    .layer(
      "mask-of-and-fill", ##""mask": {"of": "#canvas", "fill": "#fff"}"##,
      ##"invalid-value at 2:17: layers[0].mask.of: "#canvas" is not a layer; a mask must be a layer."##,
      #"conflict at 2:36: layers[0].mask.fill: "fill" cannot be combined with "of"."#),
    .layer(
      "mask-all-three", ##""mask": {"source": "m.png", "of": "#canvas", "fill": "#fff"}"##,
      #"conflict at 2:36: layers[0].mask.of: "of" cannot be combined with "source"."#,
      ##"invalid-value at 2:36: layers[0].mask.of: "#canvas" is not a layer; a mask must be a layer."##,
      #"conflict at 2:55: layers[0].mask.fill: "fill" cannot be combined with "source"."#),
    .layer(
      "mask-fill-misspelt", #""mask": {"fill": "blakc"}"#,
      ##"invalid-value at 2:19: layers[0].mask.fill: "blakc" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold". Did you mean "black"?"##
    ),
    .layer(
      "mask-mode-null", ##""mask": {"fill": "#fff", "mode": null}"##,
      #"wrong-type at 2:35: layers[0].mask.mode: expected one of "alpha", "luminance", found null."#
    ),
    .layer(
      "mask-invert-as-text", ##""mask": {"fill": "#fff", "invert": "yes"}"##,
      #"wrong-type at 2:37: layers[0].mask.invert: expected true or false, found "yes"."#),
  ]
}
