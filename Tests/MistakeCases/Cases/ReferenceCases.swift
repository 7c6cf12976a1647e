extension MistakeCases {
  /// What can be wrong with ids, references and rings.
  static let reference: [MistakeCase] = [
    .layers(
      "id-twice", schemaSees: false,
      [#"{"id": "a"}"#, #"{"id": "b"}"#, #"{"id": "a"}"#],
      #"duplicate-id at 4:8: layers[2].id: the id "a" is used twice; the first is in line 2."#),
    .layers(
      "reference-misspelt", schemaSees: false,
      [#"{"id": "title"}"#, ##"{"frame": {"below": "#titel"}}"##],
      ##"unknown-reference at 3:21: layers[1].frame.below: there is no layer with the id "titel". Did you mean "#title"?"##
    ),
    .layers(
      "reference-to-nothing", schemaSees: false,
      [##"{"frame": {"of": "#banana"}}"##],
      #"unknown-reference at 2:18: layers[0].frame.of: there is no layer with the id "banana"."#),
    .layers(
      "reference-to-lines-of-no-text", schemaSees: false,
      [#"{"id": "panel"}"#, ##"{"frame": {"below": "#panel/line/0"}}"##],
      ##"invalid-value at 3:21: layers[1].frame.below: the layer "#panel" has no text, so no lines and no words."##
    ),
    .layers(
      "ring-of-one", schemaSees: false,
      [##"{"id": "a", "frame": {"below": "#a"}}"##],
      "reference-ring at 2:32: layers[0].frame.below: the references form a ring: #a → #a."),
    .layers(
      "ring-of-three", schemaSees: false,
      [
        ##"{"id": "a", "frame": {"below": "#c"}}"##,
        ##"{"id": "b", "frame": {"of": "#a"}}"##,
        ##"{"id": "c", "frame": {"above": "#b/ink"}}"##,
      ],
      "reference-ring at 2:32: layers[0].frame.below: the references form a ring: #a → #c → #b → #a."
    ),
    .layers(
      "ring-of-masks", schemaSees: false,
      [##"{"id": "a", "mask": {"of": "#b"}}"##, ##"{"id": "b", "mask": {"of": "#a"}}"##],
      "reference-ring at 2:28: layers[0].mask.of: the references form a ring: #a → #b → #a."),
    .layers(
      "ring-through-effect", schemaSees: false,
      [
        ##"{"id": "a", "frame": {"of": "#b/extent"}}"##,
        ##"{"id": "b", "effects": [{"effect": "test-frame", "around": "#a"}]}"##,
      ],
      "reference-ring at 2:29: layers[0].frame.of: the references form a ring: #a → #b → #a."),
    .layers(
      "ring-with-child", schemaSees: false,
      [##"{"id": "g", "frame": {"of": "#k"}, "layers": [{"id": "k"}]}"##],
      "reference-ring at 2:29: layers[0].frame.of: the references form a ring: #g → #k → #g."),
    .layers(
      "ring-of-layer-without-id", schemaSees: false,
      [##"{"frame": {"of": "#k"}, "layers": [{"id": "k"}]}"##],
      "reference-ring at 2:18: layers[0].frame.of: the references form a ring: layers[0] → #k → layers[0]."
    ),
    .layers(
      "ring-with-parent", schemaSees: false,
      [##"{"id": "g", "layers": [{"mask": {"of": "#g"}}]}"##],
      "reference-ring at 2:40: layers[0].layers[0].mask.of: the references form a ring: layers[0].layers[0] → #g → layers[0].layers[0]."
    ),
  ]
}
