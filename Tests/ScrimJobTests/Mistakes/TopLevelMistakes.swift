import Testing

/// The top level, the canvas and the outputs.
@Suite struct TopLevelMistakes {
  @Test(
    arguments: [
      (
        "[]",
        [
          "story.json:1:1: expected an object, found a list."
        ]
      ),
      (
        "{}",
        [
          #"story.json:1:1: "scrim" is missing."#,
          #"story.json:1:1: "layers" is missing."#,
          #"story.json:1:1: no layer has an image to take the canvas's size from: give "width" and "height"."#,
        ]
      ),
      (
        #"{"scrim": 2, "canvas": {"width": 9, "height": 9}, "layers": [{}]}"#,
        [
          "story.json:1:11: scrim: format version 2 is not known; this is version 1."
        ]
      ),
      (
        #"{"scrim": "1", "canvas": {"width": 9, "height": 9}, "layers": [{}]}"#,
        [
          #"story.json:1:11: scrim: expected the format version, 1, found "1"."#
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": []}"#,
        [
          "story.json:1:61: layers: expected at least one layer."
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": {}}"#,
        [
          "story.json:1:61: layers: expected a list of layers, found an object."
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [3]}"#,
        [
          "story.json:1:62: layers[0]: expected an object, found 3."
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layer": [{}]}"#,
        [
          #"story.json:1:51: layer: unknown key "layer". Did you mean "layers"?"#
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "layers": []}"#,
        [
          #"story.json:1:67: layers: the key "layers" is given twice; the first is in line 1."#
        ]
      ),
      (
        #"{"scrim": 1, "canvas": [9, 9], "layers": [{}]}"#,
        [
          "story.json:1:24: canvas: expected an object, found a list."
        ]
      ),
      (
        #"{"scrim": 1, "layers": [{"text": {"string": "x"}}]}"#,
        [
          #"story.json:1:1: no layer has an image to take the canvas's size from: give "width" and "height"."#
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"scale": 2}, "layers": [{}]}"#,
        [
          #"story.json:1:24: canvas: no layer has an image to take the canvas's size from: give "width" and "height"."#
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9}, "layers": [{}]}"#,
        [
          #"story.json:1:24: canvas: "height" is missing beside "width"; without both, the canvas takes the size of the lowest image."#
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"height": "auto"}, "layers": [{}]}"#,
        [
          #"story.json:1:24: canvas: "width" is missing beside "height"; without both, the canvas takes the size of the lowest image."#
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"widht": 9, "height": 9}, "layers": [{}]}"#,
        [
          #"story.json:1:25: canvas.widht: unknown key "widht". Did you mean "width"?"#
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 0, "height": 16385}, "layers": [{}]}"#,
        [
          "story.json:1:34: canvas.width: 0 is outside 1…16384 px.",
          "story.json:1:47: canvas.height: 16385 is outside 1…16384 px.",
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": "100%", "height": "tall"}, "layers": [{}]}"#,
        [
          #"story.json:1:34: canvas.width: expected a number of px, found "100%"."#,
          #"story.json:1:52: canvas.height: expected a number of px or "auto", found "tall"."#,
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "padding": 4}, "layers": [{}]}"#,
        [
          #"story.json:1:61: canvas.padding: "padding" is for a canvas whose height is "auto"."#
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": "auto", "padding": -4}, "layers": [{}]}"#,
        [
          "story.json:1:66: canvas.padding: -4 is outside 0…1000000 px."
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "scale": 9}, "layers": [{}]}"#,
        [
          "story.json:1:59: canvas.scale: 9 is outside 0.1…8."
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 16000, "height": 9, "scale": 3}, "layers": [{}]}"#,
        [
          "story.json:1:24: canvas: 48000 × 27 pixels are too large: a picture has at most 32767 a side."
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 16000, "height": 16000}, "layers": [{}]}"#,
        [
          "story.json:1:24: canvas: 16000 × 16000 pixels are 256000000 in all; at most 100000000 are allowed."
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9000, "height": 9}, "layers": [{}], "output": {"file": "a.webp", "scale": 2}}"#,
        [
          "story.json:1:108: output.scale: 18000 × 18 pixels are too large: WebP has at most 16383 a side."
        ]
      ),
      (
        ##"{"scrim": 1, "canvas": {"width": 9, "height": 9, "background": "#12"}, "layers": [{}]}"##,
        [
          ##"story.json:1:64: canvas.background: "#12" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold"."##
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9, "background": {"linaer": {}}}, "layers": [{}]}"#,
        [
          #"story.json:1:65: canvas.background.linaer: unknown key "linaer". Did you mean "linear"?"#
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": -1}"#,
        [
          "story.json:1:75: seed: -1 is outside 0…9007199254740991."
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": 1.5}"#,
        [
          "story.json:1:75: seed: expected a whole number, found 1.5."
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "seed": 9007199254740993}"#,
        [
          "story.json:1:75: seed: 9007199254740993 is outside 0…9007199254740991."
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": "../x"}"#,
        [
          #"story.json:1:77: assets: "../x" leaves its folder: ".." is not allowed."#
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": "/etc"}"#,
        [
          #"story.json:1:77: assets: "/etc" begins at the root: name a folder below the job's own."#
        ]
      ),
      (
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}], "assets": 7}"#,
        [
          "story.json:1:77: assets: expected a text, found 7."
        ]
      ),
    ] as [(String, [String])])
  func areToldWithPlaceAndWayOut(text: String, expected: [String]) {
    #expect(JobSample.mistakes(text) == expected)
  }
}
