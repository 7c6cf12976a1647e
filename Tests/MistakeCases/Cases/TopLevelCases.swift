extension MistakeCases {
  /// What can be wrong with the top level.
  static let topLevel: [MistakeCase] = [
    .job(
      "job-is-a-list", "[]",
      "wrong-type at 1:1: expected an object, found a list."),
    .job(
      "job-is-empty", "{}",
      #"missing-key at 1:1: "scrim" is missing."#,
      #"missing-key at 1:1: "layers" is missing."#,
      #"missing-key at 1:1: no layer has an image to take the canvas's size from: give "width" and "height"."#
    ),
    .job(
      "version-unknown", #"{"scrim": 2, "canvas": {"width": 9, "height": 9}, "layers": [{}]}"#,
      "unsupported-version at 1:11: scrim: format version 2 is not known; this is version 1."),
    .job(
      "version-as-text", #"{"scrim": "1", "canvas": {"width": 9, "height": 9}, "layers": [{}]}"#,
      #"wrong-type at 1:11: scrim: expected the format version, 1, found "1"."#),
    .job(
      "layers-empty", #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": []}"#,
      "out-of-range at 1:61: layers: expected at least one layer."),
    .job(
      "layers-as-object", #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": {}}"#,
      "wrong-type at 1:61: layers: expected a list of layers, found an object."),
    .job(
      "layer-as-number", #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [3]}"#,
      "wrong-type at 1:62: layers[0]: expected an object, found 3."),
    .job(
      "layers-misspelt", #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layer": [{}]}"#,
      #"unknown-key at 1:51: layer: unknown key "layer". Did you mean "layers"?"#),
    .job(
      "layers-twice", schemaSees: false,
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "layers": [{}]}"#,
      #"duplicate-key at 1:67: layers: the key "layers" is given twice; the first is in line 1."#),
    .job(
      "seed-negative",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": -1}"#,
      "out-of-range at 1:75: seed: -1 is outside 0…9007199254740991."),
    .job(
      "seed-with-fraction",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": 1.5}"#,
      "wrong-type at 1:75: seed: expected a whole number, found 1.5."),
    .job(
      "seed-beyond-doubles",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": 9007199254740993}"#,
      "out-of-range at 1:75: seed: 9007199254740993 is outside 0…9007199254740991."),
    .job(
      "assets-leaving-their-folder", schemaSees: false,
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": "../x"}"#,
      #"invalid-value at 1:77: assets: "../x" leaves its folder: ".." is not allowed."#),
    .job(
      "assets-from-the-root", schemaSees: false,
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": "/etc"}"#,
      #"invalid-value at 1:77: assets: "/etc" begins at the root: name a folder below the job's own."#
    ),
    .job(
      "assets-as-number",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": 7}"#,
      "wrong-type at 1:77: assets: expected a text, found 7."),
  ]
}
