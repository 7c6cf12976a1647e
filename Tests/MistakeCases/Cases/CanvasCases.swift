extension MistakeCases {
  /// What can be wrong with the canvas.
  static let canvas: [MistakeCase] = [
    .job(
      "canvas-as-list", #"{"scrim": 1, "canvas": [9, 9], "layers": [{}]}"#,
      "wrong-type at 1:24: canvas: expected an object, found a list."),
    .job(
      "canvas-without-image", schemaSees: false,
      #"{"scrim": 1, "layers": [{"text": {"string": "x"}}]}"#,
      #"missing-key at 1:1: no layer has an image to take the canvas's size from: give "width" and "height"."#
    ),
    .job(
      "canvas-of-scale-without-image", schemaSees: false,
      #"{"scrim": 1, "canvas": {"scale": 2}, "layers": [{}]}"#,
      #"missing-key at 1:24: canvas: no layer has an image to take the canvas's size from: give "width" and "height"."#
    ),
    .job(
      "canvas-without-height", #"{"scrim": 1, "canvas": {"width": 9}, "layers": [{}]}"#,
      #"missing-key at 1:24: canvas: "height" is missing beside "width"; without both, the canvas takes the size of the lowest image."#
    ),
    .job(
      "canvas-without-width", #"{"scrim": 1, "canvas": {"height": "auto"}, "layers": [{}]}"#,
      #"missing-key at 1:24: canvas: "width" is missing beside "height"; without both, the canvas takes the size of the lowest image."#
    ),
    .job(
      "canvas-width-misspelt",
      #"{"scrim": 1, "canvas": {"widht": 9, "height": 9}, "layers": [{}]}"#,
      #"unknown-key at 1:25: canvas.widht: unknown key "widht". Did you mean "width"?"#),
    .job(
      "canvas-sides-out-of-range",
      #"{"scrim": 1, "canvas": {"width": 0, "height": 16385}, "layers": [{}]}"#,
      "out-of-range at 1:34: canvas.width: 0 is outside 1…16384 px.",
      "out-of-range at 1:47: canvas.height: 16385 is outside 1…16384 px."),
    .job(
      "canvas-sides-of-wrong-type",
      #"{"scrim": 1, "canvas": {"width": "100%", "height": "tall"}, "layers": [{}]}"#,
      #"wrong-type at 1:34: canvas.width: expected a number of px, found "100%"."#,
      #"wrong-type at 1:52: canvas.height: expected a number of px or "auto", found "tall"."#),
    .job(
      "canvas-padding-of-fixed-height",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "padding": 4}, "layers": [{}]}"#,
      #"conflict at 1:61: canvas.padding: "padding" is for a canvas whose height is "auto"."#),
    .job(
      "canvas-padding-negative",
      #"{"scrim": 1, "canvas": {"width": 9, "height": "auto", "padding": -4}, "layers": [{}]}"#,
      "out-of-range at 1:66: canvas.padding: -4 is outside 0…1000000 px."),
    .job(
      "canvas-scale-too-large",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "scale": 9}, "layers": [{}]}"#,
      "out-of-range at 1:59: canvas.scale: 9 is outside 0.1…8."),
    .job(
      "canvas-too-wide-at-its-scale", schemaSees: false,
      #"{"scrim": 1, "canvas": {"width": 16000, "height": 9, "scale": 3}, "layers": [{}]}"#,
      "out-of-range at 1:24: canvas: 48000 × 27 pixels are too large: a picture has at most 32767 a side."
    ),
    .job(
      "canvas-of-too-many-pixels", schemaSees: false,
      #"{"scrim": 1, "canvas": {"width": 16000, "height": 16000}, "layers": [{}]}"#,
      "out-of-range at 1:24: canvas: 16000 × 16000 pixels are 256000000 in all; at most 100000000 are allowed."
    ),
    .job(
      "canvas-too-wide-for-webp", schemaSees: false,
      #"{"scrim": 1, "canvas": {"width": 9000, "height": 9}, "layers": [{}], "output": {"file": "a.webp", "scale": 2}}"#,
      "out-of-range at 1:108: output.scale: 18000 × 18 pixels are too large: WebP has at most 16383 a side."
    ),
    .job(
      "canvas-background-short",
      ##"{"scrim": 1, "canvas": {"width": 9, "height": 9, "background": "#12"}, "layers": [{}]}"##,
      ##"invalid-value at 1:64: canvas.background: "#12" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold"."##
    ),
    .job(
      "canvas-background-misspelt-gradient",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "background": {"linaer": {}}}, "layers": [{}]}"#,
      #"unknown-key at 1:65: canvas.background.linaer: unknown key "linaer". Did you mean "linear"?"#
    ),
  ]
}
