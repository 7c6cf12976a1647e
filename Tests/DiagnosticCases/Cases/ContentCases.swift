extension DiagnosticCases {
  /// Errors in contents by plugins.
  static let contents: [DiagnosticCase] = [
    .layer(
      "content-as-text", #""content": "dot""#,
      ##"wrong-type at 2:13: layers[0].content: expected a content such as {"kind": "ellipse", "fill": "#fc0"}, found "dot"."##
    ),
    .layer(
      "content-without-kind", #""content": {"radius": 3}"#,
      ##"missing-key at 2:13: layers[0].content: "kind" is missing: the name of the content, as in {"kind": "ellipse", "fill": "#fc0"}."##
    ),
    .layer(
      "content-kind-as-number", #""content": {"kind": 5}"#,
      "wrong-type at 2:22: layers[0].content.kind: expected the name of a content, found 5."),
    .layer(
      "content-misspelt", #""content": {"kind": "dott", "radius": 3}"#,
      #"unknown-content at 2:22: layers[0].content.kind: unknown content "dott". Did you mean "dot"?"#
    ),
    .layer(
      "content-unknown", #""content": {"kind": "drop-shadow"}"#,
      #"unknown-content at 2:22: layers[0].content.kind: unknown content "drop-shadow". Available: "dot"."#
    ),
    .layer(
      "content-parameter-missing", #""content": {"kind": "dot"}"#,
      #"missing-key at 2:13: layers[0].content: "radius" is missing."#),
    .layer(
      "content-parameter-out-of-range", #""content": {"kind": "dot", "radius": 101}"#,
      "out-of-range at 2:39: layers[0].content.radius: 101 is outside 0…100 px."),
    .layer(
      "content-parameter-misspelt", #""content": {"kind": "dot", "radius": 3, "radios": 3}"#,
      #"unknown-key at 2:42: layers[0].content.radios: unknown key "radios". Did you mean "radius"?"#
    ),
    .layer(
      "content-point-misspelt", ##""content": {"kind": "dot", "radius": 3, "at": "#a/ink/rigth"}"##,
      ##"invalid-value at 2:48: layers[0].content.at: "#a/ink/rigth" is not a point of a layer: a reference, alone or with "/left", "/right", "/top", "/bottom", "/center", "/top-left", "/top-right", "/bottom-left", "/bottom-right". Did you mean "#a/ink/right"?"##
    ),
    .layer(
      "content-point-of-a-part-of-the-canvas",
      ##""content": {"kind": "dot", "radius": 3, "at": "#canvas/ink/left"}"##,
      ##"invalid-value at 2:48: layers[0].content.at: "#canvas/ink/left" is not a point of a layer: a reference, alone or with "/left", "/right", "/top", "/bottom", "/center", "/top-left", "/top-right", "/bottom-left", "/bottom-right"."##
    ),
    .layer(
      "content-point-of-nothing", schemaSees: false,
      ##""content": {"kind": "dot", "radius": 3, "at": "#banana/left"}"##,
      #"unknown-reference at 2:48: layers[0].content.at: unknown layer id "banana". No layer has an id."#
    ),
    .layer(
      "content-beside-a-fill", #""fill": "red", "content": {"kind": "dot", "radius": 3}"#,
      #"conflict at 2:28: layers[0].content: a layer has only one content; "fill" is already set."#
    ),
  ]
}
