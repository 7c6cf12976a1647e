import Testing

/// What is wrong with a text.
@Suite struct TextMistakes {
  @Test(
    arguments: [
      (
        #""text": "x""#,
        [
          #"story.json:2:10: layers[0].text: expected an object, found "x"."#
        ]
      ),
      (
        #""text": {}"#,
        [
          #"story.json:2:10: layers[0].text: "string" or "markup" is missing."#
        ]
      ),
      (
        #""text": {"string": "x", "markup": "x"}"#,
        [
          #"story.json:2:36: layers[0].text.markup: "markup" cannot stand beside "string"."#
        ]
      ),
      (
        #""text": {"string": 5}"#,
        [
          "story.json:2:21: layers[0].text.string: expected a text, found 5."
        ]
      ),
      (
        #""text": {"string": "a\u0000b"}"#,
        [
          "story.json:2:21: layers[0].text.string: a text cannot hold the character U+0000."
        ]
      ),
      (
        #""text": {"string": "x", "sise": 5}"#,
        [
          #"story.json:2:26: layers[0].text.sise: unknown key "sise". Did you mean "size"?"#
        ]
      ),
      (
        #""text": {"string": "x", "size": 0}"#,
        [
          "story.json:2:34: layers[0].text.size: 0 is outside 0.1…2000 px."
        ]
      ),
      (
        #""text": {"string": "x", "weight": "bold"}"#,
        [
          #"story.json:2:36: layers[0].text.weight: expected a whole number, found "bold"."#
        ]
      ),
      (
        #""text": {"string": "x", "weight": 50}"#,
        [
          "story.json:2:36: layers[0].text.weight: 50 is outside 100…1000."
        ]
      ),
      (
        #""text": {"string": "x", "style": "oblique"}"#,
        [
          #"story.json:2:35: layers[0].text.style: "oblique" is not one of "normal", "italic"."#
        ]
      ),
      (
        #""text": {"string": "x", "align": "centre"}"#,
        [
          #"story.json:2:35: layers[0].text.align: "centre" is not one of "start", "left", "center", "right", "end", "justify". Did you mean "center"?"#
        ]
      ),
      (
        ##""text": {"string": "x", "color": "#12345"}"##,
        [
          ##"story.json:2:35: layers[0].text.color: "#12345" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold"."##
        ]
      ),
      (
        #""text": {"string": "x", "font": []}"#,
        [
          #"story.json:2:34: layers[0].text.font: expected a font family such as "Noto Sans"."#
        ]
      ),
      (
        #""text": {"string": "x", "font": ["A", 3]}"#,
        [
          "story.json:2:40: layers[0].text.font[1]: expected a text, found 3."
        ]
      ),
      (
        #""text": {"string": "x", "maxLines": 1.5}"#,
        [
          "story.json:2:38: layers[0].text.maxLines: expected a whole number, found 1.5."
        ]
      ),
      (
        #""text": {"string": "x", "size": 20, "fit": "shrink", "minSize": 30}"#,
        [
          "story.json:2:66: layers[0].text.minSize: 30 px is more than the size, 20 px."
        ]
      ),
      (
        #""text": {"string": "x", "missingGlyphs": true}"#,
        [
          #"story.json:2:43: layers[0].text.missingGlyphs: expected one of "error", "allow", found true."#
        ]
      ),
    ] as [(String, [String])])
  func areToldWithPlaceAndWayOut(text: String, expected: [String]) {
    #expect(JobSample.mistakes(JobSample.layer(text)) == expected)
  }
}
