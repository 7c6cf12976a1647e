extension DiagnosticCases {
  /// Errors in outputs.
  static let output: [DiagnosticCase] = [
    .output(
      "output-as-text", #""a.png""#,
      #"wrong-type at 2:11: output: expected an object such as {"file": "story.png"} or a list of them, found "a.png"."#
    ),
    .output(
      "output-empty-list", "[]",
      "out-of-range at 2:11: output: expected at least one output."),
    .output(
      "file-as-number", #"{"file": 3}"#,
      "wrong-type at 2:20: output.file: expected a string, found 3."),
    .output(
      "file-empty", #"{"file": ""}"#,
      #"invalid-value at 2:20: output.file: "" is not a file name."#),
    .output(
      "file-from-the-root", #"{"file": "/tmp/a.png"}"#,
      #"invalid-value at 2:20: output.file: "/tmp/a.png" must be a relative path below the output folder."#
    ),
    .output(
      "file-from-the-root-with-a-mark", #"{"file": "/\u0301tmp/a.png"}"#,
      "invalid-value at 2:20: output.file: \"/\u{301}tmp/a.png\" must be a relative path below the output folder."
    ),
    .output(
      "file-leaving-its-folder", #"{"file": "x/../a.png"}"#,
      #"invalid-value at 2:20: output.file: "x/../a.png" points outside its folder: ".." is not allowed."#
    ),
    .output(
      "file-with-empty-step", #"{"file": "x//a.png"}"#,
      #"invalid-value at 2:20: output.file: "x//a.png" has an empty path component."#),
    .output(
      "file-with-step-of-a-point", #"{"file": "./a.png"}"#,
      #"invalid-value at 2:20: output.file: "./a.png" has a "." component: remove it."#),
    .output(
      "file-with-control-character", #"{"file": "a\u001b.png"}"#,
      #"invalid-value at 2:20: output.file: "a\u{1b}.png" contains the control character U+001B."#),
    .output(
      "file-like-a-report", #"{"file": "a.result.json", "format": "png"}"#,
      #"invalid-value at 2:20: output.file: "a.result.json" is reserved for reports (.result.json and .failed.json); choose another name."#
    ),
    .output(
      "file-like-a-failures-report", #"{"file": "small/a.failed.json", "format": "png"}"#,
      #"invalid-value at 2:20: output.file: "small/a.failed.json" is reserved for reports (.result.json and .failed.json); choose another name."#
    ),
    .output(
      "file-hidden", #"{"file": "small/.a.png"}"#,
      #"invalid-value at 2:20: output.file: "small/.a.png" has a hidden component, ".a.png": remove the leading dot."#
    ),
    .output(
      "file-like-a-report-after-a-mark", #"{"file": "a\u0600.result.json", "format": "png"}"#,
      #"invalid-value at 2:20: output.file: "a\u{600}.result.json" is reserved for reports (.result.json and .failed.json); choose another name."#
    ),
    .output(
      "file-with-unknown-extension", #"{"file": "a.gif"}"#,
      #"invalid-value at 2:20: output.file: the extension of "a.gif" is not one of .png, .jpg, .jpeg, .webp, .pdf, .svg: change it or add a "format"."#
    ),
    .output(
      "file-without-extension", #"{"file": "png"}"#,
      #"invalid-value at 2:20: output.file: the extension of "png" is not one of .png, .jpg, .jpeg, .webp, .pdf, .svg: change it or add a "format"."#
    ),
    .output(
      "format-misspelt", #"{"file": "a.png", "format": "jpg"}"#,
      #"invalid-value at 2:39: output.format: "jpg" is not one of "png", "jpeg", "webp", "pdf", "svg". Did you mean "jpeg"?"#
    ),
    .output(
      "quality-too-large", #"{"file": "a.jpg", "quality": 101}"#,
      "out-of-range at 2:40: output.quality: 101 is outside 1…100."),
    .output(
      "quality-as-word", #"{"file": "a.jpg", "quality": "high"}"#,
      #"wrong-type at 2:40: output.quality: expected a whole number (1…100), found "high"."#),
    .output(
      "quality-of-png", #"{"file": "a.png", "quality": 85}"#,
      #"conflict at 2:40: output.quality: "quality" is for JPEG and WebP; this output is PNG."#),
    .output(
      "lossless-of-jpeg", #"{"file": "a.jpg", "lossless": true}"#,
      #"conflict at 2:41: output.lossless: "lossless" is for WebP; this output is JPEG."#),
    .output(
      "lossless-as-number", #"{"file": "a.webp", "lossless": 1}"#,
      "wrong-type at 2:42: output.lossless: expected true or false, found 1."),
    .output(
      "quality-of-lossless-webp",
      #"{"file": "a.webp", "lossless": true, "quality": 85}"#,
      #"conflict at 2:59: output.quality: "quality" is for lossy WebP; this output is lossless."#),
    .output(
      "compression-of-jpeg", #"{"file": "a.jpg", "compression": "small"}"#,
      #"conflict at 2:44: output.compression: "compression" is for PNG; this output is JPEG."#),
    .output(
      "subsampling-of-png", #"{"file": "a.png", "subsampling": "4:4:4"}"#,
      #"conflict at 2:44: output.subsampling: "subsampling" is for JPEG; this output is PNG."#),
    .output(
      "subsampling-unknown", #"{"file": "a.jpg", "subsampling": "4:1:1"}"#,
      #"invalid-value at 2:44: output.subsampling: "4:1:1" is not one of "4:2:0", "4:4:4"."#),
    .output(
      "compression-unknown", #"{"file": "a.png", "compression": "best"}"#,
      #"invalid-value at 2:44: output.compression: "best" is not one of "fast", "small"."#),
    .output(
      "max-bytes-zero", #"{"file": "a.jpg", "maxBytes": 0}"#,
      "out-of-range at 2:41: output.maxBytes: 0 is outside 1…268435456."),
    .output(
      "max-bytes-as-text", #"{"file": "a.jpg", "maxBytes": "20k"}"#,
      #"wrong-type at 2:41: output.maxBytes: expected a whole number (1…268435456), found "20k"."#),
    .output(
      "min-quality-too-large", #"{"file": "a.jpg", "maxBytes": 9, "minQuality": 101}"#,
      "out-of-range at 2:58: output.minQuality: 101 is outside 1…100."),
    .output(
      "min-quality-without-max-bytes", #"{"file": "a.jpg", "minQuality": 40}"#,
      #"conflict at 2:43: output.minQuality: "minQuality" is for "maxBytes": add it."#),
    .output(
      "min-colors-too-few", #"{"file": "a.png", "maxBytes": 9, "minColors": 1}"#,
      "out-of-range at 2:57: output.minColors: 1 is outside 2…256."),
    .output(
      "min-colors-without-max-bytes", #"{"file": "a.png", "minColors": 16}"#,
      #"conflict at 2:42: output.minColors: "minColors" is for "maxBytes": add it."#),
    .output(
      "min-colors-of-jpeg", #"{"file": "a.jpg", "maxBytes": 9, "minColors": 16}"#,
      #"conflict at 2:57: output.minColors: "minColors" is for PNG; this output is JPEG."#),
    .output(
      "min-quality-over-quality", schemaSees: false,
      #"{"file": "a.jpg", "quality": 70, "maxBytes": 9, "minQuality": 71}"#,
      "conflict at 2:73: output.minQuality: 71 is more than the quality, 70."),
    .output(
      "min-quality-over-default-quality", schemaSees: false,
      #"{"file": "a.webp", "maxBytes": 9, "minQuality": 90}"#,
      "conflict at 2:59: output.minQuality: 90 is more than the quality, 85."),
    .output(
      "min-quality-of-png", #"{"file": "a.png", "maxBytes": 9, "minQuality": 40}"#,
      #"conflict at 2:58: output.minQuality: "minQuality" is for JPEG and WebP; this output is PNG."#
    ),
    .output(
      "min-quality-of-lossless-webp",
      #"{"file": "a.webp", "lossless": true, "maxBytes": 9, "minQuality": 40}"#,
      #"conflict at 2:77: output.minQuality: "minQuality" is for lossy WebP; this output is lossless."#
    ),
    .output(
      "output-scale-zero", #"{"file": "a.png", "scale": 0}"#,
      "out-of-range at 2:38: output.scale: 0 is outside 0.1…8."),
    .output(
      "output-background-misspelt", #"{"file": "a.jpg", "background": "wihte"}"#,
      ##"invalid-value at 2:43: output.background: "wihte" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold". Did you mean "white"?"##
    ),
    .output(
      "output-key-unknown", #"{"name": "a.png"}"#,
      #"unknown-key at 2:12: output.name: unknown key "name". Did you mean "file"?"#
    ),
    .output(
      "file-twice", schemaSees: false,
      #"[{"file": "a.png"}, {"file": "b.png"}, {"file": "a.png"}]"#,
      #"conflict at 2:59: output[2].file: two outputs are named "a.png"."#),
    .output(
      "file-as-folder-of-another", schemaSees: false,
      #"[{"file": "a.png"}, {"file": "a.png/b.png"}]"#,
      #"conflict at 2:40: output[1].file: its folder "a.png" is used as a file by another output."#),
    .output(
      "output-element-as-number", #"[{"file": "a.png"}, 5]"#,
      #"wrong-type at 2:31: output[1]: expected an object such as {"file": "story.png"}, found 5."#),
    .output(
      "output-null", "null",
      #"wrong-type at 2:11: output: expected an object such as {"file": "story.png"} or a list of them, found null."#
    ),
    .output(
      "output-as-number", "5",
      #"wrong-type at 2:11: output: expected an object such as {"file": "story.png"} or a list of them, found 5."#
    ),
    .output(
      "output-element-as-text", #"["a.png"]"#,
      #"wrong-type at 2:12: output[0]: expected an object such as {"file": "story.png"}, found "a.png"."#
    ),
    .output(
      "output-element-null", "[null]",
      #"wrong-type at 2:12: output[0]: expected an object such as {"file": "story.png"}, found null."#
    ),
    .output(
      "file-null", #"{"file": null}"#,
      "wrong-type at 2:20: output.file: expected a string, found null."),
    .output(
      "file-as-folder", #"{"file": "pictures/"}"#,
      #"invalid-value at 2:20: output.file: "pictures/" ends in a slash: add a file name."#),
    .output(
      "file-with-newline", #"{"file": "a\nb.png"}"#,
      #"invalid-value at 2:20: output.file: "a\nb.png" contains the control character U+000A."#),
    .output(
      "file-with-step-too-long", schemaSees: false,
      #"{"file": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png"}"#,
      #"invalid-value at 2:20: output.file: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…" has a path component of 256 bytes; at most 255 are allowed."#
    ),
    .output(
      "file-too-long", schemaSees: false,
      #"{"file": "%/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png"}"#,
      #"invalid-value at 2:20: output.file: "%/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…" has 241 bytes; at most 240 are allowed (a slash or a percent sign counts as three)."#
    ),
    .output(
      "file-misspelt", #"{"flie": "a.png"}"#,
      #"unknown-key at 2:12: output.flie: unknown key "flie". Did you mean "file"?"#),
    .output(
      "file-with-extension-in-folder", #"{"file": "a.png/b"}"#,
      #"invalid-value at 2:20: output.file: the extension of "a.png/b" is not one of .png, .jpg, .jpeg, .webp, .pdf, .svg: change it or add a "format"."#
    ),
    .output(
      "format-null", #"{"file": "a", "format": null}"#,
      #"wrong-type at 2:35: output.format: expected one of "png", "jpeg", "webp", "pdf", "svg", found null."#
    ),
    .output(
      "format-as-number", #"{"file": "a", "format": 5}"#,
      #"wrong-type at 2:35: output.format: expected one of "png", "jpeg", "webp", "pdf", "svg", found 5."#
    ),
    .output(
      "format-unknown", #"{"file": "a", "format": "gif"}"#,
      #"invalid-value at 2:35: output.format: "gif" is not one of "png", "jpeg", "webp", "pdf", "svg"."#
    ),
    .output(
      "format-in-capitals", #"{"file": "a", "format": "PNG"}"#,
      #"invalid-value at 2:35: output.format: "PNG" is not one of "png", "jpeg", "webp", "pdf", "svg". Did you mean "png"?"#
    ),
    .output(
      "quality-zero", #"{"file": "a.jpg", "quality": 0}"#,
      "out-of-range at 2:40: output.quality: 0 is outside 1…100."),
    .output(
      "quality-with-fraction", #"{"file": "a.jpg", "quality": 85.5}"#,
      "wrong-type at 2:40: output.quality: expected a whole number (1…100), found 85.5."),
    .output(
      "quality-null", #"{"file": "a.jpg", "quality": null}"#,
      "wrong-type at 2:40: output.quality: expected a whole number (1…100), found null."),
    .output(
      "quality-in-quotes", #"{"file": "a.jpg", "quality": "85"}"#,
      #"wrong-type at 2:40: output.quality: expected a whole number (1…100), found "85". Did you mean 85?"#
    ),
    .output(
      "quality-of-svg", #"{"file": "a.svg", "quality": 85}"#,
      #"conflict at 2:40: output.quality: "quality" is for JPEG and WebP; this output is SVG."#),
    .output(
      "quality-of-pdf", #"{"file": "a.pdf", "quality": 85}"#,
      #"conflict at 2:40: output.quality: "quality" is for JPEG and WebP; this output is PDF."#),
    .output(
      "compression-of-svg", #"{"file": "a.svg", "compression": "small"}"#,
      #"conflict at 2:44: output.compression: "compression" is for PNG; this output is SVG."#),
    .output(
      "lossless-of-pdf", #"{"file": "a", "format": "pdf", "lossless": false}"#,
      #"conflict at 2:54: output.lossless: "lossless" is for WebP; this output is PDF."#),
    .output(
      "lossless-of-png", #"{"file": "a.png", "lossless": true}"#,
      #"conflict at 2:41: output.lossless: "lossless" is for WebP; this output is PNG."#),
    .output(
      "lossless-in-quotes", #"{"file": "a.webp", "lossless": "true"}"#,
      #"wrong-type at 2:42: output.lossless: expected true or false, found "true". Did you mean true?"#
    ),
    .output(
      "lossless-null", #"{"file": "a.webp", "lossless": null}"#,
      "wrong-type at 2:42: output.lossless: expected true or false, found null."),
    .output(
      "compression-of-default", #"{"format": "jpeg", "compression": "fast"}"#,
      #"conflict at 2:45: output.compression: "compression" is for PNG; this output is JPEG."#),
    .output(
      "compression-as-number", #"{"file": "a.png", "compression": 9}"#,
      #"wrong-type at 2:44: output.compression: expected one of "fast", "small", found 9."#),
    .output(
      "output-scale-too-large", #"{"file": "a.png", "scale": 8.5}"#,
      "out-of-range at 2:38: output.scale: 8.5 is outside 0.1…8."),
    .output(
      "output-scale-as-text", #"{"file": "a.png", "scale": "2x"}"#,
      #"wrong-type at 2:38: output.scale: expected a number (0.1…8), found "2x"."#),
    .output(
      "output-scale-null", #"{"file": "a.png", "scale": null}"#,
      "wrong-type at 2:38: output.scale: expected a number (0.1…8), found null."),
    .output(
      "output-background-as-gradient",
      ##"{"file": "a.jpg", "background": {"linear": {"stops": [["#f00", 0], ["#00f", 1]]}}}"##,
      ##"wrong-type at 2:43: output.background: expected a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold", found an object."##
    ),
    .output(
      "output-background-null", #"{"file": "a.jpg", "background": null}"#,
      ##"wrong-type at 2:43: output.background: expected a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold", found null."##
    ),
    .output(
      "output-key-misspelt", #"{"file": "a.jpg", "qualty": 5}"#,
      #"unknown-key at 2:29: output.qualty: unknown key "qualty". Did you mean "quality"?"#),
    .output(
      "file-twice-by-default", schemaSees: false, "[{}, {}]",
      #"conflict at 2:16: output[1]: two outputs are named "story.png"."#),
    .output(
      "file-twice-by-default-and-name", schemaSees: false, #"[{"file": "story.png"}, {}]"#,
      #"conflict at 2:35: output[1]: two outputs are named "story.png"."#),
    .output(
      "folder-as-file-of-another", schemaSees: false,
      #"[{"file": "a.png/b.png"}, {"file": "a.png"}]"#,
      #"conflict at 2:46: output[1].file: "a.png" is used as a folder by another output."#),
    .output(
      "outputs-too-large-at-their-scales",
      #"[{"file": "a.png"}, {"file": "b.png", "scale": 8}, {"file": "c.png", "scale": 0}]"#,
      "out-of-range at 2:89: output[2].scale: 0 is outside 0.1…8."),
  ]
}
