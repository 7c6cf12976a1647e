import DiagnosticCases
import ScrimDocument
import ScrimJSON
import ScrimJob
import Testing

/// All errors of a job are reported together, in the order of the document, within limits.
@Suite struct TogetherTests {
  @Test func everyErrorIsToldOnceInOrder() {
    let text = """
      {
        "scrim": 1,
        "canvas": { "width": 0, "height": 100, "scale": "2" },
        "layers": [
          { "id": "a", "frame": { "below": "#c", "heigth": 5 }, "opacity": 3 },
          { "id": "b", "text": { "string": "x", "align": "centre" },
            "effects": [ { "effect": "drop-shadow", "sigma": 900 }, { "effect": "outlien" } ] },
          { "id": "c", "frame": { "below": "#a" }, "image": { "source": "../x.png" } },
          { "id": "a" }
        ],
        "output": [ { "file": "x.gif" }, { "file": "x.jpg", "quality": 0 } ],
        "sead": 4
      }
      """
    #expect(
      JobSample.messages(text) == [
        "story.json:3:24: canvas.width: 0 is outside 1…16384 px.",
        #"story.json:3:51: canvas.scale: expected a number (0.1…8), found "2". Did you mean 2?"#,
        "story.json:5:38: layers[0].frame.below: circular reference: #a → #c → #a.",
        #"story.json:5:44: layers[0].frame.heigth: unknown key "heigth". Did you mean "height"?"#,
        "story.json:5:70: layers[0].opacity: 3 is outside 0…1.",
        #"story.json:6:52: layers[1].text.align: "centre" is not one of "start", "left", "center", "#
          + #""right", "end", "justify". Did you mean "center"?"#,
        "story.json:7:56: layers[1].effects[0].sigma: 900 is outside 0…250 px.",
        #"story.json:7:75: layers[1].effects[1].effect: unknown effect "outlien". "#
          + #"Did you mean "outline"?"#,
        #"story.json:8:67: layers[2].image.source: "../x.png" points outside its folder: "#
          + #"".." is not allowed."#,
        #"story.json:9:13: layers[3].id: the id "a" is used twice; the first is on line 5."#,
        #"story.json:11:25: output[0].file: the extension of "x.gif" is not one of .png, .jpg, "#
          + #".jpeg, .webp, .pdf, .svg: change it or add a "format"."#,
        #"story.json:11:66: output[1].quality: 0 is outside 1…100."#,
        #"story.json:12:3: sead: unknown key "sead". Did you mean "seed"?"#,
      ])
  }

  @Test func allowedKeysAreListedOnce() {
    let messages = JobSample.messages(
      JobSample.layers([#"{"mask": {"shape": 1}}"#, #"{"mask": {"paint": 2}}"#]))
    #expect(
      messages == [
        #"story.json:2:10: layers[0].mask: "source", "of" or "fill" is missing."#,
        #"story.json:2:11: layers[0].mask.shape: unknown key "shape". "#
          + #"Allowed keys: "source", "of", "fill", "mode", "invert"."#,
        #"story.json:3:10: layers[1].mask: "source", "of" or "fill" is missing."#,
        #"story.json:3:11: layers[1].mask.paint: unknown key "paint". "#
          + "The error in line 2 lists the allowed keys.",
      ])
  }

  @Test func anEffectThatIsSwitchedOffDoesNothing() throws {
    let job = try JobSample.read(
      JobSample.layers([
        ##"{"id": "a", "effects": [{"effect": "drop-shadow", "enabled": false}, {"effect": "drop-shadow"},"##
          + ##" {"effect": "test-kinds", "enabled": false, "spots": ["#none"]}]}"##
      ]))
    #expect(job.layers[0].effects.map(\.name) == ["drop-shadow"])
    #expect(job.layers[0].effects[0].path.displayPath == "layers[0].effects[1]")
  }

  @Test func syntaxIsToldAlone() {
    #expect(
      JobSample.messages("{\"scrim\": 2,\n \"layers\": [}") == [
        "story.json:2:13: expected a value, found }."
      ])
  }

  @Test func layersAreCountedInGroupsToo() {
    let text = JobSample.layers([#"{"layers": [{}, {}]}"#, "{}", "{}"])
    #expect(JobSample.messages(text, limits: JobSample.limits(\.layers, 5)).isEmpty)
    #expect(
      JobSample.messages(text, limits: JobSample.limits(\.layers, 3)) == [
        "story.json:3:1: layers[1]: the job has more than 3 layers."
      ])
  }

  @Test func filesAreCounted() {
    let text = JobSample.layers(
      ["a", "b", "a", "c"].map { #"{"image": {"source": "\#($0).png"}}"# })
    #expect(JobSample.messages(text, limits: JobSample.limits(\.inputs, 3)).isEmpty)
    #expect(
      JobSample.messages(text, limits: JobSample.limits(\.inputs, 2)) == [
        "story.json:5:22: layers[3].image.source: the job names 3 files; at most 2 are allowed."
      ])
  }

  @Test func pixelsAreCountedAtTheScale() {
    let text = JobSample.output(#"[{"file": "a.png"}, {"file": "b.png", "scale": 2}]"#)
    #expect(JobSample.messages(text, limits: JobSample.limits(\.canvasPixels, 40_000)).isEmpty)
    #expect(
      JobSample.messages(text, limits: JobSample.limits(\.canvasPixels, 39_999)) == [
        "story.json:2:58: output[1].scale: 200 × 200 pixels are 40000 in total; "
          + "at most 39999 are allowed."
      ])
  }

  @Test func aHostileJobCostsLittle() {
    let keys = (0..<50_000).map { #""opacit\#($0)": 1"# }.joined(separator: ",")
    let messages = JobSample.messages(JobSample.layer(keys))
    #expect(messages.count == 201)
    #expect(
      messages.last == "story.json: these are the first 200 errors; there may be more.")
    let layers = Array(repeating: ##"{"id": "a", "frame": {"below": "#a"}}"##, count: 20_000)
    #expect(JobSample.messages(JobSample.layers(layers)).count == 201)
  }
}
