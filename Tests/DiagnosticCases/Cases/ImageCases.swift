extension DiagnosticCases {
  /// Errors in images.
  static let image: [DiagnosticCase] = [
    .layer(
      "image-empty", #""image": {}"#,
      #"missing-key at 2:11: layers[0].image: "source" is missing."#),
    .layer(
      "image-unknown-key", #""image": {"src": "a.png"}"#,
      #"unknown-key at 2:12: layers[0].image.src: unknown key "src". Did you mean "source"?"#),
    .layer(
      "image-as-text", #""image": "a.png""#,
      #"wrong-type at 2:11: layers[0].image: expected an object such as {"source": "photo.jpg"}, found "a.png"."#
    ),
    .layer(
      "image-source-leaving-its-folder", #""image": {"source": "../a.png"}"#,
      #"invalid-value at 2:22: layers[0].image.source: "../a.png" points outside its folder: ".." is not allowed."#
    ),
    .layer(
      "image-source-empty", #""image": {"source": ""}"#,
      #"invalid-value at 2:22: layers[0].image.source: "" is not a file name."#),
    .layer(
      "image-fit-misspelt", #""image": {"source": "a.png", "fit": "covers"}"#,
      #"invalid-value at 2:38: layers[0].image.fit: "covers" is not one of "cover", "contain", "fill", "none", "scale-down". Did you mean "cover"?"#
    ),
    .layer(
      "image-position-as-word", #""image": {"source": "a.png", "position": "center"}"#,
      #"wrong-type at 2:43: layers[0].image.position: expected two lengths (x, y) such as ["50%", "50%"], found "center"."#
    ),
    .layer(
      "image-position-element-as-word",
      #""image": {"source": "a.png", "position": ["50%", "top"]}"#,
      #"invalid-value at 2:51: layers[0].image.position[1]: "top" is not a number of px or a percentage such as "50%"."#
    ),
    .layer(
      "image-null", #""image": null"#,
      #"wrong-type at 2:11: layers[0].image: expected an object such as {"source": "photo.jpg"}, found null."#
    ),
    .layer(
      "image-as-list", #""image": ["a.png"]"#,
      #"wrong-type at 2:11: layers[0].image: expected an object such as {"source": "photo.jpg"}, found a list."#
    ),
    .layer(
      "image-source-as-number", #""image": {"source": 5}"#,
      "wrong-type at 2:22: layers[0].image.source: expected a string, found 5."),
    .layer(
      "image-source-null", #""image": {"source": null}"#,
      "wrong-type at 2:22: layers[0].image.source: expected a string, found null."),
    .layer(
      "image-source-abbreviated", #""image": {"src": "a.png"}"#,
      #"unknown-key at 2:12: layers[0].image.src: unknown key "src". Did you mean "source"?"#),
    .layer(
      "image-key-misspelt", #""image": {"source": "a.png", "fitt": "cover"}"#,
      #"unknown-key at 2:31: layers[0].image.fitt: unknown key "fitt". Did you mean "fit"?"#),
    .layer(
      "source-url", #""image": {"source": "ftp://example.com/cat.jpg"}"#,
      #"invalid-value at 2:22: layers[0].image.source: "ftp://example.com/cat.jpg" is a URL, but only https:// is fetched: download it first."#
    ),
    .job(
      "on-missing-as-text", substitute(#""a.png""#),
      #"wrong-type at 1:27: onMissing: expected an object such as {"source": "placeholder.png"}, found "a.png"."#
    ),
    .job(
      "on-missing-without-source", substitute("{}"),
      #"missing-key at 1:27: onMissing: "source" is missing."#),
    .job(
      "on-missing-abbreviated", substitute(#"{"src": "a.png"}"#),
      #"unknown-key at 1:28: onMissing.src: unknown key "src". Did you mean "source"?"#),
    .layer(
      "source-data-url", #""image": {"source": "data:image/png;base64,AAAA"}"#,
      #"invalid-value at 2:22: layers[0].image.source: "data:image/png;base64,AAAA" is a data URL, but Scrim reads files only: save its content as a file first."#
    ),
    .layer(
      "source-file-url", #""image": {"source": "file:/home/me/cat.jpg"}"#,
      #"invalid-value at 2:22: layers[0].image.source: "file:/home/me/cat.jpg" is a URL: name the file by its path, without "file:"."#
    ),
    .layer(
      "filter-as-text", #""image": {"source": "a.png", "filter": "sepia(1)"}"#,
      #"wrong-type at 2:41: layers[0].image.filter: expected a list of objects, found "sepia(1)"."#),
    .layer(
      "filter-out-of-range", #""image": {"source": "a.png", "filter": [{"sepia": 1.50}]}"#,
      "out-of-range at 2:52: layers[0].image.filter[0].sepia: 1.50 is outside 0…1."),
    .layer(
      "filter-of-two-functions", schemaSees: false,
      #""image": {"source": "a.png", "filter": [{"sepia": 1, "invert": 1}]}"#,
      #"conflict at 2:65: layers[0].image.filter[0].invert: "invert" cannot be combined with "sepia": each function is an object of its own."#
    ),
    .layer(
      "filter-empty-function", schemaSees: false,
      #""image": {"source": "a.png", "filter": [{}]}"#,
      #"missing-key at 2:42: layers[0].image.filter[0]: expected a function such as {"brightness": 1.2}, found an empty object."#
    ),
    .layer(
      "filter-without-its-effect", schemaSees: false,
      #""image": {"source": "a.png", "filter": [{"sepia": 1}]}"#,
      #"not-available at 2:41: layers[0].image.filter: the effect "color-adjust", which applies filters, is not loaded: check the plugin folders."#
    ),
    .layer(
      "image-with-width", #""image": {"source": "a.png", "width": 5}"#,
      #"unknown-key at 2:31: layers[0].image.width: unknown key "width". It is a key of "frame", where left is "x" and top is "y"."#
    ),
    .layer(
      "image-source-with-control-character", #""image": {"source": "a\nb.png"}"#,
      #"invalid-value at 2:22: layers[0].image.source: "a\nb.png" contains the control character U+000A."#
    ),
    .layer(
      "image-source-with-empty-step", #""image": {"source": "a//b.png"}"#,
      #"invalid-value at 2:22: layers[0].image.source: "a//b.png" has an empty path component."#
    ),
    .layer(
      "image-source-is-a-folder", #""image": {"source": "pictures/"}"#,
      #"invalid-value at 2:22: layers[0].image.source: "pictures/" ends in a slash: add a file name."#
    ),
    .layer(
      "image-source-with-step-of-a-point", #""image": {"source": "./a.png"}"#,
      #"invalid-value at 2:22: layers[0].image.source: "./a.png" has a "." component: remove it."#),
    .layer(
      "image-source-with-step-too-long", schemaSees: false,
      #""image": {"source": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#,
      #"invalid-value at 2:22: layers[0].image.source: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…" has a path component of 256 bytes; at most 255 are allowed."#
    ),
    .layer(
      "image-source-with-zero", #""image": {"source": "a\u0000.png"}"#,
      #"invalid-value at 2:22: layers[0].image.source: "a\u{0}.png" contains the control character U+0000."#
    ),
    .layer(
      "image-fit-null", #""image": {"source": "a.png", "fit": null}"#,
      #"wrong-type at 2:38: layers[0].image.fit: expected one of "cover", "contain", "fill", "none", "scale-down", found null."#
    ),
    .layer(
      "image-fit-unknown", #""image": {"source": "a.png", "fit": "stretch"}"#,
      #"invalid-value at 2:38: layers[0].image.fit: "stretch" is not one of "cover", "contain", "fill", "none", "scale-down"."#
    ),
    .layer(
      "image-fit-as-boolean", #""image": {"source": "a.png", "fit": true}"#,
      #"wrong-type at 2:38: layers[0].image.fit: expected one of "cover", "contain", "fill", "none", "scale-down", found true."#
    ),
    .layer(
      "image-position-of-one", #""image": {"source": "a.png", "position": ["50%"]}"#,
      #"out-of-range at 2:43: layers[0].image.position: expected two lengths (x, y) such as ["50%", "50%"], found a list of 1."#
    ),
    .layer(
      "image-position-of-three", #""image": {"source": "a.png", "position": [1, 2, 3]}"#,
      #"out-of-range at 2:43: layers[0].image.position: expected two lengths (x, y) such as ["50%", "50%"], found a list of 3."#
    ),
    .layer(
      "image-position-null", #""image": {"source": "a.png", "position": null}"#,
      #"wrong-type at 2:43: layers[0].image.position: expected two lengths (x, y) such as ["50%", "50%"], found null."#
    ),
    .layer(
      "image-position-out-of-range",
      #""image": {"source": "a.png", "position": [-1000001, "10001%"]}"#,
      "out-of-range at 2:44: layers[0].image.position[0]: -1000001 is outside -1000000…1000000 px.",
      #"out-of-range at 2:54: layers[0].image.position[1]: "10001%" is outside -10000…10000 %."#),
    .layer(
      "image-position-with-unit", #""image": {"source": "a.png", "position": ["10px", 0]}"#,
      #"invalid-value at 2:44: layers[0].image.position[0]: "10px" is not a number of px or a percentage such as "50%". Did you mean 10?"#
    ),
  ]

  private static func substitute(_ value: String) -> String {
    #"{"scrim": 1, "onMissing": \#(value), "canvas": {"width": 9, "height": 9}, "layers": [{}]}"#
  }
}
