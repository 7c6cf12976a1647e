extension DiagnosticCases {
  /// Errors in the canvas.
  static let canvas: [DiagnosticCase] = [
    .job(
      "canvas-as-list", #"{"scrim": 1, "canvas": [9, 9], "layers": [{}]}"#,
      #"wrong-type at 1:24: canvas: expected an object such as {"width": 1080, "height": 1920}, found a list."#
    ),
    .job(
      "canvas-without-image",
      #"{"scrim": 1, "layers": [{"text": {"string": "x"}}]}"#,
      #"missing-key at 1:1: the canvas has no size: set "width" and "height", or add an image layer."#
    ),
    .job(
      "canvas-of-scale-without-image",
      #"{"scrim": 1, "canvas": {"scale": 2}, "layers": [{}]}"#,
      #"missing-key at 1:24: canvas: the canvas has no size: set "width" and "height", or add an image layer."#
    ),
    .job(
      "canvas-without-height", #"{"scrim": 1, "canvas": {"width": 9}, "layers": [{}]}"#,
      #"missing-key at 1:24: canvas: "height" is required with "width"; without both, the canvas takes the size of the lowest image layer."#
    ),
    .job(
      "canvas-without-width", #"{"scrim": 1, "canvas": {"height": "auto"}, "layers": [{}]}"#,
      #"missing-key at 1:24: canvas: "width" is required with "height"; without both, the canvas takes the size of the lowest image layer."#
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
      #"wrong-type at 1:34: canvas.width: expected a number (1…16384 px) or "auto", found "100%"."#,
      #"wrong-type at 1:52: canvas.height: expected a number (1…16384 px) or "auto", found "tall"."#
    ),
    .job(
      "canvas-padding-of-fixed-height",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "padding": 4}, "layers": [{}]}"#,
      #"conflict at 1:61: canvas.padding: "padding" requires "height": "auto" or "width": "auto"."#),
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
      "out-of-range at 1:24: canvas: 48000 × 27 pixels are too large: an image allows at most 32767 per side."
    ),
    .job(
      "canvas-of-too-many-pixels", schemaSees: false,
      #"{"scrim": 1, "canvas": {"width": 16000, "height": 16000}, "layers": [{}]}"#,
      "out-of-range at 1:24: canvas: 16000 × 16000 pixels are 256000000 in total; at most 100000000 are allowed."
    ),
    .job(
      "canvas-too-wide-for-webp", schemaSees: false,
      #"{"scrim": 1, "canvas": {"width": 9000, "height": 9}, "layers": [{}], "output": {"file": "a.webp", "scale": 2}}"#,
      "out-of-range at 1:108: output.scale: 18000 × 18 pixels are too large: WebP allows at most 16383 per side."
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
    .job(
      "canvas-null", #"{"scrim": 1, "canvas": null, "layers": [{}]}"#,
      #"wrong-type at 1:24: canvas: expected an object such as {"width": 1080, "height": 1920}, found null."#
    ),
    .job(
      "canvas-as-text", #"{"scrim": 1, "canvas": "1080x1920", "layers": [{}]}"#,
      #"wrong-type at 1:24: canvas: expected an object such as {"width": 1080, "height": 1920}, found "1080x1920"."#
    ),
    .job(
      "canvas-key-unknown",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "depth": 3}, "layers": [{}]}"#,
      #"unknown-key at 1:50: canvas.depth: unknown key "depth". Allowed keys: "width", "height", "padding", "scale", "background", "dither", "bleed", "alt" and 1 other."#
    ),
    .job(
      "canvas-alt-long",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "alt": "\#(String(repeating: "x", count: 2001))"}, "layers": [{}]}"#,
      "invalid-value at 1:57: canvas.alt: the text has 2001 characters; at most 2000 are allowed."),
    .job(
      "canvas-alt-list",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "alt": ["x"]}, "layers": [{}]}"#,
      "wrong-type at 1:57: canvas.alt: expected a string, found a list."),
    .job(
      "canvas-key-colour",
      ##"{"scrim": 1, "canvas": {"width": 9, "height": 9, "backgroud": "#fff"}, "layers": [{}]}"##,
      #"unknown-key at 1:50: canvas.backgroud: unknown key "backgroud". Did you mean "background"?"#
    ),
    .job(
      "canvas-width-null", #"{"scrim": 1, "canvas": {"width": null, "height": 9}, "layers": [{}]}"#,
      #"wrong-type at 1:34: canvas.width: expected a number (1…16384 px) or "auto", found null."#),
    .job(
      "canvas-width-in-quotes",
      #"{"scrim": 1, "canvas": {"width": "1080px", "height": 9}, "layers": [{}]}"#,
      #"wrong-type at 1:34: canvas.width: expected a number (1…16384 px) or "auto", found "1080px". Did you mean 1080?"#
    ),
    .job(
      "canvas-width-too-large",
      #"{"scrim": 1, "canvas": {"width": 16384.5, "height": 9}, "layers": [{}]}"#,
      "out-of-range at 1:34: canvas.width: 16384.5 is outside 1…16384 px."),
    .job(
      "canvas-width-twice", schemaSees: false,
      #"{"scrim": 1, "canvas": {"width": 9, "width": 8, "height": 9}, "layers": [{}]}"#,
      #"duplicate-key at 1:37: canvas.width: the key "width" is given twice; the first is on line 1."#
    ),
    .job(
      "canvas-height-negative",
      #"{"scrim": 1, "canvas": {"width": 9, "height": -9}, "layers": [{}]}"#,
      "out-of-range at 1:47: canvas.height: -9 is outside 1…16384 px."),
    .job(
      "canvas-height-auto-in-capitals",
      #"{"scrim": 1, "canvas": {"width": 9, "height": "Auto", "padding": 4}, "layers": [{}]}"#,
      #"wrong-type at 1:47: canvas.height: expected a number (1…16384 px) or "auto", found "Auto". Did you mean "auto"?"#
    ),
    .job(
      "canvas-height-null",
      #"{"scrim": 1, "canvas": {"width": 9, "height": null}, "layers": [{}]}"#,
      #"wrong-type at 1:47: canvas.height: expected a number (1…16384 px) or "auto", found null."#),
    .job(
      "canvas-height-misspelt-with-padding",
      #"{"scrim": 1, "canvas": {"width": 9, "heigth": "auto", "padding": 4}, "layers": [{}]}"#,
      #"unknown-key at 1:37: canvas.heigth: unknown key "heigth". Did you mean "height"?"#),
    .job(
      "canvas-padding-of-four",
      #"{"scrim": 1, "canvas": {"width": 9, "height": "auto", "padding": [1, 2, 3, 4]}, "layers": [{}]}"#,
      "wrong-type at 1:66: canvas.padding: expected a number (0…1000000 px), found a list."),
    .job(
      "canvas-padding-too-large",
      #"{"scrim": 1, "canvas": {"width": 9, "height": "auto", "padding": 1000001}, "layers": [{}]}"#,
      "out-of-range at 1:66: canvas.padding: 1000001 is outside 0…1000000 px."),
    .job(
      "canvas-scale-too-small",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "scale": 0.05}, "layers": [{}]}"#,
      "out-of-range at 1:59: canvas.scale: 0.05 is outside 0.1…8."),
    .job(
      "canvas-scale-as-text",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "scale": "2x"}, "layers": [{}]}"#,
      #"wrong-type at 1:59: canvas.scale: expected a number (0.1…8), found "2x"."#),
    .job(
      "canvas-scale-null",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "scale": null}, "layers": [{}]}"#,
      "wrong-type at 1:59: canvas.scale: expected a number (0.1…8), found null."),
    .job(
      "canvas-background-null",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "background": null}, "layers": [{}]}"#,
      ##"wrong-type at 1:64: canvas.background: expected a colour such as "#fc0" or a gradient, found null."##
    ),
    .job(
      "canvas-background-number",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "background": 16777215}, "layers": [{}]}"#,
      ##"wrong-type at 1:64: canvas.background: expected a colour such as "#fc0" or a gradient, found 16777215."##
    ),
    .job(
      "canvas-background-picture",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "background": {"source": "a.png"}}, "layers": [{}]}"#,
      #"unknown-key at 1:65: canvas.background.source: unknown key "source". Allowed keys: "linear", "radial", "conic"."#
    ),
    .job(
      "canvas-misspelt", #"{"scrim": 1, "canvass": {"width": 9, "height": 9}, "layers": [{}]}"#,
      #"unknown-key at 1:14: canvass: unknown key "canvass". Did you mean "canvas"?"#),
    .job(
      "canvas-without-image-but-misspelt-one",
      #"{"scrim": 1, "layers": [{"imgae": {"source": "a.png"}}]}"#,
      #"unknown-key at 1:26: layers[0].imgae: unknown key "imgae". Did you mean "image"?"#),
  ]
}
