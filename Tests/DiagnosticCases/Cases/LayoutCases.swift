extension DiagnosticCases {
  /// Errors in flex groups, sizes from content and anchors.
  static let layout: [DiagnosticCase] = [
    .layer(
      "flex-without-layers",
      #""flex": {}, "fill": "red""#,
      #"conflict at 2:10: layers[0].flex: "flex" requires "layers"."#
    ),
    .layer(
      "flex-as-string",
      #""flex": "row", "layers": [{}]"#,
      #"wrong-type at 2:10: layers[0].flex: expected an object such as {"direction": "column", "gap": 12}, found "row"."#
    ),
    .layer(
      "flex-direction-misspelt",
      #""flex": {"direction": "rows"}, "layers": [{}]"#,
      #"invalid-value at 2:24: layers[0].flex.direction: "rows" is not one of "row", "column", "row-reverse", "column-reverse". Did you mean "row"?"#
    ),
    .layer(
      "flex-key-misspelt",
      #""flex": {"alignItem": "center"}, "layers": [{}]"#,
      #"unknown-key at 2:11: layers[0].flex.alignItem: unknown key "alignItem". Did you mean "alignItems"?"#
    ),
    .layer(
      "flex-gap-of-three",
      #""flex": {"gap": [1, 2, 3]}, "layers": [{}]"#,
      #"out-of-range at 2:18: layers[0].flex.gap: expected a number or two (row, column), found a list of 3."#
    ),
    .layer(
      "flex-gap-negative",
      #""flex": {"gap": -1}, "layers": [{}]"#,
      #"out-of-range at 2:18: layers[0].flex.gap: -1 is outside 0…1000000 px."#
    ),
    .layer(
      "flex-gap-boolean",
      #""flex": {"gap": true}, "layers": [{}]"#,
      #"wrong-type at 2:18: layers[0].flex.gap: expected a number or two (row, column), found true."#
    ),
    .layer(
      "flex-grow-alone", schemaSees: false,
      #""flexGrow": 1"#,
      #"conflict at 2:14: layers[0].flexGrow: "flexGrow" requires a group with "flex" around the layer."#
    ),
    .layer(
      "flex-margin-alone", schemaSees: false,
      #""margin": "auto""#,
      #"conflict at 2:12: layers[0].margin: "margin" requires a group with "flex" around the layer."#
    ),
    .layer(
      "flex-grow-negative",
      #""flex": {}, "layers": [{"flexGrow": -1}]"#,
      #"out-of-range at 2:38: layers[0].layers[0].flexGrow: -1 is outside 0…1000000."#
    ),
    .layer(
      "flex-basis-misspelt",
      #""flex": {}, "layers": [{"flexBasis": "atuo"}]"#,
      #"invalid-value at 2:39: layers[0].layers[0].flexBasis: "atuo" is not a number of px, a percentage such as "50%" or "auto". Did you mean "auto"?"#
    ),
    .layer(
      "flex-margin-misspelt",
      #""flex": {}, "layers": [{"margin": [0, "auot"]}]"#,
      #"invalid-value at 2:40: layers[0].layers[0].margin[1]: "auot" is not a number of px, a percentage such as "50%" or "auto". Did you mean "auto"?"#
    ),
    .layer(
      "flex-shrink-with-position", schemaSees: false,
      #""flex": {}, "layers": [{"frame": {"x": 1}, "flexShrink": 0}]"#,
      #"conflict at 2:59: layers[0].layers[0].flexShrink: "flexShrink" cannot be combined with a frame that has a position: the group does not lay out such a layer."#
    ),
    .layer(
      "display-misspelt",
      #""display": "non""#,
      #"invalid-value at 2:13: layers[0].display: "non" is not one of "block", "none". Did you mean "none"?"#
    ),
    .layer(
      "frame-width-misspelt",
      #""frame": {"width": "fit-contents"}"#,
      #"invalid-value at 2:21: layers[0].frame.width: "fit-contents" is not a number of px, a percentage such as "50%" or "fit-content", "min-content", "max-content". Did you mean "fit-content"?"#
    ),
    .layer(
      "frame-x-misspelt",
      #""frame": {"x": "centre"}"#,
      #"invalid-value at 2:17: layers[0].frame.x: "centre" is not a number of px, a percentage such as "50%" or "center". Did you mean "center"?"#
    ),
    .layer(
      "frame-center-and-right", schemaSees: false,
      #""frame": {"x": "center", "right": 4}"#,
      #"conflict at 2:36: layers[0].frame.right: "right" cannot be combined with "x": "center"."#
    ),
    .layer(
      "frame-center-and-bottom", schemaSees: false,
      #""frame": {"y": "center", "bottom": 4}"#,
      #"conflict at 2:37: layers[0].frame.bottom: "bottom" cannot be combined with "y": "center"."#
    ),
    .layer(
      "frame-ratio-of-zero",
      #""frame": {"aspectRatio": 0}"#,
      #"out-of-range at 2:27: layers[0].frame.aspectRatio: 0 is outside 0.001…1000."#
    ),
    .layer(
      "frame-right-of-and-x",
      ##""frame": {"rightOf": "#canvas", "x": 5}"##,
      #"conflict at 2:39: layers[0].frame.x: "x" cannot be combined with "rightOf"."#
    ),
    .layer(
      "frame-left-of-and-right",
      ##""frame": {"leftOf": "#canvas", "right": 5}"##,
      #"conflict at 2:42: layers[0].frame.right: "right" cannot be combined with "leftOf"."#
    ),
    .layer(
      "frame-right-of-and-left-of",
      ##""frame": {"rightOf": "#canvas", "leftOf": "#canvas"}"##,
      #"conflict at 2:44: layers[0].frame.leftOf: "leftOf" cannot be combined with "rightOf"."#
    ),
    .layer(
      "frame-anchor-and-y",
      ##""frame": {"y": 5, "anchor": {"to": "#canvas"}}"##,
      #"conflict at 2:30: layers[0].frame.anchor: "anchor" cannot be combined with "y"."#
    ),
    .layer(
      "frame-anchor-of-nothing",
      #""frame": {"anchor": {"x": "end"}}"#,
      #"missing-key at 2:22: layers[0].frame.anchor: "to" is missing."#
    ),
    .layer(
      "frame-anchor-y-and-outside", schemaSees: false,
      ##""frame": {"anchor": {"to": "#canvas", "y": "end", "outside": "top"}}"##,
      #"conflict at 2:45: layers[0].frame.anchor.y: "y" cannot be combined with "outside": "top"."#
    ),
    .layer(
      "frame-anchor-x-and-outside", schemaSees: false,
      ##""frame": {"anchor": {"to": "#canvas", "x": "end", "outside": "left"}}"##,
      #"conflict at 2:45: layers[0].frame.anchor.x: "x" cannot be combined with "outside": "left"."#
    ),
    .layer(
      "text-fit-in-content-width", schemaSees: false,
      #""frame": {"width": "fit-content"}, "text": {"string": "x", "fit": "shrink"}"#,
      #"conflict at 2:68: layers[0].text.fit: "fit" cannot be combined with a "width" that follows from the content."#
    ),
    .layer(
      "text-grow-without-height", schemaSees: false,
      #""text": {"string": "x", "fit": "grow"}"#,
      #"conflict at 2:33: layers[0].text.fit: "fit" requires a frame with a "height" that does not follow from the content."#
    ),
    .layer(
      "text-size-group-without-height", schemaSees: false,
      #""text": {"string": "x", "sizeGroup": "a"}"#,
      #"conflict at 2:39: layers[0].text.sizeGroup: "sizeGroup" requires a frame with a "height" that does not follow from the content."#
    ),
    .layer(
      "text-shrink-in-flow", schemaSees: false,
      #""flex": {}, "layers": [{"frame": {"height": 9}, "text": {"string": "x", "fit": "shrink"}}]"#,
      #"conflict at 2:81: layers[0].layers[0].text.fit: "fit" requires a frame with a "width" that does not follow from the content."#
    ),
    .layer(
      "text-fit-beside-the-stretch", schemaSees: false,
      #""frame": {"width": 99, "height": "fit-content"}, "flex": {}, "layers": [{"frame": {"width": 9}, "text": {"string": "x", "fit": "shrink"}}]"#,
      #"conflict at 2:129: layers[0].layers[0].text.fit: "fit" requires a frame with a "height" that does not follow from the content."#
    ),
    .layer(
      "text-fit-in-a-growing-box", schemaSees: false,
      #""frame": {"width": 99, "height": 9}, "flex": {}, "layers": [{"flexGrow": 1, "text": {"string": "x", "fit": "shrink"}}]"#,
      #"conflict at 2:109: layers[0].layers[0].text.fit: "fit" requires a frame with a "width" that does not follow from the content."#
    ),
    .layer(
      "text-max-size-alone", schemaSees: false,
      #""text": {"string": "x", "maxSize": 20}"#,
      #"conflict at 2:37: layers[0].text.maxSize: "maxSize" requires "fit": "grow" or "both"."#
    ),
    .layer(
      "text-max-size-too-small", schemaSees: false,
      #""frame": {"height": 9}, "text": {"string": "x", "size": 20, "fit": "grow", "maxSize": 10}"#,
      #"conflict at 2:88: layers[0].text.maxSize: 10 px is less than the font size, 20 px."#
    ),
    .layers(
      "display-none-referred-to", schemaSees: false,
      [
        #"{"id": "a", "display": "none"}"#,
        ##"{"frame": {"below": "#a"}}"##,
      ],
      ##"invalid-value at 3:21: layers[1].frame.below: the layer "#a" has no place: it is removed from the layout by "display": "none"."##
    ),
    .layers(
      "ring-of-size-and-content", schemaSees: false,
      [
        ##"{"id": "card", "frame": {"width": "fit-content"}, "layers": [{"id": "b", "frame": {"width": 9, "rightOf": "#c"}}]}"##,
        ##"{"id": "c", "frame": {"width": 9, "rightOf": "#card"}}"##,
      ],
      #"reference-ring at 2:107: layers[0].layers[0].frame.rightOf: circular reference: #b → #c → #card → #b."#
    ),
    .layers(
      "ring-of-place-and-content", schemaSees: false,
      [
        #"{"id": "c", "frame": {"width": 9}}"#,
        ##"{"id": "card", "frame": {"right": 0, "width": "fit-content"}, "layers": [{"id": "b", "frame": {"width": 9, "rightOf": "#c"}}]}"##,
      ],
      #"reference-ring at 3:119: layers[1].layers[0].frame.rightOf: circular reference: #b → #card → #b."#
    ),
  ]
}
