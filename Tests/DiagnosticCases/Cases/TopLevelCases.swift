extension DiagnosticCases {
  /// Errors in the top level.
  static let topLevel: [DiagnosticCase] = [
    .job(
      "job-is-a-list", "[]",
      "wrong-type at 1:1: expected an object, found a list."),
    .job(
      "job-is-empty", "{}",
      #"missing-key at 1:1: "scrim" is missing."#,
      #"missing-key at 1:1: "layers" is missing."#),
    .job(
      "version-unknown", #"{"scrim": 2, "canvas": {"width": 9, "height": 9}, "layers": [{}]}"#,
      "unsupported-version at 1:11: scrim: format version 2 is not supported; use version 1."),
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
      #"wrong-type at 1:62: layers[0]: expected an object such as {"text": {"string": "Hello"}}, found 3."#
    ),
    .job(
      "layers-misspelt", #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layer": [{}]}"#,
      #"unknown-key at 1:51: layer: unknown key "layer". Did you mean "layers"?"#),
    .job(
      "layers-twice", schemaSees: false,
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "layers": [{}]}"#,
      #"duplicate-key at 1:67: layers: the key "layers" is given twice; the first is on line 1."#),
    .job(
      "seed-negative",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": -1}"#,
      "out-of-range at 1:75: seed: -1 is outside 0…9007199254740991."),
    .job(
      "seed-with-fraction",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": 1.5}"#,
      "wrong-type at 1:75: seed: expected a whole number (0…9007199254740991), found 1.5."),
    .job(
      "seed-beyond-doubles",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": 9007199254740993}"#,
      "out-of-range at 1:75: seed: 9007199254740993 is outside 0…9007199254740991."),
    .job(
      "assets-leaving-their-folder",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": "../x"}"#,
      #"invalid-value at 1:77: assets: "../x" points outside its folder: ".." is not allowed."#),
    .job(
      "assets-from-the-root",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": "/etc"}"#,
      #"invalid-value at 1:77: assets: "/etc" must be a relative path below the job's folder."#
    ),
    .job(
      "assets-as-number",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": 7}"#,
      "wrong-type at 1:77: assets: expected a string, found 7."),
    .job(
      "job-is-a-text", #""story""#,
      #"wrong-type at 1:1: expected an object, found "story"."#),
    .job(
      "job-is-null", "null",
      "wrong-type at 1:1: expected an object, found null."),
    .job(
      "job-is-a-number", "7",
      "wrong-type at 1:1: expected an object, found 7."),
    .job(
      "version-missing", #"{"canvas": {"width": 9, "height": 9}, "layers": [{}]}"#,
      #"missing-key at 1:1: "scrim" is missing."#),
    .job(
      "version-misspelt", #"{"scrym": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}]}"#,
      #"unknown-key at 1:2: scrym: unknown key "scrym". Did you mean "scrim"?"#),
    .job(
      "version-null", #"{"scrim": null, "canvas": {"width": 9, "height": 9}, "layers": [{}]}"#,
      "wrong-type at 1:11: scrim: expected the format version, 1, found null."),
    .job(
      "version-with-fraction",
      #"{"scrim": 1.5, "canvas": {"width": 9, "height": 9}, "layers": [{}]}"#,
      "unsupported-version at 1:11: scrim: format version 1.5 is not supported; use version 1."),
    .job(
      "layers-missing", #"{"scrim": 1, "canvas": {"width": 9, "height": 9}}"#,
      #"missing-key at 1:1: "layers" is missing."#),
    .job(
      "layers-null", #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": null}"#,
      "wrong-type at 1:61: layers: expected a list of layers, found null."),
    .job(
      "layers-as-object-without-canvas", #"{"scrim": 1, "layers": {"text": {}}}"#,
      "wrong-type at 1:24: layers: expected a list of layers, found an object."),
    .job(
      "layer-null", #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}, null]}"#,
      #"wrong-type at 1:66: layers[1]: expected an object such as {"text": {"string": "Hello"}}, found null."#
    ),
    .job(
      "layer-as-list", #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [[{}]]}"#,
      #"wrong-type at 1:62: layers[0]: expected an object such as {"text": {"string": "Hello"}}, found a list."#
    ),
    .job(
      "top-level-key-unknown",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "title": "x"}"#,
      #"unknown-key at 1:67: title: unknown key "title". Allowed keys: "scrim", "canvas", "styles", "layers", "output", "assets", "fonts", "onMissing" and 2 others."#
    ),
    .job(
      "top-level-key-in-capitals",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "Seed": 4}"#,
      #"unknown-key at 1:67: Seed: unknown key "Seed". Did you mean "seed"?"#),
    .job(
      "top-level-key-empty",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "": 4}"#,
      #"unknown-key at 1:67: [""]: unknown key "". Allowed keys: "scrim", "canvas", "styles", "layers", "output", "assets", "fonts", "onMissing" and 2 others."#
    ),
    .job(
      "seed-as-text",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": "7"}"#,
      #"wrong-type at 1:75: seed: expected a whole number (0…9007199254740991), found "7". Did you mean 7?"#
    ),
    .job(
      "seed-null",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": null}"#,
      "wrong-type at 1:75: seed: expected a whole number (0…9007199254740991), found null."),
    .job(
      "seed-huge",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": 1e300}"#,
      "out-of-range at 1:75: seed: 1e300 is outside 0…9007199254740991."),
    .job(
      "seed-just-beyond-doubles",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": 9007199254740992}"#,
      "out-of-range at 1:75: seed: 9007199254740992 is outside 0…9007199254740991."),
    .job(
      "seed-twice", schemaSees: false,
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": 1, "seed": 2}"#,
      #"duplicate-key at 1:78: seed: the key "seed" is given twice; the first is on line 1."#),
    .job(
      "environment-without-digits",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "environment": "sha256:ABC"}"#,
      #"invalid-value at 1:82: environment: "sha256:ABC" is not sha256: and 64 hexadecimal digits, as scrim environment prints them."#
    ),
    .job(
      "environment-not-a-string",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "environment": 7}"#,
      "wrong-type at 1:82: environment: expected a string, found 7."),
    .job(
      "assets-empty",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": ""}"#,
      #"invalid-value at 1:77: assets: "" is not a folder; omit the key to use the job's folder."#),
    .job(
      "assets-null",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": null}"#,
      "wrong-type at 1:77: assets: expected a string, found null."),
    .job(
      "assets-with-control-character",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": "a\u0007b"}"#,
      #"invalid-value at 1:77: assets: "a\u{7}b" contains the control character U+0007."#),
    .job(
      "assets-with-empty-step",
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": "a//b"}"#,
      #"invalid-value at 1:77: assets: "a//b" has an empty path component."#),
    .job(
      "assets-with-step-too-long", schemaSees: false,
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#,
      #"invalid-value at 1:77: assets: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…" has a path component of 256 bytes; at most 255 are allowed."#
    ),
  ]
}
