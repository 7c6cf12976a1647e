import ParameterGauge
import ScrimKit
import Testing

/// The stand-in for the host gives an effect what a job would give it, and no more.
@Suite struct EffectTestingTests {
  private let test = EffectTesting(width: 100, height: 60)
  private let square = Rect(x: 40, y: 20, width: 20, height: 20)

  @Test func theExampleOfTheDocumentation() throws {
    let square = try test.picture(filling: square, with: .white)
    var effect = Shifted()
    effect.dx = 30
    let image = try test.render(effect, on: square)
    #expect(image.area == PixelRect(x: 0, y: 0, width: 100, height: 60))
    #expect(image.color(x: 75, y: 30) == .white)
    #expect(image.color(x: 45, y: 30) == .transparent && image.color(x: 100, y: 30) == .transparent)
  }

  @Test func pixelsHaveTheScale() throws {
    let test = EffectTesting(width: 100, height: 60, scale: 2)
    let image = try test.render(Shifted(), on: test.picture(filling: square, with: .red))
    #expect(image.area == PixelRect(x: 0, y: 0, width: 200, height: 120))
    #expect(image.bounds { $0.alpha > 0 } == PixelRect(x: 100, y: 40, width: 40, height: 40))
    #expect(image.color(x: 101, y: 41).css == "#ff0000")
  }

  @Test func aRegionIsEnough() throws {
    let input = try test.picture(filling: square)
    let region = Rect(x: 55, y: 25, width: 10, height: 10)
    let image = try test.render(Shifted(), on: input, in: region)
    #expect(image.area == PixelRect(x: 55, y: 25, width: 10, height: 10))
    #expect(image.color(x: 57, y: 30) == .black)
  }

  @Test func drawingOutsideOfTheExtentIsCut() throws {
    var effect = Shifted()
    effect.declaresExtent = false
    let image = try test.render(effect, on: test.picture(filling: square))
    #expect(image.bounds { $0.alpha > 0 } == PixelRect(x: 50, y: 20, width: 10, height: 20))
  }

  @Test func onlyTheRegionOfInterestIsThere() throws {
    var effect = Shifted()
    effect.declaresRegion = false
    let region = Rect(x: 55, y: 0, width: 45, height: 60)
    let image = try test.render(effect, on: test.picture(filling: square), in: region)
    // What is left of x 55 was not requested, so nothing comes from there.
    #expect(image.bounds { $0.alpha > 0 } == PixelRect(x: 65, y: 20, width: 5, height: 20))
  }

  @Test func onlyTheDeclaredBackdropIsThere() throws {
    var test = test
    test.frame = square
    test.backdrop = try test.picture(filling: test.canvas, with: .blue)
    let image = try test.render(Window())
    #expect(image.bounds { $0 == .blue } == PixelRect(x: 40, y: 20, width: 10, height: 20))
  }

  @Test func referencesAreThoseOfEffectAndTest() throws {
    var test = test
    let pointer = try EffectTesting.decode(Pointer.self, from: ["at": "#title/ink"])
    #expect(
      throws: EffectError(##"EffectTesting.rectangles has no "#title/ink": add it in the test."##)
    ) {
      try test.render(pointer)
    }
    test.rectangles["#title/ink"] = [square]
    #expect(try test.render(pointer).bounds { $0 == .red } == PixelRect(covering: square, scale: 1))
    let canvas = try EffectTesting.decode(Pointer.self, from: ["at": "#canvas"])
    #expect(try test.geometry(for: canvas).rectangles(of: canvas.at) == [test.canvas])
    #expect(
      throws: EffectError(
        ##"requests "#title/ink", which it has not declared: return it from references() or layerImages()."##
      )
    ) {
      try test.geometry(for: canvas).rectangles(of: pointer.at)
    }
  }

  @Test func layerImagesAreThoseOfEffectAndTest() throws {
    var test = test
    test.rectangles["#photo/ink"] = [square]
    var pointer = try EffectTesting.decode(
      Pointer.self, from: ["at": "#photo/ink", "copies": true])
    #expect(
      throws: EffectError(##"EffectTesting.layerImages has no "#photo/ink": add it in the test."##)
    ) {
      try test.render(pointer)
    }
    test.layerImages["#photo"] = try test.picture(filling: square, with: .green)
    #expect(try test.render(pointer).color(x: 50, y: 30).css == "#00ff00")
    pointer.declares = false
    #expect(
      throws: EffectError(
        ##"requests "#photo/ink", which it has not declared: return it from references() or layerImages()."##
      )
    ) {
      try test.render(pointer)
    }
  }

  @Test func errorsOfParametersAreAllThere() throws {
    do {
      _ = try EffectTesting.decode(
        Gauge.self, from: ["sigma": 300, "ring": ["width": 30], "sahre": 1])
      Issue.record("it was decoded")
    } catch let error as EffectTesting.InvalidParameters {
      #expect(error.diagnostics.count == 3)
      #expect(
        error.description == """
          sigma: 300 is outside 0…250 px.
          ring.width: 30 is outside 0…20 px.
          sahre: unknown key "sahre".
          """)
    }
  }

  @Test func anEffectIsValidatedBeforeItIsApplied() throws {
    var gauge = Gauge()
    (gauge.isOn, gauge.sigma) = (true, 0)
    let error = #expect(throws: EffectTesting.InvalidParameters.self) { try test.render(gauge) }
    #expect(error?.description == "sigma: 0 leaves nothing to switch on.")
  }

  @Test func randomNumbersAreThoseOfTheSeed() throws {
    var test = test
    var effect: any Effect = Grain()
    func first(_ seed: UInt64) -> UInt64 {
      test.seed = seed
      var random = test.geometry(for: effect).random
      return random.next()
    }
    #expect(first(7) == first(7) && first(7) != first(8))
    effect = Shifted()
    #expect(first(7) == first(8))
  }
}

extension TextTests {
  @Suite struct EffectTestingTextTests {
    @Test func aTextIsTheInput() throws {
      var test = EffectTesting(width: 200, height: 60)
      test.frame = Rect(x: 10, y: 5, width: 180, height: 50)
      let text = try test.layOut("Words", size: 30, family: Typesetter.latin)
      test.text = text
      #expect(text.lines.count == 1 && text.ink.left >= 10)
      let image = try test.render(Shifted())
      let moved = PixelRect(covering: text.ink.offset(dx: 10, dy: 0), scale: 1)
      let drawn = try #require(image.bounds { $0.alpha > 0 })
      #expect(moved.grown(by: 1).intersection(drawn) == drawn)
      #expect(drawn.width >= moved.width - 2 && drawn.height >= moved.height - 2)
    }

    @Test func theInputCanHaveAnotherText() throws {
      var test = EffectTesting(width: 200, height: 60)
      test.text = try test.layOut("Words", size: 30, family: Typesetter.latin)
      #expect(try test.render(Repainted()).bounds { $0.red > 0 } != nil)
    }
  }
}

/// Moves its input to the right, and may keep that to itself.
private struct Shifted: Effect {
  static let manifest = Manifest("shifted", version: "1.0.0", summary: "Moves its input.")

  @Parameter("Distance", unit: .pixels, in: -100...100) var dx = 10.0
  var declaresExtent = true
  var declaresRegion = true

  func extent(in geometry: EffectGeometry) -> Rect {
    declaresExtent ? geometry.inputExtent.offset(dx: dx, dy: 0) : geometry.inputExtent
  }

  func regionOfInterest(for region: Rect, in geometry: EffectGeometry) -> RegionOfInterest {
    RegionOfInterest(input: declaresRegion ? region.offset(dx: -dx, dy: 0) : region)
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let input = picture
    picture = Picture(scale: context.scale)
    try picture.draw(in: context.canvas) { canvas in
      canvas.transformed(origin: Point(x: dx, y: 0), scale: 1) { $0.draw(input) }
    }
  }
}

/// Shows the backdrop, of which it declares the left half of its frame.
private struct Window: Effect {
  static let manifest = Manifest("window", version: "1.0.0", summary: "Shows the backdrop.")

  func extent(in geometry: EffectGeometry) -> Rect { geometry.frame }

  func regionOfInterest(for region: Rect, in geometry: EffectGeometry) -> RegionOfInterest {
    var half = geometry.frame
    half.width /= 2
    return RegionOfInterest(input: region, backdrop: half)
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let backdrop = try context.backdrop()
    try picture.draw(in: context.frame) { $0.draw(backdrop) }
  }
}

/// Fills what a reference names, or copies it.
private struct Pointer: Effect {
  static let manifest = Manifest("pointer", version: "1.0.0", summary: "Fills a reference.")

  @Parameter("Where") var at: Reference
  @Parameter("Whether it draws the other layer") var copies = false
  var declares = true

  func layerImages() -> [Reference] { copies && declares ? [at] : [] }

  func extent(in geometry: EffectGeometry) throws -> Rect {
    try geometry.rectangles(of: at).bounds
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let area = try context.rectangles(of: at).bounds
    let other = copies ? try context.layerImage(of: at) : nil
    try picture.draw(in: area) { canvas in
      if let other { canvas.draw(other) } else { canvas.fill(area, with: .red) }
    }
  }
}

/// Draws its input in red.
private struct Repainted: Effect {
  static let manifest = Manifest("repainted", version: "1.0.0", summary: "Paints a text red.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    guard let text = context.text else { return }
    picture = try context.input(with: text.painted(with: .red))
  }
}

/// Declares that it is random.
private struct Grain: Effect {
  static let manifest = Manifest("grain", version: "1.0.0", summary: "Declares that it is random.")

  var isRandom: Bool { true }

  func apply(to picture: inout Picture, in context: EffectContext) {}
}
