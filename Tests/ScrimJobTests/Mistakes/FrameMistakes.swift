import Testing

/// What is wrong with a frame.
@Suite struct FrameMistakes {
  @Test(
    arguments: [
      (
        #""frame": 5"#,
        [
          "story.json:2:11: layers[0].frame: expected an object, found 5."
        ]
      ),
      (
        #""frame": {"with": 5}"#,
        [
          #"story.json:2:12: layers[0].frame.with: unknown key "with". Did you mean "width"?"#
        ]
      ),
      (
        #""frame": {"x": "5px"}"#,
        [
          #"story.json:2:17: layers[0].frame.x: "5px" is not a number of px or a percentage such as "50%"."#
        ]
      ),
      (
        #""frame": {"x": true, "y": 2000000}"#,
        [
          #"story.json:2:17: layers[0].frame.x: expected a number of px or a percentage such as "50%", found true."#,
          "story.json:2:28: layers[0].frame.y: 2000000 is outside -1000000…1000000 px.",
        ]
      ),
      (
        #""frame": {"width": -1, "height": "-5%"}"#,
        [
          "story.json:2:21: layers[0].frame.width: -1 is outside 0…1000000 px.",
          #"story.json:2:35: layers[0].frame.height: "-5%" is outside 0…10000 %."#,
        ]
      ),
      (
        #""frame": {"x": 1, "right": 2, "width": 3}"#,
        [
          #"story.json:2:29: layers[0].frame.right: "right" cannot stand beside "x"."#
        ]
      ),
      (
        #""frame": {"y": 1, "bottom": 2, "height": 3}"#,
        [
          #"story.json:2:30: layers[0].frame.bottom: "bottom" cannot stand beside "y"."#
        ]
      ),
      (
        #""frame": {"gap": 5}"#,
        [
          #"story.json:2:19: layers[0].frame.gap: "gap" needs "below" or "above" beside it."#
        ]
      ),
      (
        ##""frame": {"below": "#canvas", "y": 5}"##,
        [
          #"story.json:2:37: layers[0].frame.y: "y" cannot stand beside "below"."#
        ]
      ),
      (
        ##""frame": {"below": "#canvas", "above": "#canvas"}"##,
        [
          #"story.json:2:41: layers[0].frame.above: "above" cannot stand beside "below"."#
        ]
      ),
      (
        #""frame": {"inset": 5}"#,
        [
          #"story.json:2:21: layers[0].frame.inset: "inset" needs "of" beside it."#
        ]
      ),
      (
        ##""frame": {"of": "#canvas", "width": 5}"##,
        [
          #"story.json:2:38: layers[0].frame.width: "width" cannot stand beside "of"."#
        ]
      ),
      (
        ##""frame": {"of": "#canvas", "inset": "5%"}"##,
        [
          #"story.json:2:38: layers[0].frame.inset: expected a number or four (top, right, bottom, left), found "5%"."#
        ]
      ),
      (
        #""frame": {"below": "title"}"#,
        [
          ##"story.json:2:21: layers[0].frame.below: "title" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed"."##
        ]
      ),
      (
        ##""frame": {"below": "#title/inks"}"##,
        [
          ##"story.json:2:21: layers[0].frame.below: "#title/inks" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed"."##
        ]
      ),
    ] as [(String, [String])])
  func areToldWithPlaceAndWayOut(text: String, expected: [String]) {
    #expect(JobSample.mistakes(JobSample.layer(text)) == expected)
  }
}
