import RenderTesting
@_spi(Host) import ScrimKit
import Spotlight
import Testing

/// A spotlight without pixels of its own stays a drawing: sharp however far it is enlarged.
@Suite struct SpotlightVectorTests {
  private static let canvas = Rect(x: 0, y: 0, width: 60, height: 40)

  /// Applies the effect at scale 1.
  private func picture(_ effect: ParameterJSON) throws -> Picture {
    var decoding = ParameterDecoding()
    let spotlight = try #require(Spotlight.decode(effect, &decoding), "\(decoding.problems)")
    let geometry = EffectGeometry(
      canvas: Self.canvas, frame: Self.canvas, cornerRadii: CornerRadii(.pixels(0)), clip: nil,
      scale: 1, inputExtent: .empty, text: nil, seed: 1, fonts: FontLibrary()
    ) { _ in [] }
    let nothing = Picture(scale: 1)
    let context = EffectContext(
      geometry: geometry, region: Self.canvas,
      host: EffectContext.Host(
        backdrop: { nothing }, input: { _ in nothing }, silhouette: { _ in nothing },
        image: { _ in throw EffectError("there is none.") }))
    var picture = Picture(scale: 1)
    try spotlight.apply(to: &picture, in: context)
    return picture
  }

  /// How many pixels of a row lie between what is lit and what is dark, at 16 times the size.
  private func between(_ picture: Picture, row: Int) throws -> Int {
    var raster = Raster(area: PixelRect(x: 0, y: 0, width: 960, height: 640), scale: 16)
    try raster.draw { $0.draw(picture) }
    let alphas = Set((0..<960).map { raster.pixels.pixel($0, row)[3] })
    #expect(alphas.contains(0) && alphas.contains(153))
    return (0..<960).filter { ![0, 153, 255].contains(raster.pixels.pixel($0, row)[3]) }.count
  }

  private static func target(_ keys: [ParameterJSON.Member]) -> ParameterJSON {
    let at = ParameterJSON.object([
      .init("x", .number(10.3)), .init("y", .number(8)), .init("width", .number(20)),
      .init("height", .number(20)),
    ])
    return .object([
      .init(
        "targets",
        .array([
          .object([.init("at", at)] + keys),
          .object([
            .init("x", .number(22)), .init("y", .number(14)), .init("width", .number(20)),
            .init("height", .number(20)),
          ]),
        ]))
    ])
  }

  @Test(arguments: ["rounded", "rect", "circle", "ellipse", "pill"])
  func shapesAndRingsStayDrawings(_ shape: String) throws {
    let picture = try picture(
      Self.target([
        .init("shape", .string(shape)), .init("ring", .object([.init("gap", .number(1))])),
      ]))
    #expect(try between(picture, row: 16 * 20) <= 6)
  }

  /// The measure sees pixels where there are some.
  @Test func softEdgesArePixels() throws {
    let picture = try picture(Self.target([.init("feather", .number(0.6))]))
    #expect(try between(picture, row: 16 * 20) > 20)
  }
}
