extension DiagnosticCases {
  /// Errors in ids, references and cycles.
  static let reference: [DiagnosticCase] = [
    .layers(
      "id-twice", schemaSees: false,
      [#"{"id": "a"}"#, #"{"id": "b"}"#, #"{"id": "a"}"#],
      #"duplicate-id at 4:8: layers[2].id: the id "a" is used twice; the first is on line 2."#),
    .layers(
      "reference-misspelt", schemaSees: false,
      [#"{"id": "title"}"#, ##"{"frame": {"below": "#titel"}}"##],
      ##"unknown-reference at 3:21: layers[1].frame.below: unknown layer id "titel". Did you mean "#title"?"##
    ),
    .layers(
      "reference-to-nothing", schemaSees: false,
      [##"{"frame": {"of": "#banana"}}"##],
      #"unknown-reference at 2:18: layers[0].frame.of: unknown layer id "banana". No layer has an id."#
    ),
    .layers(
      "reference-to-lines-of-no-text", schemaSees: false,
      [#"{"id": "panel"}"#, ##"{"frame": {"below": "#panel/line/0"}}"##],
      ##"invalid-value at 3:21: layers[1].frame.below: the layer "#panel" has no text, so it has no lines or words."##
    ),
    .layers(
      "ring-of-one", schemaSees: false,
      [##"{"id": "a", "frame": {"below": "#a"}}"##],
      "reference-ring at 2:32: layers[0].frame.below: circular reference: #a → #a."),
    .layers(
      "ring-of-three", schemaSees: false,
      [
        ##"{"id": "a", "frame": {"below": "#c"}}"##,
        ##"{"id": "b", "frame": {"of": "#a"}}"##,
        ##"{"id": "c", "frame": {"above": "#b/ink"}}"##,
      ],
      "reference-ring at 2:32: layers[0].frame.below: circular reference: #a → #c → #b → #a."
    ),
    .layers(
      "ring-of-masks", schemaSees: false,
      [##"{"id": "a", "mask": {"of": "#b"}}"##, ##"{"id": "b", "mask": {"of": "#a"}}"##],
      "reference-ring at 2:28: layers[0].mask.of: circular reference: #a → #b → #a."),
    .layers(
      "ring-through-effect", schemaSees: false,
      [
        ##"{"id": "a", "frame": {"of": "#b/extent"}}"##,
        ##"{"id": "b", "effects": [{"effect": "test-frame", "around": "#a"}]}"##,
      ],
      "reference-ring at 2:29: layers[0].frame.of: circular reference: #a → #b → #a."),
    .layers(
      "ring-with-child", schemaSees: false,
      [##"{"id": "g", "frame": {"of": "#k"}, "layers": [{"id": "k"}]}"##],
      "reference-ring at 2:29: layers[0].frame.of: circular reference: #g → #k → #g."),
    .layers(
      "ring-of-layer-without-id", schemaSees: false,
      [##"{"frame": {"of": "#k"}, "layers": [{"id": "k"}]}"##],
      "reference-ring at 2:18: layers[0].frame.of: circular reference: layers[0] → #k → layers[0]."
    ),
    .layers(
      "ring-with-parent", schemaSees: false,
      [##"{"id": "g", "layers": [{"mask": {"of": "#g"}}]}"##],
      "reference-ring at 2:40: layers[0].layers[0].mask.of: circular reference: layers[0].layers[0] → #g → layers[0].layers[0]."
    ),
    .layers(
      "id-three-times", schemaSees: false,
      [#"{"id": "a"}"#, #"{"layers": [{"id": "a"}]}"#, #"{"id": "a"}"#],
      #"duplicate-id at 3:20: layers[1].layers[0].id: the id "a" is used twice; the first is on line 2."#,
      #"duplicate-id at 4:8: layers[2].id: the id "a" is used twice; the first is on line 2."#),
    .layers(
      "id-differs-in-case", schemaSees: false,
      [#"{"id": "Title"}"#, ##"{"frame": {"below": "#title"}}"##],
      ##"unknown-reference at 3:21: layers[1].frame.below: unknown layer id "title". Did you mean "#Title"?"##
    ),
    .layers(
      "reference-among-others", schemaSees: false,
      [#"{"id": "a1"}"#, #"{"id": "b1"}"#, ##"{"frame": {"below": "#panel"}}"##],
      ##"unknown-reference at 4:21: layers[2].frame.below: unknown layer id "panel". Layer ids: "#a1", "#b1"."##
    ),
    .layers(
      "reference-to-misspelt-id-key",
      [#"{"Id": "title"}"#, ##"{"frame": {"below": "#title"}}"##],
      #"unknown-key at 2:2: layers[0].Id: unknown key "Id". Did you mean "id"?"#),
    .layers(
      "reference-into-misspelt-group",
      [#"{"layer": [{"id": "title"}]}"#, ##"{"frame": {"below": "#title"}}"##],
      #"unknown-key at 2:2: layers[0].layer: unknown key "layer". Did you mean "layers"?"#),
    .layers(
      "reference-to-lines-of-an-image", schemaSees: false,
      [
        #"{"id": "photo", "image": {"source": "a.png"}}"#,
        ##"{"frame": {"below": "#photo/lines"}}"##,
      ],
      ##"invalid-value at 3:21: layers[1].frame.below: the layer "#photo" has no text, so it has no lines or words."##
    ),
    .layers(
      "reference-to-words-of-a-group", schemaSees: false,
      [
        #"{"id": "g", "layers": [{"text": {"string": "x"}}]}"#,
        ##"{"frame": {"below": "#g/match/x"}}"##,
      ],
      ##"invalid-value at 3:21: layers[1].frame.below: the layer "#g" has no text, so it has no lines or words."##
    ),
    .layers(
      "ring-of-two-rings", schemaSees: false,
      [
        ##"{"id": "a", "frame": {"below": "#b"}}"##,
        ##"{"id": "b", "frame": {"below": "#a"}}"##,
        ##"{"id": "c", "frame": {"below": "#d"}}"##,
        ##"{"id": "d", "frame": {"below": "#c"}}"##,
      ],
      "reference-ring at 2:32: layers[0].frame.below: circular reference: #a → #b → #a.",
      "reference-ring at 4:32: layers[2].frame.below: circular reference: #c → #d → #c."),
    .layers(
      "ring-of-extent-of-itself", schemaSees: false,
      [##"{"id": "a", "frame": {"below": "#a/extent"}}"##],
      "reference-ring at 2:32: layers[0].frame.below: circular reference: #a → #a."),
    .layers(
      "ring-of-mask-of-itself", schemaSees: false,
      [##"{"id": "a", "mask": {"of": "#a"}}"##],
      "reference-ring at 2:28: layers[0].mask.of: circular reference: #a → #a."),
  ]
}
