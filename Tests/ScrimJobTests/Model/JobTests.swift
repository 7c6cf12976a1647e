import DiagnosticCases
import ScrimJSON
import ScrimJob
import ScrimKit
import ScrimLayout
import Testing

/// What a job without errors reads as.
@Suite struct JobTests {
  @Test func defaultsAreThoseOfTheFormat() throws {
    let job = try JobSample.read(JobSample.layer(""))
    #expect(job.canvas.size == .fixed(width: 100, height: 100))
    #expect(job.canvas.scale == 1)
    #expect(job.canvas.background == .color(.transparent))
    #expect(job.seed == nil)
    #expect(job.assets == nil)
    #expect(job.outputs.map(\.file) == ["story.png"])
    #expect(job.outputs.map(\.format) == [.png])

    let layer = try #require(job.layers.first)
    #expect(layer.id == nil)
    #expect(layer.frame == .box(FrameBox()))
    #expect(layer.padding == Edges(.pixels(0)))
    #expect(layer.cornerRadius == nil)
    #expect(layer.effects.isEmpty)
    #expect(layer.opacity == 1)
    #expect(layer.blend == .normal)
    #expect(layer.mask == nil)
    #expect(layer.rotate == 0)
    #expect(!layer.isTransformed)
    #expect(layer.isVisible)
    guard case .none = layer.content else {
      Issue.record("a layer without content has some")
      return
    }
  }

  @Test func everyKeyOfALayerIsRead() throws {
    let job = try JobSample.read(
      JobSample.layers([
        #"{"id": "a", "padding": [1, 2, 3, 4], "cornerRadius": ["50%", 2, 3, 4], "opacity": 0.25,"#
          + #" "blend": "soft-light", "rotate": -45, "scale": [-1, 2], "skew": 3, "visible": false,"#
          + ##" "mask": {"of": "#b", "mode": "luminance", "invert": true}}"##,
        #"{"id": "b", "image": {"source": "b.png", "fit": "scale-down", "position": ["10%", 5]}}"#,
      ]))
    let first = job.layers[0]
    #expect(first.padding == Edges(Insets(top: 1, right: 2, bottom: 3, left: 4)))
    #expect(
      first.cornerRadius
        == CornerRadii(
          topLeft: .percent(50), topRight: .pixels(2), bottomRight: .pixels(3),
          bottomLeft: .pixels(4)))
    #expect(first.opacity == 0.25)
    #expect(first.blend == .softLight)
    #expect(first.rotate == -45)
    #expect(first.scale == LayerScale(x: -1, y: 2))
    #expect(first.skew == LayerSkew(x: 3, y: 0))
    #expect(!first.isVisible)
    let reference = try #require(Reference("#b"))
    #expect(first.mask == MaskSpec(shape: .layer(reference), mode: .luminance, isInverted: true))
    guard case .image(let image) = job.layers[1].content else {
      Issue.record("no image")
      return
    }
    #expect(
      image
        == ImageSpec(
          source: "b.png", fit: .scaleDown,
          position: LengthPoint(x: .percent(10), y: .pixels(5))))
  }

  @Test func framesKeepWhatTheJobSays() throws {
    let job = try JobSample.read(
      JobSample.layers([
        #"{"id": "a", "frame": {"x": 1, "right": "10%", "bottom": 3, "height": 4}}"#,
        ##"{"frame": {"below": "#a/extent", "gap": -5, "width": "50%", "minHeight": 6}}"##,
        ##"{"frame": {"of": "#canvas", "inset": [1, -2, 3, -4]}}"##,
      ]))
    var box = FrameBox()
    (box.x, box.right, box.bottom, box.height) = (
      .length(.pixels(1)), .percent(10), .pixels(3), .length(.pixels(4))
    )
    #expect(job.layers[0].frame == .box(box))
    var below = FrameBox()
    let extent = try #require(Reference("#a/extent"))
    (below.width, below.minHeight) = (.length(.percent(50)), .length(.pixels(6)))
    below.neighbour = .below(extent, gap: -5)
    #expect(job.layers[1].frame == .box(below))
    let canvas = try #require(Reference("#canvas"))
    #expect(
      job.layers[2].frame
        == .around(canvas, inset: Insets(top: 1, right: -2, bottom: 3, left: -4)))
  }

  @Test func groupsHoldLayers() throws {
    let job = try JobSample.read(
      JobSample.layers([
        #"{"id": "g", "layers": [{"id": "h", "layers": [{"id": "i"}]}, {"id": "j"}]}"#, "{}",
      ]))
    #expect(job.allLayers.map(\.displayName) == ["#g", "#h", "#i", "#j", "layers[1]"])
    #expect(job.layer("i")?.path.displayPath == "layers[0].layers[0].layers[0]")
    #expect(job.layer("x") == nil)
  }

  @Test func effectsAreDecodedInOrder() throws {
    let job = try JobSample.read(
      JobSample.layer(
        #""effects": [{"effect": "drop-shadow", "sigma": 7, "//": "soft"}, "#
          + ##"{"effect": "test-frame", "around": "#canvas"}]"##))
    let effects = job.layers[0].effects
    #expect(effects.map(\.name) == ["drop-shadow", "test-frame"])
    #expect((effects[0].effect as? TestShadow)?.sigma == 7)
    #expect((effects[1].effect as? TestFrame)?.around == Reference("#canvas"))
    #expect(effects[1].path.displayPath == "layers[0].effects[1]")
  }

  @Test func outputsTakeTheirFormatFromTheirNames() throws {
    let job = try JobSample.read(
      JobSample.output(
        #"[{"file": "a.JPG", "quality": 70, "background": "gold"}, "#
          + #"{"file": "b/c.webp", "lossless": true, "scale": 2}, {"format": "jpeg"}, "#
          + #"{"file": "plain", "format": "png", "compression": "small"}]"#))
    #expect(job.outputs.map(\.file) == ["a.JPG", "b/c.webp", "story.jpg", "plain"])
    #expect(job.outputs.map(\.format) == [.jpeg, .webp, .jpeg, .png])
    #expect(job.outputs.map(\.quality) == [70, 85, 85, 85])
    #expect(job.outputs[0].background == Color(css: "gold"))
    #expect(job.outputs[1].lossless)
    #expect(job.outputs[1].scale == 2)
    #expect(job.outputs[3].compression == .small)
  }

  @Test func annotationsAreIgnoredEverywhere() throws {
    let job = try JobSample.read(
      #"{"$schema": "x", "//": 1, "scrim": 1, "canvas": {"//": 1, "width": 9, "height": "auto", "#
        + #""padding": 4}, "layers": [{"//": 1, "text": {"//": 1, "//": 2, "string": "x"}, "#
        + #""frame": {"//": 0}}], "seed": 9007199254740991, "assets": "pictures/", "#
        + #""output": {"//": 1, "file": "a.png"}}"#)
    #expect(job.canvas.size == .automatic(width: 9, height: nil, padding: 4))
    #expect(job.seed == 9_007_199_254_740_991)
    #expect(job.assets == "pictures/")
  }

  @Test func theExampleOfTheFormatIsReadUpToItsEffects() {
    let text = """
      {
        "scrim": 1,
        "canvas": { "width": 1080, "height": 1920, "background": "#101014" },
        "layers": [
          { "image": { "source": "photo.jpg", "fit": "cover" } },
          { "id": "panel", "frame": { "x": 90, "y": 1300, "width": 900, "height": 400 },
            "cornerRadius": 24,
            "effects": [ { "effect": "frosted-panel", "preset": "light" } ] },
          { "id": "title", "frame": { "x": 120, "y": 400, "width": 840 },
            "text": { "string": "我が家の猫は7.4kg\\nゆえに重い", "font": "Noto Sans CJK JP",
                      "size": 72, "weight": 700, "align": "center", "color": "#fff" },
            "effects": [ { "effect": "drop-shadow", "sigma": 5, "opacity": 0.6 } ] },
          { "id": "by", "frame": { "x": 120, "below": "#title", "gap": 16, "width": 840 },
            "text": { "string": "a story in two lines", "size": 32, "color": "#fff" } },
          { "effects": [ { "effect": "spotlight", "targets": [ "#title" ], "padding": 24 } ] }
        ],
        "output": { "file": "story.jpg", "quality": 85 }
      }
      """
    #expect(
      JobSample.messages(text) == [
        #"story.json:8:32: layers[1].effects[0].effect: the effect "frosted-panel" is not "#
          + "available in this version.",
        #"story.json:15:32: layers[4].effects[0].effect: the effect "spotlight" is not "#
          + "available in this version.",
      ])
  }

  @Test func canvasesCanTakeTheSizeOfAnImage() throws {
    let job = try JobSample.read(
      #"{"scrim": 1, "layers": [{"image": {"source": "a.png"}}]}"#)
    #expect(job.canvas == CanvasSpec())
    #expect(job.canvas.size == .lowestImage)
    let diagnostic = job.sizeDiagnostic(of: job.outputs[0], width: 40_000, height: 10)
    #expect(
      diagnostic?.text(file: "x")
        == "x:1:1: canvas: 40000 × 10 pixels are too large: an image allows at most 32767 per side."
    )
    #expect(job.sizeDiagnostic(of: job.outputs[0], width: 1000, height: 1000) == nil)
  }

  @Test func laterErrorsFindTheirPlaces() throws {
    let job = try JobSample.read(JobSample.layer(#""image": {"source": "a.png"}"#))
    let path = job.layers[0].path
    let unreadable = job.diagnostic("unreadable", "cut off.", at: path + ["image", "source"])
    #expect(
      unreadable.text(file: "story.json") == "story.json:2:22: layers[0].image.source: cut off.")
    let fit = job.diagnostic("odd", "of no use.", at: path + ["image", "fit"])
    #expect(fit.text(file: "story.json") == "story.json:2:11: layers[0].image.fit: of no use.")
    let diagnostic = ParameterDiagnostic(
      .invalidValue, "no.", path: [.key("image"), .key("source")], word: "a", candidates: ["A"])
    #expect(
      job.diagnostic(diagnostic, at: path).text(file: "story.json")
        == #"story.json:2:22: layers[0].image.source: no. Did you mean "A"?"#)
  }
}
