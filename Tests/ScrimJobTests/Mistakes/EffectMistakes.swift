import Testing

/// What is wrong with an effect of a layer.
@Suite struct EffectMistakes {
  @Test(
    arguments: [
      (
        #""effects": {"effect": "drop-shadow"}"#,
        [
          "story.json:2:13: layers[0].effects: expected a list of effects, found an object."
        ]
      ),
      (
        #""effects": ["drop-shadow"]"#,
        [
          #"story.json:2:14: layers[0].effects[0]: expected an effect such as {"effect": "drop-shadow"}, found "drop-shadow"."#
        ]
      ),
      (
        #""effects": [{"sigma": 5}]"#,
        [
          #"story.json:2:14: layers[0].effects[0]: "effect" is missing: the name of the effect."#
        ]
      ),
      (
        #""effects": [{"effect": 5}]"#,
        [
          "story.json:2:25: layers[0].effects[0].effect: expected the name of an effect, found 5."
        ]
      ),
      (
        #""effects": [{"effect": "drop-shadwo"}]"#,
        [
          #"story.json:2:25: layers[0].effects[0].effect: unknown effect "drop-shadwo". Did you mean "drop-shadow"?"#
        ]
      ),
      (
        #""effects": [{"effect": "spotligth"}]"#,
        [
          #"story.json:2:25: layers[0].effects[0].effect: unknown effect "spotligth". Did you mean "spotlight"?"#
        ]
      ),
      (
        #""effects": [{"effect": "glow"}]"#,
        [
          #"story.json:2:25: layers[0].effects[0].effect: unknown effect "glow". There are "drop-shadow", "test-frame"."#
        ]
      ),
      (
        #""effects": [{"effect": "spotlight"}]"#,
        [
          #"story.json:2:25: layers[0].effects[0].effect: the effect "spotlight" is not available in this version."#
        ]
      ),
      (
        #""effects": [{"effect": "drop-shadow", "sigma": 900}]"#,
        [
          "story.json:2:49: layers[0].effects[0].sigma: 900 is outside 0…250 px."
        ]
      ),
      (
        #""effects": [{"effect": "drop-shadow", "sigma": "5"}]"#,
        [
          #"story.json:2:49: layers[0].effects[0].sigma: expected a number, found "5"."#
        ]
      ),
      (
        #""effects": [{"effect": "drop-shadow", "sgima": 5}]"#,
        [
          #"story.json:2:40: layers[0].effects[0].sgima: unknown key "sgima". Did you mean "sigma"?"#
        ]
      ),
      (
        #""effects": [{"effect": "drop-shadow", "sigma": 13}]"#,
        [
          "story.json:2:49: layers[0].effects[0].sigma: 13 brings bad luck."
        ]
      ),
      (
        #""effects": [{"effect": "drop-shadow", "color": "bleu", "opacity": 2}]"#,
        [
          ##"story.json:2:49: layers[0].effects[0].color: "bleu" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold". Did you mean "blue"?"##,
          "story.json:2:68: layers[0].effects[0].opacity: 2 is outside 0…1.",
        ]
      ),
      (
        ##""effects": [{"effect": "test-frame", "targets": [{"at": "#canvas", "padding": 101}]}]"##,
        [
          "story.json:2:80: layers[0].effects[0].targets[0].padding: 101 is outside 0…100 px."
        ]
      ),
      (
        #""effects": [{"effect": "test-frame", "targets": [{"padding": 1}]}]"#,
        [
          #"story.json:2:51: layers[0].effects[0].targets[0]: "at" is missing."#
        ]
      ),
      (
        #""effects": [{"effect": "test-frame", "label": {"string": "x", "size": -1}}]"#,
        [
          "story.json:2:72: layers[0].effects[0].label.size: -1 is outside 0.1…2000 px."
        ]
      ),
      (
        ##""effects": [{"effect": "test-frame", "around": "#nobody", "targets": [{"at": "#nowhere"}]}]"##,
        [
          #"story.json:2:49: layers[0].effects[0].around: there is no layer with the id "nobody"."#,
          #"story.json:2:79: layers[0].effects[0].targets[0].at: there is no layer with the id "nowhere"."#,
        ]
      ),
    ] as [(String, [String])])
  func areToldWithPlaceAndWayOut(text: String, expected: [String]) {
    #expect(JobSample.mistakes(JobSample.layer(text)) == expected)
  }
}
