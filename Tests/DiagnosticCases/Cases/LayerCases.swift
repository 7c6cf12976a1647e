extension DiagnosticCases {
  /// Errors in a layer's own keys.
  static let layer: [DiagnosticCase] = [
    .layer(
      "layer-key-misspelt", #""opactiy": 0.5"#,
      #"unknown-key at 2:2: layers[0].opactiy: unknown key "opactiy". Did you mean "opacity"?"#),
    .layer(
      "opacity-too-large", #""opacity": 2"#,
      "out-of-range at 2:13: layers[0].opacity: 2 is outside 0…1."),
    .layer(
      "opacity-as-text", #""opacity": "50%""#,
      #"wrong-type at 2:13: layers[0].opacity: expected a number (0…1), found "50%". Did you mean 0.5?"#
    ),
    .layer(
      "id-begins-with-digit", #""id": "1st""#,
      #"invalid-value at 2:8: layers[0].id: "1st" is not an id: a letter A–Z or a–z, then letters, digits, _ and -."#
    ),
    .layer(
      "id-is-canvas", #""id": "canvas""#,
      #"invalid-value at 2:8: layers[0].id: "canvas" is reserved for the canvas; choose another id."#
    ),
    .layer(
      "id-as-number", #""id": 5"#,
      "wrong-type at 2:8: layers[0].id: expected a string, found 5."),
    .layer(
      "blend-misspelt", #""blend": "multiplied""#,
      #"invalid-value at 2:11: layers[0].blend: "multiplied" is not one of "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter". Did you mean "multiply"?"#
    ),
    .layer(
      "blend-null", #""blend": null"#,
      #"wrong-type at 2:11: layers[0].blend: expected one of "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter", found null."#
    ),
    .layer(
      "rotate-as-text", #""rotate": "90deg""#,
      #"wrong-type at 2:12: layers[0].rotate: expected a number (-36000…36000°), found "90deg". Did you mean 90?"#
    ),
    .layer(
      "visible-as-text", #""visible": "no""#,
      #"wrong-type at 2:13: layers[0].visible: expected true or false, found "no"."#),
    .layer(
      "padding-negative", #""padding": -1"#,
      "out-of-range at 2:13: layers[0].padding: -1 is outside 0…1000000 px."),
    .layer(
      "border-as-number", #""border": 2"#,
      #"wrong-type at 2:12: layers[0].border: expected an object such as {"width": 2, "color": "white"}, found 2."#
    ),
    .layer(
      "border-too-wide", #""border": {"width": -1}"#,
      "out-of-range at 2:22: layers[0].border.width: -1 is outside 0…10000 px."),
    .layer(
      "border-key-unknown", #""border": {"sides": "top"}"#,
      #"unknown-key at 2:13: layers[0].border.sides: unknown key "sides". Allowed keys: "width", "color", "style", "top", "right", "bottom", "left"."#
    ),
    .layer(
      "border-side-as-number", #""border": {"top": 2}"#,
      #"wrong-type at 2:20: layers[0].border.top: expected an object with the keys "width", "color", "style", found 2."#
    ),
    .layer(
      "border-side-too-wide", #""border": {"left": {"width": -1}}"#,
      "out-of-range at 2:31: layers[0].border.left.width: -1 is outside 0…10000 px."),
    .layer(
      "border-style-unknown", #""border": {"style": "double"}"#,
      #"invalid-value at 2:22: layers[0].border.style: "double" is not one of "solid", "dashed", "dotted"."#
    ),
    .layer(
      "corner-shape-misspelt", #""cornerRadius": 4, "cornerShape": "squircel""#,
      #"invalid-value at 2:36: layers[0].cornerShape: "squircel" is not one of "round", "squircle", "bevel", "scoop", "notch". Did you mean "squircle"?"#
    ),
    .layer(
      "corner-shape-without-radius", #""cornerShape": "bevel""#,
      #"conflict at 2:17: layers[0].cornerShape: "cornerShape" requires "cornerRadius"."#),
    .layer(
      "shadow-as-text", #""shadow": "0 4px 8px black""#,
      #"wrong-type at 2:12: layers[0].shadow: expected an object with the keys "dx", "dy", "sigma", "spread", "color", "inset", found "0 4px 8px black"."#
    ),
    .layer(
      "shadow-in-words-of-css", #""shadow": [{"sigma": 2}, {"blur": 8, "offsetX": 1}]"#,
      #"unknown-key at 2:28: layers[0].shadow[1].blur: unknown key "blur". Did you mean "sigma"? It is half of the blur radius in CSS."#,
      #"unknown-key at 2:39: layers[0].shadow[1].offsetX: unknown key "offsetX". Did you mean "dx"?"#
    ),
    .layer(
      "shadow-sigma-too-large", #""shadow": {"sigma": 251}"#,
      "out-of-range at 2:22: layers[0].shadow.sigma: 251 is outside 0…250 px."),
    .layer(
      "background-image-without-source", #""background": {"fit": "cover"}"#,
      #"missing-key at 2:16: layers[0].background: "source" is missing."#
    ),
    .layer(
      "background-in-words-of-css", #""background": ["photo.jpg", "linear-gradient(red, blue)"]"#,
      #"invalid-value at 2:17: layers[0].background[0]: "photo.jpg" is not a colour. Did you mean {"source": "photo.jpg"}?"#,
      ##"invalid-value at 2:30: layers[0].background[1]: "linear-gradient(red, blue)" is not a colour. Did you mean {"linear": {"angle": 90, "stops": [["#f00", 0], ["#00f", 1]]}}?"##
    ),
    .layer(
      "background-image-key-unknown", #""background": {"source": "a.png", "size": "cover"}"#,
      #"unknown-key at 2:36: layers[0].background.size: unknown key "size". Allowed keys: "source", "fit", "position"."#
    ),
    .layer(
      "background-image-far-away", schemaSees: false,
      #""background": {"source": "a.png", "position": [1e7, 0]}"#,
      #"out-of-range at 2:48: layers[0].background.position: 10000000 is outside -1000000…1000000 px."#
    ),
    .layer(
      "padding-of-three", #""padding": [1, 2, 3]"#,
      "out-of-range at 2:13: layers[0].padding: expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found a list of 3."
    ),
    .layer(
      "padding-element-negative", #""padding": [1, 2, -3, 4]"#,
      "out-of-range at 2:20: layers[0].padding[2]: -3 is outside 0…1000000 px."),
    .layer(
      "corner-radius-negative", #""cornerRadius": -8"#,
      "out-of-range at 2:18: layers[0].cornerRadius: -8 is outside 0…1000000 px."),
    .layer(
      "corner-radius-as-word", #""cornerRadius": "round""#,
      #"invalid-value at 2:18: layers[0].cornerRadius: "round" is not a number of px, a percentage such as "50%" or "full"."#
    ),
    .layer(
      "corner-radius-of-three", #""cornerRadius": [1, 2, 3]"#,
      "out-of-range at 2:18: layers[0].cornerRadius: expected a radius or four (top left, top right, bottom right, bottom left), found a list of 3."
    ),
    .layer(
      "content-twice", ##""text": {"string": "x"}, "fill": "#fff""##,
      #"conflict at 2:35: layers[0].fill: a layer has only one content; "text" is already set."#),
    .layer(
      "group-empty", #""layers": []"#,
      "out-of-range at 2:12: layers[0].layers: expected at least one layer."),
    .layer(
      "group-child-out-of-range", #""layers": [{"opacity": -1}]"#,
      "out-of-range at 2:25: layers[0].layers[0].opacity: -1 is outside 0…1."),
    .layer(
      "background-of-none", #""background": []"#,
      "out-of-range at 2:16: layers[0].background: expected a list of 1 to 8, found a list of 0."
    ),
    .layer(
      "background-as-number", ##""background": ["#fff", 7]"##,
      ##"wrong-type at 2:25: layers[0].background[1]: expected a colour such as "#fc0" or a gradient, found 7."##
    ),
    .layer(
      "clip-without-radius", #""clip": false"#,
      #"conflict at 2:10: layers[0].clip: "clip" requires "cornerRadius"."#),
    .layer(
      "layer-key-like-none", #""quux": 1"#,
      #"unknown-key at 2:2: layers[0].quux: unknown key "quux". Allowed keys: "id", "use", "frame", "padding", "text", "image", "fill", "layers" and 25 others."#
    ),
    .layer(
      "layer-alt-number", #""alt": 3"#,
      "wrong-type at 2:9: layers[0].alt: expected a string, found 3."),
    .layer(
      "layer-alt-control", #""alt": "a\u0007b""#,
      "invalid-value at 2:9: layers[0].alt: the text contains the control character U+0007: remove it."
    ),
    .layer(
      "layer-key-with-hyphen", #""corner-radius": 4"#,
      #"unknown-key at 2:2: layers[0].corner-radius: unknown key "corner-radius". Did you mean "cornerRadius"?"#
    ),
    .layer(
      "layer-keys-of-css",
      #""borderRadius": 4, "zIndex": 1, "gap": 2, "text": {"string": "x", "writing-mode": "vertical-rl"}"#,
      #"unknown-key at 2:2: layers[0].borderRadius: unknown key "borderRadius". Did you mean "cornerRadius"?"#,
      #"unknown-key at 2:21: layers[0].zIndex: unknown key "zIndex". Layers are drawn in their order, the first one lowest."#,
      #"unknown-key at 2:34: layers[0].gap: unknown key "gap". It is a key of "flex"."#,
      #"unknown-key at 2:68: layers[0].text.writing-mode: unknown key "writing-mode". Did you mean "writingMode"?"#
    ),
    .layer(
      "layer-key-unknown", #""dropShadow": {}"#,
      #"unknown-key at 2:2: layers[0].dropShadow: unknown key "dropShadow". Did you mean "shadow"?"#
    ),
    .layer(
      "layer-key-abbreviated", #""img": {"source": "a.png"}"#,
      #"unknown-key at 2:2: layers[0].img: unknown key "img". Did you mean "image"?"#),
    .layer(
      "layer-key-twice", schemaSees: false, #""opacity": 1, "opacity": 0.5"#,
      #"duplicate-key at 2:16: layers[0].opacity: the key "opacity" is given twice; the first is on line 2."#
    ),
    .layer(
      "opacity-negative", #""opacity": -0.1"#,
      "out-of-range at 2:13: layers[0].opacity: -0.1 is outside 0…1."),
    .layer(
      "opacity-null", #""opacity": null"#,
      "wrong-type at 2:13: layers[0].opacity: expected a number (0…1), found null."),
    .layer(
      "opacity-in-quotes", #""opacity": "0.5""#,
      #"wrong-type at 2:13: layers[0].opacity: expected a number (0…1), found "0.5". Did you mean 0.5?"#
    ),
    .layer(
      "opacity-as-list", #""opacity": [1]"#,
      "wrong-type at 2:13: layers[0].opacity: expected a number (0…1), found a list."),
    .layer(
      "id-empty", #""id": """#,
      #"invalid-value at 2:8: layers[0].id: "" is not an id: a letter A–Z or a–z, then letters, digits, _ and -."#
    ),
    .layer(
      "id-with-space", #""id": "my title""#,
      #"invalid-value at 2:8: layers[0].id: "my title" is not an id: a letter A–Z or a–z, then letters, digits, _ and -."#
    ),
    .layer(
      "id-with-umlaut", #""id": "ärger""#,
      #"invalid-value at 2:8: layers[0].id: "ärger" is not an id: a letter A–Z or a–z, then letters, digits, _ and -."#
    ),
    .layer(
      "id-null", #""id": null"#,
      "wrong-type at 2:8: layers[0].id: expected a string, found null."),
    .layer(
      "id-with-hash", ##""id": "#title""##,
      ##"invalid-value at 2:8: layers[0].id: "#title" is not an id: a letter A–Z or a–z, then letters, digits, _ and -."##
    ),
    .layer(
      "blend-as-number", #""blend": 3"#,
      #"wrong-type at 2:11: layers[0].blend: expected one of "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter", found 3."#
    ),
    .layer(
      "blend-in-capitals", #""blend": "Multiply""#,
      #"invalid-value at 2:11: layers[0].blend: "Multiply" is not one of "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter". Did you mean "multiply"?"#
    ),
    .layer(
      "blend-unknown", #""blend": "dissolve""#,
      #"invalid-value at 2:11: layers[0].blend: "dissolve" is not one of "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter"."#
    ),
    .layer(
      "blend-empty", #""blend": """#,
      #"invalid-value at 2:11: layers[0].blend: "" is not one of "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter"."#
    ),
    .layer(
      "rotate-too-large", #""rotate": 36001"#,
      "out-of-range at 2:12: layers[0].rotate: 36001 is outside -36000…36000°."),
    .layer(
      "rotate-too-small", #""rotate": -36001"#,
      "out-of-range at 2:12: layers[0].rotate: -36001 is outside -36000…36000°."),
    .layer(
      "rotate-null", #""rotate": null"#,
      "wrong-type at 2:12: layers[0].rotate: expected a number (-36000…36000°), found null."),
    .layer(
      "scale-as-text", #""scale": "-1""#,
      #"wrong-type at 2:11: layers[0].scale: expected a number or two (across, down), found "-1"."#),
    .layer(
      "scale-element-as-text", #""scale": [1, "2"]"#,
      #"wrong-type at 2:15: layers[0].scale[1]: expected a number, found "2". Did you mean 2?"#),
    .layer(
      "scale-zero", schemaSees: false, #""scale": 0"#,
      "out-of-range at 2:11: layers[0].scale: 0 is outside -10…-0.01 and 0.01…10."),
    .layer(
      "scale-element-too-large", #""scale": [1, 11]"#,
      "out-of-range at 2:15: layers[0].scale[1]: 11 is outside -10…10."),
    .layer(
      "scale-of-three", #""scale": [1, 2, 3]"#,
      "out-of-range at 2:11: layers[0].scale: expected a number or two (across, down), found a list of 3."
    ),
    .layer(
      "skew-too-large", #""skew": 81"#,
      "out-of-range at 2:10: layers[0].skew: 81 is outside -80…80°."),
    .layer(
      "skew-flat", schemaSees: false, #""skew": [45, 45]"#,
      "out-of-range at 2:10: layers[0].skew: the angles flatten the layer: together they are about 90°."
    ),
    .layer(
      "visible-as-number", #""visible": 1"#,
      "wrong-type at 2:13: layers[0].visible: expected true or false, found 1."),
    .layer(
      "visible-in-quotes", #""visible": "false""#,
      #"wrong-type at 2:13: layers[0].visible: expected true or false, found "false". Did you mean false?"#
    ),
    .layer(
      "visible-null", #""visible": null"#,
      "wrong-type at 2:13: layers[0].visible: expected true or false, found null."),
    .layer(
      "padding-too-large", #""padding": 1000001"#,
      "out-of-range at 2:13: layers[0].padding: 1000001 is outside 0…1000000 px."),
    .layer(
      "padding-in-rem", #""padding": "5rem""#,
      #"wrong-type at 2:13: layers[0].padding: expected a number (0…1000000 px), found "5rem"."#
    ),
    .layer(
      "padding-as-object", #""padding": {"top": 4}"#,
      "wrong-type at 2:13: layers[0].padding: expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found an object."
    ),
    .layer(
      "padding-null", #""padding": null"#,
      "wrong-type at 2:13: layers[0].padding: expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found null."
    ),
    .layer(
      "padding-of-five", #""padding": [1, 2, 3, 4, 5]"#,
      "out-of-range at 2:13: layers[0].padding: expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found a list of 5."
    ),
    .layer(
      "padding-of-none", #""padding": []"#,
      "out-of-range at 2:13: layers[0].padding: expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found a list of 0."
    ),
    .layer(
      "padding-element-as-text", #""padding": [1, "2", 3, 4]"#,
      #"wrong-type at 2:17: layers[0].padding[1]: expected a number (0…1000000 px), found "2". Did you mean 2?"#
    ),
    .layer(
      "padding-element-null", #""padding": [1, 2, 3, null]"#,
      "wrong-type at 2:23: layers[0].padding[3]: expected a number (0…1000000 px), found null."),
    .layer(
      "corner-radius-too-large", #""cornerRadius": 1000001"#,
      "out-of-range at 2:18: layers[0].cornerRadius: 1000001 is outside 0…1000000 px."),
    .layer(
      "corner-radius-percentage-negative", #""cornerRadius": "-1%""#,
      #"out-of-range at 2:18: layers[0].cornerRadius: "-1%" is outside 0…10000 %."#),
    .layer(
      "corner-radius-percentage-too-large", schemaSees: false, #""cornerRadius": "10001%""#,
      #"out-of-range at 2:18: layers[0].cornerRadius: "10001%" is outside 0…10000 %."#),
    .layer(
      "corner-radius-null", #""cornerRadius": null"#,
      #"wrong-type at 2:18: layers[0].cornerRadius: expected a number of px or a percentage such as "50%", found null."#
    ),
    .layer(
      "corner-radius-element-as-boolean", #""cornerRadius": [1, 2, 3, true]"#,
      #"wrong-type at 2:28: layers[0].cornerRadius[3]: expected a number of px or a percentage such as "50%", found true."#
    ),
    .layer(
      "corner-radius-element-negative", #""cornerRadius": [1, -2, 3, "-4%"]"#,
      "out-of-range at 2:22: layers[0].cornerRadius[1]: -2 is outside 0…1000000 px.",
      #"out-of-range at 2:29: layers[0].cornerRadius[3]: "-4%" is outside 0…10000 %."#),
    .layer(
      "corner-radius-of-five", #""cornerRadius": [1, 2, 3, 4, 5]"#,
      "out-of-range at 2:18: layers[0].cornerRadius: expected a radius or four (top left, top right, bottom right, bottom left), found a list of 5."
    ),
    .layer(
      "corner-radius-with-unit", #""cornerRadius": "24px""#,
      #"invalid-value at 2:18: layers[0].cornerRadius: "24px" is not a number of px or a percentage such as "50%". Did you mean 24?"#
    ),
    .layer(
      "content-three-times",
      #""text": {"string": "x"}, "image": {"source": "a.png"}, "layers": [{}]"#,
      #"conflict at 2:36: layers[0].image: a layer has only one content; "text" is already set."#,
      #"conflict at 2:67: layers[0].layers: a layer has only one content; "text" is already set."#),
    .layer(
      "group-as-object", #""layers": {"id": "a"}"#,
      "wrong-type at 2:12: layers[0].layers: expected a list of layers, found an object."),
    .layer(
      "group-null", #""layers": null"#,
      "wrong-type at 2:12: layers[0].layers: expected a list of layers, found null."),
    .layer(
      "group-child-as-text", #""layers": ["a"]"#,
      #"wrong-type at 2:13: layers[0].layers[0]: expected an object such as {"text": {"string": "Hello"}}, found "a"."#
    ),
    .layer(
      "group-key-misspelt", #""layer": [{"id": "a"}]"#,
      #"unknown-key at 2:2: layers[0].layer: unknown key "layer". Did you mean "layers"?"#),
    .layer(
      "group-child-key-misspelt", #""layers": [{"layers": [{"vsible": true}]}]"#,
      #"unknown-key at 2:26: layers[0].layers[0].layers[0].vsible: unknown key "vsible". Did you mean "visible"?"#
    ),
  ]
}
