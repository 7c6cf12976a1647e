extension DiagnosticCases {
  /// Errors in fills: colours and gradients.
  static let paint: [DiagnosticCase] = [
    .layer(
      "fill-not-hexadecimal", ##""fill": "#ggg""##,
      ##"invalid-value at 2:10: layers[0].fill: "#ggg" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold"."##
    ),
    .layer(
      "fill-misspelt", #""fill": "navvy""#,
      ##"invalid-value at 2:10: layers[0].fill: "navvy" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold". Did you mean "navy"?"##
    ),
    .layer(
      "fill-with-a-kelvin-sign", #""fill": "blac\u212A""#,
      "invalid-value at 2:10: layers[0].fill: \"blac\u{212A}\" is not a CSS colour such as \"#fc0\", \"#ffcc00\", \"rgb(255 204 0 / 50%)\", \"hsl(48 100% 50%)\" or \"gold\". Did you mean \"black\"?"
    ),
    .layer(
      "stops-out-of-order", schemaSees: false,
      ##""fill": {"linear": {"angle": 90, "stops": [["#f00", 0.5], ["#00f", 0.2]]}}"##,
      "out-of-range at 2:69: layers[0].fill.linear.stops[1][1]: 0.2 is less than 0.5, the offset of the previous stop."
    ),
    .layer(
      "stop-offset-too-large", ##""fill": {"linear": {"stops": [["#f00", 0], ["#00f", 2]]}}"##,
      "out-of-range at 2:54: layers[0].fill.linear.stops[1][1]: 2 is outside 0…1."),
    .layer(
      "stops-only-one", ##""fill": {"radial": {"stops": [["#f00", 0]]}}"##,
      ##"out-of-range at 2:31: layers[0].fill.radial.stops: expected at least two stops such as [["#f00", 0], ["#00f", 1]], found a list of 1."##
    ),
    .layer(
      "fill-as-number", #""fill": 5"#,
      ##"wrong-type at 2:10: layers[0].fill: expected a colour such as "#fc0" or a gradient, found 5."##
    ),
    .layer(
      "fill-null", #""fill": null"#,
      ##"wrong-type at 2:10: layers[0].fill: expected a colour such as "#fc0" or a gradient, found null."##
    ),
    .layer(
      "fill-empty", #""fill": """#,
      ##"invalid-value at 2:10: layers[0].fill: "" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold"."##
    ),
    .layer(
      "fill-as-list", ##""fill": ["#fff"]"##,
      ##"wrong-type at 2:10: layers[0].fill: expected a colour such as "#fc0" or a gradient, found a list."##
    ),
    .layer(
      "fill-as-boolean", #""fill": true"#,
      ##"wrong-type at 2:10: layers[0].fill: expected a colour such as "#fc0" or a gradient, found true."##
    ),
    .layer(
      "fill-function-of-two", #""fill": "rgb(1, 2)""#,
      ##"invalid-value at 2:10: layers[0].fill: "rgb(1, 2)" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold"."##
    ),
    .layer(
      "fill-function-unknown", #""fill": "cmyk(1 2 3 4)""#,
      ##"invalid-value at 2:10: layers[0].fill: "cmyk(1 2 3 4)" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold"."##
    ),
    .layer(
      "fill-unknown-name", #""fill": "sunset""#,
      ##"invalid-value at 2:10: layers[0].fill: "sunset" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold"."##
    ),
    .layer(
      "fill-css-gradient", #""fill": "linear-gradient(#fff, #000)""#,
      ##"invalid-value at 2:10: layers[0].fill: "linear-gradient(#fff, #000)" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold"."##
    ),
    .layer(
      "gradient-empty", #""fill": {}"#,
      ##"missing-key at 2:10: layers[0].fill: "linear", "radial" or "conic" is missing: {"linear": {"angle": 90, "stops": [["#f00", 0], ["#00f", 1]]}}."##
    ),
    .layer(
      "gradient-both",
      ##""fill": {"linear": {"stops": [["#f00", 0], ["#00f", 1]]}, "radial": {"stops": [["#f00", 0], ["#00f", 1]]}}"##,
      #"conflict at 2:70: layers[0].fill.radial: "radial" cannot be combined with "linear"."#),
    .layer(
      "gradient-keys-outside", ##""fill": {"angle": 90, "stops": [["#f00", 0], ["#00f", 1]]}"##,
      ##"missing-key at 2:10: layers[0].fill: "linear", "radial" or "conic" is missing: {"linear": {"angle": 90, "stops": [["#f00", 0], ["#00f", 1]]}}."##
    ),
    .layer(
      "gradient-key-beside",
      ##""fill": {"linear": {"stops": [["#f00", 0], ["#00f", 1]]}, "angle": 90}"##,
      #"unknown-key at 2:60: layers[0].fill.angle: unknown key "angle". Gradient keys belong inside "linear"."#
    ),
    .layer(
      "gradient-kind-unknown", ##""fill": {"diamond": {"stops": [["#f00", 0], ["#00f", 1]]}}"##,
      #"unknown-key at 2:11: layers[0].fill.diamond: unknown key "diamond". Allowed keys: "linear", "radial", "conic"."#
    ),
    .layer(
      "gradient-as-list", ##""fill": {"linear": [["#f00", 0], ["#00f", 1]]}"##,
      #"wrong-type at 2:21: layers[0].fill.linear: expected an object with the keys "angle", "stops", "repeating", "in", found a list."#
    ),
    .layer(
      "gradient-null", #""fill": {"radial": null}"#,
      #"wrong-type at 2:21: layers[0].fill.radial: expected an object with the keys "center", "radius", "stops", "repeating", "in", found null."#
    ),
    .layer(
      "linear-without-stops", #""fill": {"linear": {"angle": 90}}"#,
      #"missing-key at 2:21: layers[0].fill.linear: "stops" is missing."#),
    .layer(
      "linear-stops-misspelt", ##""fill": {"linear": {"stop": [["#f00", 0], ["#00f", 1]]}}"##,
      #"unknown-key at 2:22: layers[0].fill.linear.stop: unknown key "stop". Did you mean "stops"?"#
    ),
    .layer(
      "linear-with-radius",
      ##""fill": {"linear": {"radius": 4, "stops": [["#f00", 0], ["#00f", 1]]}}"##,
      #"unknown-key at 2:22: layers[0].fill.linear.radius: unknown key "radius". Allowed keys: "angle", "stops", "repeating", "in"."#
    ),
    .layer(
      "linear-angle-too-large",
      ##""fill": {"linear": {"angle": 361, "stops": [["#f00", 0], ["#00f", 1]]}}"##,
      "out-of-range at 2:31: layers[0].fill.linear.angle: 361 is outside -360…360°."),
    .layer(
      "linear-angle-too-small",
      ##""fill": {"linear": {"angle": -361, "stops": [["#f00", 0], ["#00f", 1]]}}"##,
      "out-of-range at 2:31: layers[0].fill.linear.angle: -361 is outside -360…360°."),
    .layer(
      "linear-angle-as-text",
      ##""fill": {"linear": {"angle": "to right", "stops": [["#f00", 0], ["#00f", 1]]}}"##,
      #"wrong-type at 2:31: layers[0].fill.linear.angle: expected a number (-360…360°), found "to right"."#
    ),
    .layer(
      "stops-none", #""fill": {"linear": {"stops": []}}"#,
      ##"out-of-range at 2:31: layers[0].fill.linear.stops: expected at least two stops such as [["#f00", 0], ["#00f", 1]], found a list of 0."##
    ),
    .layer(
      "stops-as-object", ##""fill": {"linear": {"stops": {"#f00": 0, "#00f": 1}}}"##,
      ##"wrong-type at 2:31: layers[0].fill.linear.stops: expected a list of stops such as [["#f00", 0], ["#00f", 1]], found an object."##
    ),
    .layer(
      "stops-null", #""fill": {"linear": {"stops": null}}"#,
      ##"wrong-type at 2:31: layers[0].fill.linear.stops: expected a list of stops such as [["#f00", 0], ["#00f", 1]], found null."##
    ),
    .layer(
      "stop-as-number", ##""fill": {"linear": {"stops": ["#f00", 1]}}"##,
      ##"wrong-type at 2:40: layers[0].fill.linear.stops[1]: expected a stop such as ["#f00", 0.5], found 1."##
    ),
    .layer(
      "stop-as-unknown-colour", ##""fill": {"linear": {"stops": ["#f00", "bleu"]}}"##,
      ##"invalid-value at 2:40: layers[0].fill.linear.stops[1]: "bleu" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold". Did you mean "blue"?"##
    ),
    .layer(
      "stop-of-three", ##""fill": {"linear": {"stops": [["#f00", 0, 1], ["#00f", 1]]}}"##,
      ##"out-of-range at 2:32: layers[0].fill.linear.stops[0]: expected a stop such as ["#f00", 0.5], found a list of 3."##
    ),
    .layer(
      "stop-of-one", ##""fill": {"linear": {"stops": [["#f00"], ["#00f", 1]]}}"##,
      ##"out-of-range at 2:32: layers[0].fill.linear.stops[0]: expected a stop such as ["#f00", 0.5], found a list of 1."##
    ),
    .layer(
      "stop-turned-round", ##""fill": {"linear": {"stops": [[0, "#f00"], [1, "#00f"]]}}"##,
      ##"wrong-type at 2:32: layers[0].fill.linear.stops[0]: the colour comes first: ["#f00", 0]."##,
      ##"wrong-type at 2:45: layers[0].fill.linear.stops[1]: the colour comes first: ["#00f", 1]."##
    ),
    .layer(
      "stop-colour-misspelt", ##""fill": {"linear": {"stops": [["redd", 0], ["#00f", 1]]}}"##,
      ##"invalid-value at 2:33: layers[0].fill.linear.stops[0][0]: "redd" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold". Did you mean "red"?"##
    ),
    .layer(
      "stop-offset-negative", ##""fill": {"linear": {"stops": [["#f00", -0.1], ["#00f", 1]]}}"##,
      "out-of-range at 2:41: layers[0].fill.linear.stops[0][1]: -0.1 is outside 0…1."),
    .layer(
      "stop-offset-as-percentage",
      ##""fill": {"linear": {"stops": [["#f00", "0%"], ["#00f", "100%"]]}}"##,
      #"wrong-type at 2:41: layers[0].fill.linear.stops[0][1]: expected a number (0…1), found "0%"."#,
      #"wrong-type at 2:57: layers[0].fill.linear.stops[1][1]: expected a number (0…1), found "100%"."#
    ),
    .layer(
      "stop-offset-null", ##""fill": {"linear": {"stops": [["#f00", 0], ["#00f", null]]}}"##,
      "wrong-type at 2:54: layers[0].fill.linear.stops[1][1]: expected a number (0…1), found null."),
    .layer(
      "radial-center-of-one",
      ##""fill": {"radial": {"center": ["50%"], "stops": [["#f00", 0], ["#00f", 1]]}}"##,
      #"out-of-range at 2:32: layers[0].fill.radial.center: expected two lengths (x, y) such as ["50%", "50%"], found a list of 1."#
    ),
    .layer(
      "radial-center-as-word",
      ##""fill": {"radial": {"center": "middle", "stops": [["#f00", 0], ["#00f", 1]]}}"##,
      #"wrong-type at 2:32: layers[0].fill.radial.center: expected two lengths (x, y) such as ["50%", "50%"], found "middle"."#
    ),
    .layer(
      "radial-center-element-as-word",
      ##""fill": {"radial": {"center": ["left", 0], "stops": [["#f00", 0], ["#00f", 1]]}}"##,
      #"invalid-value at 2:33: layers[0].fill.radial.center[0]: "left" is not a number of px or a percentage such as "50%"."#
    ),
    .layer(
      "radial-radius-zero",
      ##""fill": {"radial": {"radius": 0, "stops": [["#f00", 0], ["#00f", 1]]}}"##,
      "out-of-range at 2:32: layers[0].fill.radial.radius: expected a radius of more than 0, found 0."
    ),
    .layer(
      "radial-radius-negative",
      ##""fill": {"radial": {"radius": "-5%", "stops": [["#f00", 0], ["#00f", 1]]}}"##,
      #"out-of-range at 2:32: layers[0].fill.radial.radius: expected a radius of more than 0, found "-5%"."#
    ),
    .layer(
      "radial-radius-as-word",
      ##""fill": {"radial": {"radius": "farthest-corner", "stops": [["#f00", 0], ["#00f", 1]]}}"##,
      #"invalid-value at 2:32: layers[0].fill.radial.radius: "farthest-corner" is not a number of px or a percentage such as "50%"."#
    ),
    .layer(
      "radial-centre-misspelt",
      ##""fill": {"radial": {"centre": [0, 0], "stops": [["#f00", 0], ["#00f", 1]]}}"##,
      #"unknown-key at 2:22: layers[0].fill.radial.centre: unknown key "centre". Did you mean "center"?"#
    ),
  ]
}
