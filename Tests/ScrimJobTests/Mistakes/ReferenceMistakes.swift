import Testing

/// Ids that are used twice, references to nothing, to the wrong thing, and in rings.
@Suite struct ReferenceMistakes {
  @Test(
    arguments: [
      (
        [#"{"id": "a"}"#, #"{"id": "b"}"#, #"{"id": "a"}"#],
        [
          #"story.json:4:8: layers[2].id: the id "a" is used twice; the first is in line 2."#
        ]
      ),
      (
        [#"{"id": "title"}"#, ##"{"frame": {"below": "#titel"}}"##],
        [
          ##"story.json:3:21: layers[1].frame.below: there is no layer with the id "titel". Did you mean "#title"?"##
        ]
      ),
      (
        [##"{"frame": {"of": "#banana"}}"##],
        [
          #"story.json:2:18: layers[0].frame.of: there is no layer with the id "banana"."#
        ]
      ),
      (
        [#"{"id": "panel"}"#, ##"{"frame": {"below": "#panel/line/0"}}"##],
        [
          ##"story.json:3:21: layers[1].frame.below: the layer "#panel" has no text, so no lines and no words."##
        ]
      ),
      (
        [##"{"id": "a", "frame": {"below": "#a"}}"##],
        [
          "story.json:2:32: layers[0].frame.below: the references form a ring: #a → #a."
        ]
      ),
      (
        [
          ##"{"id": "a", "frame": {"below": "#c"}}"##, ##"{"id": "b", "frame": {"of": "#a"}}"##,
          ##"{"id": "c", "frame": {"above": "#b/ink"}}"##,
        ],
        [
          "story.json:2:32: layers[0].frame.below: the references form a ring: #a → #c → #b → #a."
        ]
      ),
      (
        [##"{"id": "a", "mask": {"of": "#b"}}"##, ##"{"id": "b", "mask": {"of": "#a"}}"##],
        [
          "story.json:2:28: layers[0].mask.of: the references form a ring: #a → #b → #a."
        ]
      ),
      (
        [
          ##"{"id": "a", "frame": {"of": "#b/extent"}}"##,
          ##"{"id": "b", "effects": [{"effect": "test-frame", "around": "#a"}]}"##,
        ],
        [
          "story.json:2:29: layers[0].frame.of: the references form a ring: #a → #b → #a."
        ]
      ),
      (
        [##"{"id": "g", "frame": {"of": "#k"}, "layers": [{"id": "k"}]}"##],
        [
          "story.json:2:29: layers[0].frame.of: the references form a ring: #g → #k → #g."
        ]
      ),
      (
        [##"{"frame": {"of": "#k"}, "layers": [{"id": "k"}]}"##],
        [
          "story.json:2:18: layers[0].frame.of: the references form a ring: layers[0] → #k → layers[0]."
        ]
      ),
      (
        [##"{"id": "g", "layers": [{"mask": {"of": "#g"}}]}"##],
        [
          "story.json:2:40: layers[0].layers[0].mask.of: the references form a ring: layers[0].layers[0] → #g → layers[0].layers[0]."
        ]
      ),
    ] as [([String], [String])])
  func areToldWithPlaceAndWayOut(text: [String], expected: [String]) {
    #expect(JobSample.mistakes(JobSample.layers(text)) == expected)
  }
}
