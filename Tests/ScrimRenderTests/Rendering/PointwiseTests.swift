import RenderTesting
import ScrimJSON
import ScrimKit
import ScrimRender
import Synchronization
import Testing

/// Pointwise effects: consecutive ones run in one pass.
@Suite(.serialized) struct PointwiseTests {
  private let renderer = TestRenderer([
    Brighter.self, Swapped.self, Recolored.self, Squeezed.self, PickyPoint.self,
  ])

  private static func job(_ effects: String, width: Int = 40, height: Int = 30) -> String {
    ##"{"scrim": 1, "canvas": {"width": \##(width), "height": \##(height)}, "layers": ["##
      + ##"{"frame": {"x": 4, "width": \##(width - 8)}, "fill": "#102030", "effects": [\##(effects)]}]}"##
  }

  private static let brighter = #"{"effect": "brighter"}"#
  private static let swapped = #"{"effect": "swapped"}"#

  /// Swapping after making red brighter makes blue brighter.
  @Test func theyRunInTheirOrder() throws {
    let first = try renderer.pixels(Self.job("\(Self.brighter), \(Self.swapped)"))
    #expect(first.pixel(20, 15) == [0x10 + 100, 0x20, 0x30, 255])
    let other = try renderer.pixels(Self.job("\(Self.swapped), \(Self.brighter)"))
    #expect(other.pixel(20, 15) == [0x10, 0x20, 0x30 + 100, 255])
    for pixels in [first, other] { #expect(pixels.pixel(2, 15) == [0, 0, 0, 0]) }
  }

  /// Both effects must have changed a block of rows before the next block is processed.
  @Test func aLargePictureIsGoneThroughOnce() throws {
    Calls.log.withLock { $0 = [] }
    let pixels = try renderer.pixels(
      Self.job("\(Self.brighter), \(Self.swapped)", width: 708, height: 900))
    for y in [0, 1, 300, 371, 372, 743, 744, 899] {
      #expect(pixels.pixel(350, y) == [0x10 + 100, 0x20, 0x30, 255])
    }
    let calls = Calls.log.withLock { $0 }
    #expect(calls.count == 1800)
    let turns = calls.indices.filter { $0 == 0 || calls[$0] != calls[$0 - 1] }.map { calls[$0] }
    // 2,816 bytes per row: 372 rows are a megabyte.
    #expect(turns == ["brighter", "swapped", "brighter", "swapped", "brighter", "swapped"])
    #expect(calls.prefix { $0 == "brighter" }.count == 372)
  }

  /// Effects with a step between them, or with different regions, give the correct result, too.
  @Test(
    arguments: [
      ("\(Self.brighter), {\"effect\": \"recolored\"}, \(Self.swapped)", [0, 0, 9, 255]),
      ("{\"effect\": \"recolored\"}, \(Self.brighter), \(Self.swapped)", [100, 0, 9, 255]),
    ] as [(String, [Int])])
  func othersMayStandBetweenThem(_ effects: String, _ expected: [Int]) throws {
    let pixels = try renderer.pixels(Self.job(effects))
    #expect(pixels.pixel(20, 15) == expected)
  }

  @Test func whatLiesOutsideAnExtentIsCutOff() throws {
    let pixels = try renderer.pixels(
      Self.job(#"{"effect": "brighter"}, {"effect": "squeezed"}, {"effect": "swapped"}"#))
    #expect(pixels.pixel(20, 15) == [0x10 + 100, 0x20, 0x30, 255])
    #expect(pixels.pixel(6, 15) == [0, 0, 0, 0])
  }

  @Test func anErrorHasItsPlace() throws {
    let messages = try renderer.messages(
      Self.job("\(Self.brighter), {\"effect\": \"picky-point\"}"))
    #expect(
      messages
        == ["test.json:1:152: layers[0].effects[1]: picky-point: does not like this picture."])
  }

  /// The effect that runs when a worker crashes must be the one that is named.
  @Test func whoseRowsAreChangedIsTold() throws {
    var names: [String] = []
    _ = try renderer.outputs(Self.job("\(Self.brighter), \(Self.swapped)")) {
      if case .effect(let name, _) = $0 { names.append(name) }
    }
    #expect(Array(names.suffix(4)) == ["brighter", "swapped", "brighter", "swapped"])
  }
}

/// Records which effect received which row.
private enum Calls {
  static let log = Mutex<[String]>([])

  static func note(_ name: String) { log.withLock { $0.append(name) } }
}

/// Adds 100 to red.
private struct Brighter: PointwiseEffect {
  static let manifest = Manifest("brighter", version: "1.0.0", summary: "Adds red.")

  func pixelChange(in context: EffectContext) -> PixelChange {
    { pixels in
      Calls.note("brighter")
      for x in pixels.indices { pixels[x].z = min(pixels[x].w, pixels[x].z &+ 100) }
    }
  }
}

/// Exchanges red and blue.
private struct Swapped: PointwiseEffect {
  static let manifest = Manifest("swapped", version: "1.0.0", summary: "Exchanges red and blue.")

  func pixelChange(in context: EffectContext) -> PixelChange {
    { pixels in
      Calls.note("swapped")
      for x in pixels.indices { (pixels[x].x, pixels[x].z) = (pixels[x].z, pixels[x].x) }
    }
  }
}

/// Fills its region, like effects that are not pointwise.
private struct Recolored: Effect {
  static let manifest = Manifest("recolored", version: "1.0.0", summary: "Fills the frame.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    try picture.draw(in: context.region) {
      $0.fill(Path(rect: context.frame), with: .color(Color(red: 0, green: 0, blue: 9 / 255.0)))
    }
  }
}

/// Draws the middle only.
private struct Squeezed: PointwiseEffect {
  static let manifest = Manifest("squeezed", version: "1.0.0", summary: "Keeps the middle.")

  func extent(in geometry: EffectGeometry) -> Rect { geometry.inputExtent.grown(by: -6) }

  func pixelChange(in context: EffectContext) -> PixelChange { { _ in } }
}

private struct PickyPoint: PointwiseEffect {
  static let manifest = Manifest("picky-point", version: "1.0.0", summary: "Refuses.")

  func pixelChange(in context: EffectContext) throws -> PixelChange {
    throw EffectError("does not like this picture.")
  }
}
