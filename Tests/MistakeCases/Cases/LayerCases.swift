extension MistakeCases {
  /// What can be wrong with a layer's own keys.
  static let layer: [MistakeCase] = [
    .layer(
      "layer-key-misspelt", #""opactiy": 0.5"#,
      #"unknown-key at 2:2: layers[0].opactiy: unknown key "opactiy". Did you mean "opacity"?"#),
    .layer(
      "opacity-too-large", #""opacity": 2"#,
      "out-of-range at 2:13: layers[0].opacity: 2 is outside 0…1."),
    .layer(
      "opacity-as-text", #""opacity": "50%""#,
      #"wrong-type at 2:13: layers[0].opacity: expected a number, found "50%"."#),
    .layer(
      "id-begins-with-digit", #""id": "1st""#,
      #"invalid-value at 2:8: layers[0].id: "1st" is not an id: a letter A–Z or a–z, then letters, digits, _ and -."#
    ),
    .layer(
      "id-is-canvas", #""id": "canvas""#,
      #"invalid-value at 2:8: layers[0].id: "canvas" is the name of the canvas; choose another id."#
    ),
    .layer(
      "id-as-number", #""id": 5"#,
      "wrong-type at 2:8: layers[0].id: expected a text, found 5."),
    .layer(
      "blend-misspelt", #""blend": "multiplied""#,
      #"invalid-value at 2:11: layers[0].blend: "multiplied" is not one of "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity". Did you mean "multiply"?"#
    ),
    .layer(
      "blend-null", #""blend": null"#,
      #"wrong-type at 2:11: layers[0].blend: expected one of "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity", found null."#
    ),
    .layer(
      "rotate-as-text", #""rotate": "90deg""#,
      #"wrong-type at 2:12: layers[0].rotate: expected a number, found "90deg"."#),
    .layer(
      "visible-as-text", #""visible": "no""#,
      #"wrong-type at 2:13: layers[0].visible: expected true or false, found "no"."#),
    .layer(
      "padding-negative", #""padding": -1"#,
      "out-of-range at 2:13: layers[0].padding: -1 is outside 0…1000000 px."),
    .layer(
      "padding-of-two", #""padding": [1, 2]"#,
      "out-of-range at 2:13: layers[0].padding: expected a number or four (top, right, bottom, left), found a list of 2."
    ),
    .layer(
      "padding-element-negative", #""padding": [1, 2, -3, 4]"#,
      "out-of-range at 2:20: layers[0].padding[2]: -3 is outside 0…1000000 px."),
    .layer(
      "corner-radius-negative", #""cornerRadius": -8"#,
      "out-of-range at 2:18: layers[0].cornerRadius: -8 is outside 0…1000000 px."),
    .layer(
      "corner-radius-as-word", #""cornerRadius": "round""#,
      #"invalid-value at 2:18: layers[0].cornerRadius: "round" is not a number of px or a percentage such as "50%"."#
    ),
    .layer(
      "corner-radius-of-three", #""cornerRadius": [1, 2, 3]"#,
      "out-of-range at 2:18: layers[0].cornerRadius: expected a radius or four (top left, top right, bottom right, bottom left), found a list of 3."
    ),
    .layer(
      "content-twice", ##""text": {"string": "x"}, "fill": "#fff""##,
      #"conflict at 2:35: layers[0].fill: a layer has one content; "text" is there already."#),
    .layer(
      "group-empty", #""layers": []"#,
      "out-of-range at 2:12: layers[0].layers: expected at least one layer."),
    .layer(
      "group-child-out-of-range", #""layers": [{"opacity": -1}]"#,
      "out-of-range at 2:25: layers[0].layers[0].opacity: -1 is outside 0…1."),
  ]
}
