extension DiagnosticCases {
  /// Errors in text properties with a notation of their own: features and languages.
  static let textNotation: [DiagnosticCase] = [
    .layer(
      "features-swapped", schemaSees: false, #""text": {"string": "x", "features": "plat=1"}"#,
      #"invalid-value at 2:38: layers[0].text.features: "plat" is not an OpenType feature. Did you mean "palt"?"#
    ),
    .layer(
      "features-in-capitals", schemaSees: false, #""text": {"string": "x", "features": "PALT"}"#,
      #"invalid-value at 2:38: layers[0].text.features: "PALT" is not an OpenType feature. Did you mean "palt"?"#
    ),
    .layer(
      "features-unknown", schemaSees: false, #""text": {"string": "x", "features": "liga, qqqq"}"#,
      #"invalid-value at 2:38: layers[0].text.features: "qqqq" is not an OpenType feature."#),
    .layer(
      "features-empty", schemaSees: false, #""text": {"string": "x", "features": ""}"#,
      #"invalid-value at 2:38: layers[0].text.features: "" is not an OpenType feature such as "palt", "ss01=1" or "-liga"."#
    ),
    .layer(
      "features-value-as-word", schemaSees: false,
      #""text": {"string": "x", "features": "palt=yes"}"#,
      #"invalid-value at 2:38: layers[0].text.features: "palt=yes" is not an OpenType feature such as "palt", "ss01=1" or "-liga"."#
    ),
    .layer(
      "features-without-value", schemaSees: false,
      #""text": {"string": "x", "features": "palt="}"#,
      #"invalid-value at 2:38: layers[0].text.features: "palt=" is not an OpenType feature such as "palt", "ss01=1" or "-liga"."#
    ),
    .layer(
      "features-with-final-comma", schemaSees: false,
      #""text": {"string": "x", "features": "palt=1,"}"#,
      #"invalid-value at 2:38: layers[0].text.features: "" is not an OpenType feature such as "palt", "ss01=1" or "-liga"."#
    ),
    .layer(
      "features-without-commas", schemaSees: false,
      #""text": {"string": "x", "features": "palt liga"}"#,
      #"invalid-value at 2:38: layers[0].text.features: "palt liga" is not an OpenType feature such as "palt", "ss01=1" or "-liga"."#
    ),
    .layer(
      "features-called-by-name", schemaSees: false,
      #""text": {"string": "x", "features": "small-caps"}"#,
      #"invalid-value at 2:38: layers[0].text.features: "small-caps" is not an OpenType feature such as "palt", "ss01=1" or "-liga"."#
    ),
    .layer(
      "features-twice", schemaSees: false,
      #""text": {"string": "x", "features": "liga=1, -liga"}"#,
      #"invalid-value at 2:38: layers[0].text.features: the feature "liga" is given twice."#),
    .layer(
      "features-with-range", schemaSees: false,
      #""text": {"string": "x", "features": "liga[3:5]=0"}"#,
      #"invalid-value at 2:38: layers[0].text.features: "liga[3:5]=0": ranges are not allowed; to affect part of the text, use "font_features" of a <span> in "markup"."#
    ),
    .layer(
      "features-too-many", schemaSees: false,
      #""text": {"string": "x", "features": "cv01,cv02,cv03,cv04,cv05,cv06,cv07,cv08,cv09,cv10,cv11,cv12,cv13,cv14,cv15,cv16,cv17"}"#,
      "invalid-value at 2:38: layers[0].text.features: there are 17 features; at most 16 are allowed."
    ),
    .layer(
      "language-as-name", schemaSees: false,
      #""text": {"string": "x", "language": "japanese"}"#,
      #"invalid-value at 2:38: layers[0].text.language: "japanese" is not a BCP 47 language tag such as "ja", "zh-Hans" or "pt-BR"."#
    ),
    .layer(
      "language-as-country", schemaSees: false, #""text": {"string": "x", "language": "jp"}"#,
      #"invalid-value at 2:38: layers[0].text.language: "jp" is not a BCP 47 language tag such as "ja", "zh-Hans" or "pt-BR". Did you mean "ja"?"#
    ),
    .layer(
      "language-as-locale", schemaSees: false,
      #""text": {"string": "x", "language": "ja_JP.UTF-8"}"#,
      #"invalid-value at 2:38: layers[0].text.language: "ja_JP.UTF-8" is not a BCP 47 language tag such as "ja", "zh-Hans" or "pt-BR". Did you mean "ja-JP"?"#
    ),
    .layer(
      "language-of-three-letters", schemaSees: false,
      #""text": {"string": "x", "language": "deu-AT"}"#,
      #"invalid-value at 2:38: layers[0].text.language: "deu-AT" is not a BCP 47 language tag such as "ja", "zh-Hans" or "pt-BR". Did you mean "de-AT"?"#
    ),
    .layer(
      "language-empty", schemaSees: false, #""text": {"string": "x", "language": ""}"#,
      #"invalid-value at 2:38: layers[0].text.language: "" is not a BCP 47 language tag such as "ja", "zh-Hans" or "pt-BR"."#
    ),
    .layer(
      "language-with-two-scripts", schemaSees: false,
      #""text": {"string": "x", "language": "zh-Hans-Latn"}"#,
      #"invalid-value at 2:38: layers[0].text.language: "zh-Hans-Latn" is not a BCP 47 language tag such as "ja", "zh-Hans" or "pt-BR"."#
    ),
    .layer(
      "language-and-features-beside-a-misspelt-key", schemaSees: true,
      #""text": {"string": "x", "language": "xx", "features": "x", "sise": 5}"#,
      #"invalid-value at 2:38: layers[0].text.language: "xx" is not a BCP 47 language tag such as "ja", "zh-Hans" or "pt-BR"."#,
      #"invalid-value at 2:56: layers[0].text.features: "x" is not an OpenType feature such as "palt", "ss01=1" or "-liga"."#,
      #"unknown-key at 2:61: layers[0].text.sise: unknown key "sise". Did you mean "size"?"#),
  ]
}
