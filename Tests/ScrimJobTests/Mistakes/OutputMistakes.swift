import Testing

/// What is wrong with outputs.
@Suite struct OutputMistakes {
  @Test(
    arguments: [
      (
        #""a.png""#,
        [
          #"story.json:2:11: output: expected an object or a list of them, found "a.png"."#
        ]
      ),
      (
        "[]",
        [
          "story.json:2:11: output: expected at least one output."
        ]
      ),
      (
        #"{"file": 3}"#,
        [
          "story.json:2:20: output.file: expected a text, found 3."
        ]
      ),
      (
        #"{"file": ""}"#,
        [
          #"story.json:2:20: output.file: "" names no file."#
        ]
      ),
      (
        #"{"file": "/tmp/a.png"}"#,
        [
          #"story.json:2:20: output.file: "/tmp/a.png" begins at the root: name a file below the output folder."#
        ]
      ),
      (
        #"{"file": "x/../a.png"}"#,
        [
          #"story.json:2:20: output.file: "x/../a.png" leaves its folder: ".." is not allowed."#
        ]
      ),
      (
        #"{"file": "x//a.png"}"#,
        [
          #"story.json:2:20: output.file: "x//a.png" has an empty step between slashes, or ends in one."#
        ]
      ),
      (
        #"{"file": "./a.png"}"#,
        [
          #"story.json:2:20: output.file: "./a.png" has a step ".": leave it out."#
        ]
      ),
      (
        #"{"file": "a\u001b.png"}"#,
        [
          #"story.json:2:20: output.file: "a\u{1b}.png" holds the control character U+001B."#
        ]
      ),
      (
        #"{"file": "a.result.json", "format": "png"}"#,
        [
          #"story.json:2:20: output.file: "a.result.json" is a name for result reports, which end in .result.json."#
        ]
      ),
      (
        #"{"file": "a.gif"}"#,
        [
          #"story.json:2:20: output.file: the extension of "a.gif" is not one of .png, .jpg, .jpeg, .webp, .pdf, .svg: change it or give a "format"."#
        ]
      ),
      (
        #"{"file": "png"}"#,
        [
          #"story.json:2:20: output.file: the extension of "png" is not one of .png, .jpg, .jpeg, .webp, .pdf, .svg: change it or give a "format"."#
        ]
      ),
      (
        #"{"file": "a.png", "format": "jpg"}"#,
        [
          #"story.json:2:39: output.format: "jpg" is not one of "png", "jpeg", "webp", "pdf", "svg". Did you mean "jpeg"?"#
        ]
      ),
      (
        #"{"file": "a.jpg", "quality": 101}"#,
        [
          "story.json:2:40: output.quality: 101 is outside 1…100."
        ]
      ),
      (
        #"{"file": "a.jpg", "quality": "high"}"#,
        [
          #"story.json:2:40: output.quality: expected a whole number, found "high"."#
        ]
      ),
      (
        #"{"file": "a.png", "quality": 85}"#,
        [
          #"story.json:2:40: output.quality: "quality" is for JPEG and WebP; this output is PNG."#
        ]
      ),
      (
        #"{"file": "a.jpg", "lossless": true}"#,
        [
          #"story.json:2:41: output.lossless: "lossless" is for WebP; this output is JPEG."#
        ]
      ),
      (
        #"{"file": "a.webp", "lossless": 1}"#,
        [
          "story.json:2:42: output.lossless: expected true or false, found 1."
        ]
      ),
      (
        #"{"file": "a.jpg", "compression": "small"}"#,
        [
          #"story.json:2:44: output.compression: "compression" is for PNG; this output is JPEG."#
        ]
      ),
      (
        #"{"file": "a.png", "compression": "best"}"#,
        [
          #"story.json:2:44: output.compression: "best" is not one of "fast", "small"."#
        ]
      ),
      (
        #"{"file": "a.png", "scale": 0}"#,
        [
          "story.json:2:38: output.scale: 0 is outside 0.1…8."
        ]
      ),
      (
        #"{"file": "a.jpg", "background": "wihte"}"#,
        [
          ##"story.json:2:43: output.background: "wihte" is not a CSS colour such as "#fc0", "#ffcc00", "rgb(255 204 0 / 50%)", "hsl(48 100% 50%)" or "gold". Did you mean "white"?"##
        ]
      ),
      (
        #"{"name": "a.png"}"#,
        [
          #"story.json:2:12: output.name: unknown key "name"."#
        ]
      ),
      (
        #"[{"file": "a.png"}, {"file": "b.png"}, {"file": "a.png"}]"#,
        [
          #"story.json:2:59: output[2].file: two outputs are named "a.png"."#
        ]
      ),
      (
        #"[{"file": "a.png"}, {"file": "a.png/b.png"}]"#,
        [
          #"story.json:2:40: output[1].file: its folder "a.png" is the file of another output."#
        ]
      ),
      (
        #"[{"file": "a.png"}, 5]"#,
        [
          "story.json:2:31: output[1]: expected an object, found 5."
        ]
      ),
    ] as [(String, [String])])
  func areToldWithPlaceAndWayOut(text: String, expected: [String]) {
    #expect(JobSample.mistakes(JobSample.output(text)) == expected)
  }
}
