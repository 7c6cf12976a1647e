import FrostedPanel
import RenderTesting
import ScrimKit
import Testing

/// The lens at the edge of glass.
@Suite struct LensTests {
  private let renderer = TestRenderer([FrostedPanel.self])

  private func job(
    _ effect: String, below: String, radius: String = "30", scale: Double = 1, canvas: String = ""
  ) -> String {
    ##"{"scrim": 1, "canvas": {"width": 200, "height": 140, "scale": \##(scale), "background": "#fff"\##(canvas)}, "##
      + #""layers": [\#(below), {"frame": {"x": 30, "y": 20, "width": 140, "height": 100}, "cornerRadius": \#(radius), "#
      + #""effects": [{"effect": "frosted-panel", "sigma": 0, "saturation": 1, "tintOpacity": 0\#(effect)}]}]}"#
  }

  /// A horizontal ramp of grey: the value of a pixel is its x.
  private static let ramp =
    ##"{"frame": {"x": 0, "y": 0, "width": 200, "height": 140}, "fill": {"linear": {"angle": 90, "stops": [["rgb(0 0 0)", 0], ["rgb(200 200 200)", 1]]}}}"##

  /// At half height the normal is horizontal: p' = p + 0.4 · refraction · bezel · (1 − d/bezel)².
  @Test(arguments: [1.0, 2], [0.5, 1]) func displacesAlongTheNormal(
    _ scale: Double, _ refraction: Double
  ) throws {
    let pixels = try renderer.pixels(
      job(#", "refraction": \#(refraction)"#, below: Self.ramp, scale: scale))
    let y = Int(70 * scale)
    for column in Int(30 * scale)..<Int(100 * scale) {
      let x = (Double(column) + 0.5) / scale
      let share = max(0, 1 - (x - 30) / 30)
      let wanted = x + 0.4 * refraction * 30 * share * share
      #expect(abs(Double(pixels.pixel(column, y)[0]) - wanted) <= 1.2, "\(column)")
      // Mirrored on the other side.
      let opposite = pixels.pixel(Int(200 * scale) - 1 - column, y)[0]
      #expect(abs(Double(opposite) - (200 - wanted)) <= 1.2)
    }
  }

  /// Everywhere, and with a bezel narrower than the corners: the formula with the distance field of the frame.
  @Test(arguments: [12.0, 45]) func followsTheCorners(_ bezel: Double) throws {
    let radius = 45.0
    let pixels = try renderer.pixels(
      job(#", "refraction": 1, "bezel": \#(bezel)"#, below: Self.ramp, radius: "\(radius)"))
    var moved = 0
    for row in 20..<120 {
      for column in 30..<170 {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        // From the frame's middle to the rectangle of the arcs' centres, then to the arc.
        let (dx, dy) = (abs(x - 100) - (70 - radius), abs(y - 70) - (50 - radius))
        let outside = (max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)).squareRoot()
        let depth = radius - outside - min(max(dx, dy), 0)
        guard depth > 1 else { continue }
        let normal: Double
        if dx > 0, dy > 0 { normal = dx / outside } else { normal = dx > dy ? 1 : 0 }
        let share = max(0, 1 - depth / bezel)
        let shift = (x < 100 ? 1 : -1) * normal * 0.4 * bezel * share * share
        #expect(abs(Double(pixels.pixel(column, row)[0]) - (x + shift)) <= 1.3, "\(column), \(row)")
        moved += abs(shift) > 2 ? 1 : 0
      }
    }
    #expect(moved > 100)
  }

  /// It never folds: positions along the normal keep their order.
  @Test func neverFolds() throws {
    let pixels = try renderer.pixels(job(#", "refraction": 1"#, below: Self.ramp, scale: 2))
    let row = (60..<340).map { pixels.pixel($0, 140)[0] }
    #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(row[0] >= 41 && row[0] <= 43)
  }

  /// One colour below stays one: nothing is read from outside the frame, or from nowhere.
  @Test func readsInsideTheFrameOnly() throws {
    let below =
      ##"{"fill": "#f00"}, {"frame": {"x": 30, "y": 20, "width": 140, "height": 100}, "cornerRadius": 30, "fill": "#00f"}"##
    let pixels = try renderer.pixels(job(#", "refraction": 1, "edge": "mirror""#, below: below))
    for y in 24..<116 {
      for x in 64..<136 { #expect(pixels.pixel(x, y) == [255, 0, 0, 255]) }
      #expect(pixels.pixel(35, 70) == [255, 0, 0, 255])
    }
  }

  /// The light is brightest at the top left, half as bright opposite, and ends with the bezel.
  @Test func theEdgeReflectsALight() throws {
    let below = ##"{"fill": "#000"}"##
    let pixels = try renderer.pixels(job(#", "specular": 1, "bezel": 12"#, below: below, scale: 2))
    // Just inside the round corners, on the diagonal: 30 (1 − 1/√2) = 8.8 px from the frame.
    let (bright, opposite) = (pixels.pixel(78, 58)[0], pixels.pixel(321, 221)[0])
    #expect(bright > 120 && opposite > 60 && bright > opposite + 40)
    let side = pixels.pixel(60, 140)[0]
    #expect(side > 10 && side < bright)
    #expect(pixels.pixel(200, 140)[0] == 0 && pixels.pixel(60 + 26, 140)[0] == 0)
  }

  /// A part of the canvas gives the same pixels as all of it.
  @Test func aPartIsThatOfTheWhole() throws {
    var scene = EffectTesting(width: 200, height: 140, scale: 1.5)
    scene.frame = Rect(x: 30.3, y: 20, width: 140, height: 100)
    scene.cornerRadii = CornerRadii(.pixels(40))
    var backdrop = Picture(scale: 1.5)
    try backdrop.draw(in: scene.canvas) { canvas in
      for index in 0..<40 {
        canvas.fill(
          Rect(x: Double(index * 5), y: Double(index * 37 % 90), width: 9, height: 50),
          with: .color(Color(white: Double(index % 7) / 6)))
      }
    }
    scene.backdrop = backdrop
    var effect = FrostedPanel()
    (effect.sigma, effect.refraction, effect.specular) = (4, 1, 1)
    let whole = try scene.render(effect)
    for part in [
      Rect(x: 30, y: 20, width: 20, height: 20), Rect(x: 100, y: 100, width: 90, height: 30),
      Rect(x: 33.3, y: 61.7, width: 7, height: 5),
    ] {
      let found = try scene.render(effect, in: part)
      let wanted = try whole.cropped(to: found.area)
      let difference = try #require(found.pixels.difference(from: wanted.pixels))
      #expect(difference.greatest == 0)
    }
  }

  static let messages: [(effect: String, radius: String, message: String)] = [
    (
      #", "bezel": 10"#, "30",
      #"layers[1].effects[0].bezel: "bezel" requires "refraction" or "specular"."#
    ),
    (
      #", "refraction": 1, "bezel": 31"#, "30",
      #"layers[1].effects[0].bezel: frosted-panel: 31 px is more than the smallest corner radius, 30 px: make it smaller, or "cornerRadius" larger."#
    ),
    (
      #", "refraction": 1"#, "[30, 0, 30, 30]",
      #"layers[1].effects[0].refraction: frosted-panel: a lens needs round corners and a bezel: set "cornerRadius" to more than 0 px at each corner."#
    ),
    (
      #", "specular": 1, "bezel": 0"#, "30",
      #"layers[1].effects[0].specular: frosted-panel: a lens needs round corners and a bezel: set "cornerRadius" to more than 0 px at each corner, and "bezel" likewise."#
    ),
  ]

  @Test(arguments: messages)
  func saysWhatItNeeds(_ effect: String, _ radius: String, _ message: String) throws {
    let found = try renderer.messages(job(effect, below: Self.ramp, radius: radius))
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix(message) == true, "\(found)")
  }
}
