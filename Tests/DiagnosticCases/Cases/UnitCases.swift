extension DiagnosticCases {
  /// Errors in lengths with units.
  static let unit: [DiagnosticCase] = [
    .layer(
      "unit-beyond-the-range",
      #""text": {"string": "x", "size": "9000vw"}, "frame": {"width": "-1vw"}"#,
      #"out-of-range at 2:34: layers[0].text.size: "9000vw", 9000 px, is outside 0.1…2000 px."#,
      #"out-of-range at 2:64: layers[0].frame.width: "-1vw", -1 px, is outside 0…1000000 px."#),
    .layer(
      "unit-beyond-the-range-of-an-effect", schemaSees: false,
      #""effects": [{"effect": "drop-shadow", "sigma": "10in"}]"#,
      #"out-of-range at 2:49: layers[0].effects[0].sigma: "10in", 960 px, is outside 0…250 px."#),
    .layer(
      "unit-em-without-a-text", schemaSees: false, #""padding": "1em", "fill": "red""#,
      #"invalid-value at 2:13: layers[0].padding: "1em" needs a font size: "em" is for texts, and not for their size."#
    ),
    .layer(
      "unit-em-of-the-size", schemaSees: false, #""text": {"string": "x", "size": "2em"}"#,
      #"invalid-value at 2:34: layers[0].text.size: "2em" needs a font size: "em" is for texts, and not for their size."#
    ),
    .layer(
      "unit-unknown", #""frame": {"x": "4rem"}, "fill": "red""#,
      #"invalid-value at 2:17: layers[0].frame.x: "4rem" is not a number of px or a percentage such as "50%". Did you mean 64?"#
    ),
    .job(
      "unit-of-an-automatic-side", schemaSees: false,
      """
      {"scrim": 1, "canvas": {"width": 100, "height": "auto"},
       "layers": [{"frame": {"x": "4vw", "height": "4vh"}, "fill": "red", "cornerRadius": "1vmax"}]}
      """,
      #"invalid-value at 2:46: layers[0].frame.height: "4vh" needs the size of the canvas, and its height follows from the layers."#,
      #"invalid-value at 2:85: layers[0].cornerRadius: "1vmax" needs the size of the canvas, and its height follows from the layers."#
    ),
    .job(
      "unit-of-an-image", schemaSees: false,
      """
      {"scrim": 1,
       "layers": [{"image": {"source": "a.png"}}, {"frame": {"x": "4vw"}, "fill": "red"}]}
      """,
      #"invalid-value at 2:61: layers[1].frame.x: "4vw" needs the size of the canvas, and it has that of an image: give it a "width" and a "height"."#
    ),
    .job(
      "unit-of-itself", schemaSees: false,
      """
      {"scrim": 1, "canvas": {"width": "50vw", "height": "1in"}, "layers": [{"fill": "red"}]}
      """,
      #"invalid-value at 1:34: canvas.width: "50vw" needs the size of the canvas, and this is part of it."#
    ),
  ]
}
