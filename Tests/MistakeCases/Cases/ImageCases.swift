extension MistakeCases {
  /// What can be wrong with images.
  static let image: [MistakeCase] = [
    .layer(
      "image-empty", #""image": {}"#,
      #"missing-key at 2:11: layers[0].image: "source" is missing."#),
    .layer(
      "image-unknown-key", #""image": {"src": "a.png"}"#,
      #"missing-key at 2:11: layers[0].image: "source" is missing."#,
      #"unknown-key at 2:12: layers[0].image.src: unknown key "src"."#),
    .layer(
      "image-as-text", #""image": "a.png""#,
      #"wrong-type at 2:11: layers[0].image: expected an object, found "a.png"."#),
    .layer(
      "image-source-leaving-its-folder", schemaSees: false, #""image": {"source": "../a.png"}"#,
      #"invalid-value at 2:22: layers[0].image.source: "../a.png" leaves its folder: ".." is not allowed."#
    ),
    .layer(
      "image-source-empty", #""image": {"source": ""}"#,
      #"invalid-value at 2:22: layers[0].image.source: "" names no file."#),
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
  ]
}
