extension DiagnosticCases {
  /// Errors in the fonts that a job brings along, and in the axes of variable fonts.
  static let font: [DiagnosticCase] = [
    .job(
      "fonts-as-text", fonts(#""brand.ttf""#),
      #"wrong-type at 1:76: fonts: expected a list of font files, found "brand.ttf"."#),
    .job(
      "font-as-number", fonts("[7]"),
      #"wrong-type at 1:77: fonts[0]: expected a file name such as "brand.ttf", or an object such as {"source": "Inter.woff2", "family": "Brand"}, found 7."#
    ),
    .job(
      "font-without-file", fonts(#"[{"family": "Brand"}]"#),
      #"missing-key at 1:77: fonts[0]: "source" is missing."#),
    .job(
      "font-with-unknown-key", fonts(#"[{"source": "a.ttf", "name": "Brand"}]"#),
      #"unknown-key at 1:97: fonts[0].name: unknown key "name". Allowed keys: "source", "family"."#),
    .job(
      "font-by-url", fonts(#"["ftp://example.com/a.woff2"]"#),
      #"invalid-value at 1:77: fonts[0]: "ftp://example.com/a.woff2" is a URL, but only https:// is fetched: download it first."#
    ),
    .job(
      "font-outside-its-folder", fonts(#"[{"source": "../a.ttf"}]"#),
      #"invalid-value at 1:88: fonts[0].source: "../a.ttf" points outside its folder: ".." is not allowed."#
    ),
    .job(
      "family-with-comma", fonts(#"[{"source": "a.ttf", "family": "A, B"}]"#),
      #"invalid-value at 1:107: fonts[0].family: "A, B" is not a family name: one without commas, and without spaces around it."#
    ),
    .job(
      "family-empty", fonts(#"[{"source": "a.ttf", "family": ""}]"#),
      #"invalid-value at 1:107: fonts[0].family: "" is not a family name: one without commas, and without spaces around it."#
    ),
    .job(
      "fonts-too-many", schemaSees: false,
      fonts("[" + Array(repeating: #""a.ttf""#, count: 17).joined(separator: ",") + "]"),
      "too-many at 1:205: fonts[16]: the job has more than 16 fonts."),
    .layer(
      "variations-as-number", #""text": {"string": "x", "variations": 650}"#,
      #"wrong-type at 2:40: layers[0].text.variations: expected an object such as {"wght": 650}, or the name of an instance of the font, found 650."#
    ),
    .layer(
      "variation-with-long-tag", #""text": {"string": "x", "variations": {"weight": 650}}"#,
      #"invalid-value at 2:51: layers[0].text.variations.weight: "weight" is not an axis tag: a letter and three letters or digits, such as "wght"."#
    ),
    .layer(
      "variation-as-text", #""text": {"string": "x", "variations": {"wght": "bold"}}"#,
      #"wrong-type at 2:49: layers[0].text.variations.wght: expected a number (-32768…32767), found "bold"."#
    ),
    .layer(
      "variation-beyond-numbers", #""text": {"string": "x", "variations": {"wght": 40000}}"#,
      "out-of-range at 2:49: layers[0].text.variations.wght: 40000 is outside -32768…32767."),
  ]

  private static func fonts(_ fonts: String) -> String {
    #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "fonts": \#(fonts)}"#
  }
}
