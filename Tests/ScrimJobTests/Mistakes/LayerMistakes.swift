import Testing

/// What is wrong with a layer, its content and its mask.
@Suite struct LayerMistakes {
  @Test(
    arguments: [
      (
        #""opactiy": 0.5"#,
        [
          #"story.json:2:2: layers[0].opactiy: unknown key "opactiy". Did you mean "opacity"?"#
        ]
      ),
      (
        #""opacity": 2"#,
        [
          "story.json:2:13: layers[0].opacity: 2 is outside 0…1."
        ]
      ),
      (
        #""opacity": "50%""#,
        [
          #"story.json:2:13: layers[0].opacity: expected a number, found "50%"."#
        ]
      ),
      (
        #""id": "1st""#,
        [
          #"story.json:2:8: layers[0].id: "1st" is not an id: a letter A–Z or a–z, then letters, digits, _ and -."#
        ]
      ),
      (
        #""id": "canvas""#,
        [
          #"story.json:2:8: layers[0].id: "canvas" is the name of the canvas; choose another id."#
        ]
      ),
      (
        #""id": 5"#,
        [
          "story.json:2:8: layers[0].id: expected a text, found 5."
        ]
      ),
      (
        #""blend": "multiplied""#,
        [
          #"story.json:2:11: layers[0].blend: "multiplied" is not one of "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity". Did you mean "multiply"?"#
        ]
      ),
      (
        #""blend": null"#,
        [
          #"story.json:2:11: layers[0].blend: expected one of "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity", found null."#
        ]
      ),
      (
        #""rotate": "90deg""#,
        [
          #"story.json:2:12: layers[0].rotate: expected a number, found "90deg"."#
        ]
      ),
      (
        #""visible": "no""#,
        [
          #"story.json:2:13: layers[0].visible: expected true or false, found "no"."#
        ]
      ),
      (
        #""padding": -1"#,
        [
          "story.json:2:13: layers[0].padding: -1 is outside 0…1000000 px."
        ]
      ),
      (
        #""padding": [1, 2]"#,
        [
          "story.json:2:13: layers[0].padding: expected a number or four (top, right, bottom, left), found a list of 2."
        ]
      ),
      (
        #""padding": [1, 2, -3, 4]"#,
        [
          "story.json:2:20: layers[0].padding[2]: -3 is outside 0…1000000 px."
        ]
      ),
      (
        #""cornerRadius": -8"#,
        [
          "story.json:2:18: layers[0].cornerRadius: -8 is outside 0…1000000 px."
        ]
      ),
      (
        #""cornerRadius": "round""#,
        [
          #"story.json:2:18: layers[0].cornerRadius: "round" is not a number of px or a percentage such as "50%"."#
        ]
      ),
      (
        #""cornerRadius": [1, 2, 3]"#,
        [
          "story.json:2:18: layers[0].cornerRadius: expected a radius or four (top left, top right, bottom right, bottom left), found a list of 3."
        ]
      ),
      (
        ##""text": {"string": "x"}, "fill": "#fff""##,
        [
          #"story.json:2:35: layers[0].fill: a layer has one content; "text" is there already."#
        ]
      ),
      (
        ##""fill": "#ggg""##,
        [
          ##"story.json:2:10: layers[0].fill: "#ggg" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold"."##
        ]
      ),
      (
        #""fill": "navvy""#,
        [
          ##"story.json:2:10: layers[0].fill: "navvy" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold". Did you mean "navy"?"##
        ]
      ),
      (
        ##""fill": {"linear": {"angle": 90, "stops": [["#f00", 0.5], ["#00f", 0.2]]}}"##,
        [
          "story.json:2:69: layers[0].fill.linear.stops[1][1]: 0.2 is less than 0.5, the stop before it."
        ]
      ),
      (
        ##""fill": {"linear": {"stops": [["#f00", 0], ["#00f", 2]]}}"##,
        [
          "story.json:2:54: layers[0].fill.linear.stops[1][1]: 2 is outside 0…1."
        ]
      ),
      (
        ##""fill": {"radial": {"stops": [["#f00", 0]]}}"##,
        [
          ##"story.json:2:31: layers[0].fill.radial.stops: expected at least two stops, such as [["#f00", 0], ["#00f", 1]]."##
        ]
      ),
      (
        #""layers": []"#,
        [
          "story.json:2:12: layers[0].layers: expected at least one layer."
        ]
      ),
      (
        #""layers": [{"opacity": -1}]"#,
        [
          "story.json:2:25: layers[0].layers[0].opacity: -1 is outside 0…1."
        ]
      ),
      (
        #""image": {}"#,
        [
          #"story.json:2:11: layers[0].image: "source" is missing."#
        ]
      ),
      (
        #""image": {"src": "a.png"}"#,
        [
          #"story.json:2:11: layers[0].image: "source" is missing."#,
          #"story.json:2:12: layers[0].image.src: unknown key "src"."#,
        ]
      ),
      (
        #""image": "a.png""#,
        [
          #"story.json:2:11: layers[0].image: expected an object, found "a.png"."#
        ]
      ),
      (
        #""image": {"source": "../a.png"}"#,
        [
          #"story.json:2:22: layers[0].image.source: "../a.png" leaves its folder: ".." is not allowed."#
        ]
      ),
      (
        #""image": {"source": ""}"#,
        [
          #"story.json:2:22: layers[0].image.source: "" names no file."#
        ]
      ),
      (
        #""image": {"source": "a.png", "fit": "covers"}"#,
        [
          #"story.json:2:38: layers[0].image.fit: "covers" is not one of "cover", "contain", "fill", "none", "scale-down". Did you mean "cover"?"#
        ]
      ),
      (
        #""image": {"source": "a.png", "position": "center"}"#,
        [
          #"story.json:2:43: layers[0].image.position: expected two lengths (x, y) such as ["50%", "50%"], found "center"."#
        ]
      ),
      (
        #""image": {"source": "a.png", "position": ["50%", "top"]}"#,
        [
          #"story.json:2:51: layers[0].image.position[1]: "top" is not a number of px or a percentage such as "50%"."#
        ]
      ),
      (
        #""mask": {}"#,
        [
          #"story.json:2:10: layers[0].mask: "source", "of" or "fill" is missing."#
        ]
      ),
      (
        ##""mask": {"source": "m.png", "fill": "#fff"}"##,
        [
          #"story.json:2:38: layers[0].mask.fill: "fill" cannot stand beside "source"."#
        ]
      ),
      (
        #""mask": {"source": "m.png", "mode": "alhpa", "invert": 1}"#,
        [
          #"story.json:2:38: layers[0].mask.mode: "alhpa" is not one of "alpha", "luminance". Did you mean "alpha"?"#,
          "story.json:2:57: layers[0].mask.invert: expected true or false, found 1.",
        ]
      ),
    ] as [(String, [String])])
  func areToldWithPlaceAndWayOut(text: String, expected: [String]) {
    #expect(JobSample.mistakes(JobSample.layer(text)) == expected)
  }
}
