extension DiagnosticCases {
  /// Errors in texts.
  static let text: [DiagnosticCase] = [
    .layer(
      "text-as-text", #""text": "x""#,
      #"wrong-type at 2:10: layers[0].text: expected an object such as {"string": "Hello"}, found "x"."#
    ),
    .layer(
      "text-empty", #""text": {}"#,
      #"missing-key at 2:10: layers[0].text: "string" or "markup" is missing."#),
    .layer(
      "text-string-and-markup", #""text": {"string": "x", "markup": "x"}"#,
      #"conflict at 2:36: layers[0].text.markup: "markup" cannot be combined with "string"."#),
    .layer(
      "text-string-as-number", #""text": {"string": 5}"#,
      "wrong-type at 2:21: layers[0].text.string: expected a string, found 5."),
    .layer(
      "text-string-with-zero", #""text": {"string": "a\u0000b"}"#,
      "invalid-value at 2:21: layers[0].text.string: a string cannot contain the character U+0000."),
    .layer(
      "text-key-misspelt", #""text": {"string": "x", "sise": 5}"#,
      #"unknown-key at 2:26: layers[0].text.sise: unknown key "sise". Did you mean "size"?"#),
    .layer(
      "text-size-zero", #""text": {"string": "x", "size": 0}"#,
      "out-of-range at 2:34: layers[0].text.size: 0 is outside 0.1…2000 px."),
    .layer(
      "text-weight-as-word", #""text": {"string": "x", "weight": "bold"}"#,
      #"wrong-type at 2:36: layers[0].text.weight: expected a whole number (100…1000), found "bold". Did you mean 700?"#
    ),
    .layer(
      "text-weight-too-light", #""text": {"string": "x", "weight": 50}"#,
      "out-of-range at 2:36: layers[0].text.weight: 50 is outside 100…1000."),
    .layer(
      "text-style-unknown", #""text": {"string": "x", "style": "oblique"}"#,
      #"invalid-value at 2:35: layers[0].text.style: "oblique" is not one of "normal", "italic". Did you mean "italic"?"#
    ),
    .layer(
      "text-align-middle", #""text": {"string": "x", "align": "middle"}"#,
      #"invalid-value at 2:35: layers[0].text.align: "middle" is not one of "start", "left", "center", "right", "end", "justify". Did you mean "center"?"#
    ),
    .layer(
      "text-wrap-nowrap", #""text": {"string": "x", "wrap": "nowrap"}"#,
      #"invalid-value at 2:34: layers[0].text.wrap: "nowrap" is not one of "word", "character", "word-character", "none". Did you mean "none"?"#
    ),
    .layer(
      "text-color-without-hash", #""text": {"string": "x", "color": "0f172a"}"#,
      ##"invalid-value at 2:35: layers[0].text.color: "0f172a" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold". Did you mean "#0f172a"?"##
    ),
    .layer(
      "text-align-misspelt", #""text": {"string": "x", "align": "centre"}"#,
      #"invalid-value at 2:35: layers[0].text.align: "centre" is not one of "start", "left", "center", "right", "end", "justify". Did you mean "center"?"#
    ),
    .layer(
      "text-color-of-five-digits", ##""text": {"string": "x", "color": "#12345"}"##,
      ##"invalid-value at 2:35: layers[0].text.color: "#12345" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold"."##
    ),
    .layer(
      "text-font-empty-list", #""text": {"string": "x", "font": []}"#,
      #"out-of-range at 2:34: layers[0].text.font: expected a font family such as "Noto Sans", found a list of 0."#
    ),
    .layer(
      "text-font-element-as-number", #""text": {"string": "x", "font": ["A", 3]}"#,
      "wrong-type at 2:40: layers[0].text.font[1]: expected a string, found 3."),
    .layer(
      "text-max-lines-with-fraction", #""text": {"string": "x", "maxLines": 1.5}"#,
      "wrong-type at 2:38: layers[0].text.maxLines: expected a whole number (1…10000), found 1.5."),
    .layer(
      "text-min-size-above-size", schemaSees: false,
      #""text": {"string": "x", "size": 20, "fit": "shrink", "minSize": 30}"#,
      "conflict at 2:66: layers[0].text.minSize: 30 px is more than the font size, 20 px."),
    .layer(
      "text-legible-level-unknown", #""text": {"string": "x", "legible": "A"}"#,
      #"invalid-value at 2:37: layers[0].text.legible: "A" is not a ratio such as 4.5, "AA" or "AAA"."#
    ),
    .layer(
      "text-legible-too-much", #""text": {"string": "x", "legible": 22}"#,
      "out-of-range at 2:37: layers[0].text.legible: 22 is outside 1…21."),
    .layer(
      "text-legible-as-boolean", #""text": {"string": "x", "legible": true}"#,
      #"wrong-type at 2:37: layers[0].text.legible: expected a ratio such as 4.5, "AA" or "AAA", found true."#
    ),
    .layer(
      "text-legible-misspelt", #""text": {"string": "x", "legibel": "AA"}"#,
      #"unknown-key at 2:26: layers[0].text.legibel: unknown key "legibel". Did you mean "legible"?"#
    ),
    .layer(
      "text-legible-fix-unknown",
      #""text": {"string": "x", "legible": "AA", "legibleFix": "outline"}"#,
      #"invalid-value at 2:57: layers[0].text.legibleFix: "outline" is not one of "shadow", "panel", "color"."#
    ),
    .layer(
      "text-legible-fix-alone", schemaSees: false,
      #""text": {"string": "x", "legibleFix": "color"}"#,
      #"conflict at 2:40: layers[0].text.legibleFix: "legibleFix" requires "legible"."#),
    .layer(
      "text-hyphens-without-language", schemaSees: false,
      #""text": {"string": "x", "hyphens": "auto"}"#,
      #"conflict at 2:37: layers[0].text.hyphens: "hyphens": "auto" requires "language"."#),
    .layer(
      "text-hyphenation-limits-of-four", schemaSees: false,
      #""text": {"string": "x", "hyphenateLimitChars": [5, 2, 2, 2]}"#,
      "out-of-range at 2:49: layers[0].text.hyphenateLimitChars: expected one to three numbers, found 4."
    ),
    .layer(
      "text-missing-glyphs-boolean", #""text": {"string": "x", "missingGlyphs": true}"#,
      #"wrong-type at 2:43: layers[0].text.missingGlyphs: expected one of "error", "allow", found true."#
    ),
    .layer(
      "text-null", #""text": null"#,
      #"wrong-type at 2:10: layers[0].text: expected an object such as {"string": "Hello"}, found null."#
    ),
    .layer(
      "text-as-list", #""text": ["a", "b"]"#,
      #"wrong-type at 2:10: layers[0].text: expected an object such as {"string": "Hello"}, found a list."#
    ),
    .layer(
      "text-string-null", #""text": {"string": null}"#,
      "wrong-type at 2:21: layers[0].text.string: expected a string, found null."),
    .layer(
      "text-string-as-list", #""text": {"string": ["a", "b"]}"#,
      "wrong-type at 2:21: layers[0].text.string: expected a string, found a list."),
    .layer(
      "text-string-misspelt", #""text": {"strnig": "x", "size": 5}"#,
      #"unknown-key at 2:11: layers[0].text.strnig: unknown key "strnig". Did you mean "string"?"#),
    .layer(
      "text-markup-as-number", #""text": {"markup": 5}"#,
      "wrong-type at 2:21: layers[0].text.markup: expected a string, found 5."),
    .layer(
      "text-markup-with-zero", #""text": {"markup": "a\u0000"}"#,
      "invalid-value at 2:21: layers[0].text.markup: a string cannot contain the character U+0000."),
    .layer(
      "text-nothing-but-a-wrong-size", #""text": {"size": -1}"#,
      #"missing-key at 2:10: layers[0].text: "string" or "markup" is missing."#,
      "out-of-range at 2:19: layers[0].text.size: -1 is outside 0.1…2000 px."),
    .layer(
      "text-called-text", #""text": {"text": "x"}"#,
      #"unknown-key at 2:11: layers[0].text.text: unknown key "text". Did you mean "string"?"#
    ),
    .layer(
      "text-string-and-markup-and-min-size",
      #""text": {"string": "x", "markup": "x", "size": 10, "minSize": 20}"#,
      #"conflict at 2:36: layers[0].text.markup: "markup" cannot be combined with "string"."#,
      "conflict at 2:64: layers[0].text.minSize: 20 px is more than the font size, 10 px."),
    .layer(
      "text-key-unknown", #""text": {"string": "x", "shadow": 5}"#,
      #"unknown-key at 2:26: layers[0].text.shadow: unknown key "shadow". A shadow is an effect: "effects": [{"effect": "drop-shadow"}]."#
    ),
    .layer(
      "text-key-of-css", #""text": {"string": "x", "fontSize": 5}"#,
      #"unknown-key at 2:26: layers[0].text.fontSize: unknown key "fontSize". Did you mean "size"?"#
    ),
    .layer(
      "text-font-as-number", #""text": {"string": "x", "font": 5}"#,
      #"wrong-type at 2:34: layers[0].text.font: expected a font family such as "Noto Sans", or a list of them, found 5."#
    ),
    .layer(
      "text-font-empty", schemaSees: false, #""text": {"string": "x", "font": ""}"#,
      #"invalid-value at 2:34: layers[0].text.font: expected a font family such as "Noto Sans", found ""."#
    ),
    .layer(
      "text-font-element-empty", schemaSees: false, #""text": {"string": "x", "font": ["A", " "]}"#,
      #"invalid-value at 2:40: layers[0].text.font[1]: expected a font family such as "Noto Sans", found " "."#
    ),
    .layer(
      "text-font-null", #""text": {"string": "x", "font": null}"#,
      #"wrong-type at 2:34: layers[0].text.font: expected a font family such as "Noto Sans", or a list of them, found null."#
    ),
    .layer(
      "text-font-as-object", #""text": {"string": "x", "font": {"family": "A"}}"#,
      #"wrong-type at 2:34: layers[0].text.font: expected a font family such as "Noto Sans", or a list of them, found an object."#
    ),
    .layer(
      "text-size-too-large", #""text": {"string": "x", "size": 2000.5}"#,
      "out-of-range at 2:34: layers[0].text.size: 2000.5 is outside 0.1…2000 px."),
    .layer(
      "text-size-in-quotes", #""text": {"string": "x", "size": "32"}"#,
      #"wrong-type at 2:34: layers[0].text.size: expected a number (0.1…2000 px), found "32". Did you mean 32?"#
    ),
    .layer(
      "text-size-with-unit", #""text": {"string": "x", "size": "32px"}"#,
      #"wrong-type at 2:34: layers[0].text.size: expected a number (0.1…2000 px), found "32px". Did you mean 32?"#
    ),
    .layer(
      "text-size-null", #""text": {"string": "x", "size": null}"#,
      "wrong-type at 2:34: layers[0].text.size: expected a number (0.1…2000 px), found null."),
    .layer(
      "text-size-as-percentage", #""text": {"string": "x", "size": "50%"}"#,
      #"wrong-type at 2:34: layers[0].text.size: expected a number (0.1…2000 px), found "50%"."#),
    .layer(
      "text-weight-too-heavy", #""text": {"string": "x", "weight": 1001}"#,
      "out-of-range at 2:36: layers[0].text.weight: 1001 is outside 100…1000."),
    .layer(
      "text-weight-with-fraction", #""text": {"string": "x", "weight": 400.5}"#,
      "wrong-type at 2:36: layers[0].text.weight: expected a whole number (100…1000), found 400.5."),
    .layer(
      "text-weight-null", #""text": {"string": "x", "weight": null}"#,
      "wrong-type at 2:36: layers[0].text.weight: expected a whole number (100…1000), found null."),
    .layer(
      "text-weight-in-quotes", #""text": {"string": "x", "weight": "700"}"#,
      #"wrong-type at 2:36: layers[0].text.weight: expected a whole number (100…1000), found "700". Did you mean 700?"#
    ),
    .layer(
      "text-style-as-boolean", #""text": {"string": "x", "style": true}"#,
      #"wrong-type at 2:35: layers[0].text.style: expected one of "normal", "italic", found true."#),
    .layer(
      "text-style-in-capitals", #""text": {"string": "x", "style": "Italic"}"#,
      #"invalid-value at 2:35: layers[0].text.style: "Italic" is not one of "normal", "italic". Did you mean "italic"?"#
    ),
    .layer(
      "text-color-null", #""text": {"string": "x", "color": null}"#,
      ##"wrong-type at 2:35: layers[0].text.color: expected a colour such as "#fc0" or a gradient, found null."##
    ),
    .layer(
      "text-color-as-list", #""text": {"string": "x", "color": [0, 0, 0]}"#,
      ##"wrong-type at 2:35: layers[0].text.color: expected a colour such as "#fc0" or a gradient, found a list."##
    ),
    .layer(
      "text-colour-key", ##""text": {"string": "x", "colour": "#000"}"##,
      #"unknown-key at 2:26: layers[0].text.colour: unknown key "colour". Did you mean "color"?"#),
    .layer(
      "text-align-null", #""text": {"string": "x", "align": null}"#,
      #"wrong-type at 2:35: layers[0].text.align: expected one of "start", "left", "center", "right", "end", "justify", found null."#
    ),
    .layer(
      "text-align-empty", #""text": {"string": "x", "align": ""}"#,
      #"invalid-value at 2:35: layers[0].text.align: "" is not one of "start", "left", "center", "right", "end", "justify"."#
    ),
    .layer(
      "text-decoration-unknown", #""text": {"string": "x", "textDecoration": "blink"}"#,
      #"invalid-value at 2:44: layers[0].text.textDecoration: "blink" is not one of "underline", "overline", "line-through"."#
    ),
    .layer(
      "text-decoration-line-twice", schemaSees: false,
      #""text": {"string": "x", "textDecoration": {"line": ["underline", "underline"]}}"#,
      #"conflict at 2:67: layers[0].text.textDecoration.line[1]: "underline" is given twice."#),
    .layer(
      "text-decoration-as-number", #""text": {"string": "x", "textDecoration": 1}"#,
      #"wrong-type at 2:44: layers[0].text.textDecoration: expected one of "underline", "overline", "line-through", or an object such as {"line": "underline"}, found 1."#
    ),
    .layer(
      "text-digits-of-two-kinds", schemaSees: false,
      #""text": {"string": "x", "fontVariantNumeric": ["lining-nums", "oldstyle-nums"]}"#,
      #"conflict at 2:64: layers[0].text.fontVariantNumeric[1]: "oldstyle-nums" cannot be combined with "lining-nums"."#
    ),
    .layer(
      "text-digits-none", #""text": {"string": "x", "fontVariantNumeric": []}"#,
      "out-of-range at 2:48: layers[0].text.fontVariantNumeric: expected at least one word, found a list of 0."
    ),
    .layer(
      "text-indent-negative", #""text": {"string": "x", "textIndent": -4}"#,
      "out-of-range at 2:40: layers[0].text.textIndent: -4 is outside 0…10000 px."),
    .layer(
      "text-transform-misspelt", #""text": {"string": "x", "textTransform": "upercase"}"#,
      #"invalid-value at 2:43: layers[0].text.textTransform: "upercase" is not one of "none", "uppercase", "lowercase", "capitalize". Did you mean "uppercase"?"#
    ),
    .layer(
      "text-stretch-as-percentage", #""text": {"string": "x", "stretch": "75%"}"#,
      #"invalid-value at 2:37: layers[0].text.stretch: "75%" is not one of "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "normal", "semi-expanded", "expanded", "extra-expanded", "ultra-expanded"."#
    ),
    .layer(
      "text-vertical-align-unknown", #""text": {"string": "x", "verticalAlign": "center"}"#,
      #"invalid-value at 2:43: layers[0].text.verticalAlign: "center" is not one of "top", "middle", "bottom". Did you mean "middle"?"#
    ),
    .layer(
      "text-vertical-align-as-number", #""text": {"string": "x", "verticalAlign": 0.5}"#,
      #"wrong-type at 2:43: layers[0].text.verticalAlign: expected one of "top", "middle", "bottom", found 0.5."#
    ),
    .layer(
      "text-line-height-too-small", #""text": {"string": "x", "lineHeight": 0}"#,
      "out-of-range at 2:40: layers[0].text.lineHeight: 0 is outside 0.1…10."),
    .layer(
      "text-line-height-too-large", #""text": {"string": "x", "lineHeight": 11}"#,
      "out-of-range at 2:40: layers[0].text.lineHeight: 11 is outside 0.1…10."),
    .layer(
      "text-line-height-as-percentage", #""text": {"string": "x", "lineHeight": "120%"}"#,
      #"wrong-type at 2:40: layers[0].text.lineHeight: expected a number (0.1…10), found "120%"."#),
    .layer(
      "text-line-height-null", #""text": {"string": "x", "lineHeight": null}"#,
      "wrong-type at 2:40: layers[0].text.lineHeight: expected a number (0.1…10), found null."),
    .layer(
      "text-line-spacing-too-small", #""text": {"string": "x", "lineSpacing": -1001}"#,
      "out-of-range at 2:41: layers[0].text.lineSpacing: -1001 is outside -1000…1000 px."),
    .layer(
      "text-line-spacing-as-text", #""text": {"string": "x", "lineSpacing": "wide"}"#,
      #"wrong-type at 2:41: layers[0].text.lineSpacing: expected a number (-1000…1000 px), found "wide"."#
    ),
    .layer(
      "text-letter-spacing-too-large", #""text": {"string": "x", "letterSpacing": 1001}"#,
      "out-of-range at 2:43: layers[0].text.letterSpacing: 1001 is outside -1000…1000 px."),
    .layer(
      "text-letter-spacing-in-rem", #""text": {"string": "x", "letterSpacing": "0.1rem"}"#,
      #"wrong-type at 2:43: layers[0].text.letterSpacing: expected a number (-1000…1000 px), found "0.1rem". Did you mean 1.6?"#
    ),
    .layer(
      "text-wrap-boolean", #""text": {"string": "x", "wrap": false}"#,
      #"wrong-type at 2:34: layers[0].text.wrap: expected one of "word", "character", "word-character", "none", found false."#
    ),
    .layer(
      "text-wrap-misspelt", #""text": {"string": "x", "wrap": "words"}"#,
      #"invalid-value at 2:34: layers[0].text.wrap: "words" is not one of "word", "character", "word-character", "none". Did you mean "word"?"#
    ),
    .layer(
      "text-max-lines-zero", #""text": {"string": "x", "maxLines": 0}"#,
      "out-of-range at 2:38: layers[0].text.maxLines: 0 is outside 1…10000."),
    .layer(
      "text-max-lines-too-large", #""text": {"string": "x", "maxLines": 10001}"#,
      "out-of-range at 2:38: layers[0].text.maxLines: 10001 is outside 1…10000."),
    .layer(
      "text-max-lines-beyond-doubles", #""text": {"string": "x", "maxLines": 1e300}"#,
      "out-of-range at 2:38: layers[0].text.maxLines: 1e300 is outside 1…10000."),
    .layer(
      "text-max-lines-null", #""text": {"string": "x", "maxLines": null}"#,
      "wrong-type at 2:38: layers[0].text.maxLines: expected a whole number (1…10000), found null."),
    .layer(
      "text-ellipsis-boolean", #""text": {"string": "x", "ellipsis": true}"#,
      #"wrong-type at 2:38: layers[0].text.ellipsis: expected one of "none", "end", "middle", "start", found true."#
    ),
    .layer(
      "text-ellipsis-unknown", #""text": {"string": "x", "ellipsis": "…"}"#,
      #"invalid-value at 2:38: layers[0].text.ellipsis: "…" is not one of "none", "end", "middle", "start"."#
    ),
    .layer(
      "text-fit-unknown", #""text": {"string": "x", "fit": "cover"}"#,
      #"invalid-value at 2:33: layers[0].text.fit: "cover" is not one of "none", "shrink", "grow", "both"."#
    ),
    .layer(
      "text-fit-boolean", #""text": {"string": "x", "fit": true}"#,
      #"wrong-type at 2:33: layers[0].text.fit: expected one of "none", "shrink", "grow", "both", found true."#
    ),
    .layer(
      "text-min-size-zero", #""text": {"string": "x", "fit": "shrink", "minSize": 0}"#,
      "out-of-range at 2:54: layers[0].text.minSize: 0 is outside 0.1…2000 px."),
    .layer(
      "text-min-size-as-text", #""text": {"string": "x", "fit": "shrink", "minSize": "half"}"#,
      #"wrong-type at 2:54: layers[0].text.minSize: expected a number (0.1…2000 px), found "half"."#
    ),
    .layer(
      "text-overflow-unknown", #""text": {"string": "x", "overflow": "hidden"}"#,
      #"invalid-value at 2:38: layers[0].text.overflow: "hidden" is not one of "error", "clip", "visible"."#
    ),
    .layer(
      "text-overflow-null", #""text": {"string": "x", "overflow": null}"#,
      #"wrong-type at 2:38: layers[0].text.overflow: expected one of "error", "clip", "visible", found null."#
    ),
    .layer(
      "text-direction-unknown", #""text": {"string": "x", "direction": "left"}"#,
      #"invalid-value at 2:39: layers[0].text.direction: "left" is not one of "auto", "ltr", "rtl"."#
    ),
    .layer(
      "text-language-as-number", #""text": {"string": "x", "language": 5}"#,
      "wrong-type at 2:38: layers[0].text.language: expected a string, found 5."),
    .layer(
      "text-language-null", #""text": {"string": "x", "language": null}"#,
      "wrong-type at 2:38: layers[0].text.language: expected a string, found null."),
    .layer(
      "text-features-as-list", #""text": {"string": "x", "features": ["palt=1"]}"#,
      "wrong-type at 2:38: layers[0].text.features: expected a string, found a list."),
    .layer(
      "text-missing-glyphs-unknown", #""text": {"string": "x", "missingGlyphs": "ignore"}"#,
      #"invalid-value at 2:43: layers[0].text.missingGlyphs: "ignore" is not one of "error", "allow"."#
    ),
    .layer(
      "text-font-fallback-null", #""text": {"string": "x", "fontFallback": null}"#,
      #"wrong-type at 2:42: layers[0].text.fontFallback: expected one of "error", "allow", found null."#
    ),
    .layer(
      "text-font-fallback-misspelt", #""text": {"string": "x", "fontFallback": "alow"}"#,
      #"invalid-value at 2:42: layers[0].text.fontFallback: "alow" is not one of "error", "allow". Did you mean "allow"?"#
    ),
    .layer(
      "text-ruby-as-object", #""text": {"string": "x", "ruby": {"match": "x", "text": "y"}}"#,
      #"wrong-type at 2:34: layers[0].text.ruby: expected a list of objects, found an object."#
    ),
    .layer(
      "text-ruby-without-annotation", #""text": {"string": "x", "ruby": [{"match": "x"}]}"#,
      #"missing-key at 2:35: layers[0].text.ruby[0]: "text" is missing."#
    ),
    .layer(
      "text-ruby-without-words", schemaSees: false,
      #""text": {"string": "x", "ruby": [{"text": "y"}]}"#,
      #"missing-key at 2:35: layers[0].text.ruby[0]: "match" or "range" is missing."#
    ),
    .layer(
      "text-ruby-with-both", schemaSees: false,
      #""text": {"string": "x", "ruby": [{"match": "x", "range": [0, 1], "text": "y"}]}"#,
      #"conflict at 2:59: layers[0].text.ruby[0].range: "range" cannot be combined with "match"."#
    ),
    .layer(
      "text-ruby-of-nothing", schemaSees: false,
      #""text": {"string": "x", "ruby": [{"range": [1, 1], "text": "y"}]}"#,
      #"invalid-value at 2:45: layers[0].text.ruby[0].range: expected two increasing numbers such as [0, 2], found [1, 1]."#
    ),
    .layer(
      "text-ruby-empty", schemaSees: false,
      #""text": {"string": "x", "ruby": [{"match": "", "text": ""}]}"#,
      #"invalid-value at 2:45: layers[0].text.ruby[0].match: expected at least one character, found ""."#,
      #"invalid-value at 2:57: layers[0].text.ruby[0].text: expected an annotation of one line, found ""."#
    ),
    .layer(
      "text-ruby-size-in-pixels",
      #""text": {"string": "x", "ruby": [{"match": "x", "text": "y", "size": 12}]}"#,
      #"out-of-range at 2:71: layers[0].text.ruby[0].size: 12 is outside 0.1…1."#
    ),
    .layer(
      "text-of-escapes", #""text": {"string": "x", "align": "\u001b[2J"}"#,
      #"invalid-value at 2:35: layers[0].text.align: "\u{1b}[2J" is not one of "start", "left", "center", "right", "end", "justify"."#
    ),
    .layer(
      "text-of-many-letters",
      #""text": {"string": "x", "align": "centercentercentercentercentercentercentercentercentercentercentercenter"}"#,
      #"invalid-value at 2:35: layers[0].text.align: "centercentercentercentercentercentercentercentercentercenter…" is not one of "start", "left", "center", "right", "end", "justify"."#
    ),
  ]
}
