import ScrimKit
import Shapes
import Testing

/// What shapes declare of themselves.
@Suite struct ShapeTests {
  private static let frame = Rect(x: 40, y: 40, width: 40, height: 40)

  /// A marker is at the end of the part that is drawn, and within the extent there, too.
  @Test(arguments: [0.2, 0.5, 0.9]) func markersAreInsideTheExtent(_ end: Double) throws {
    let json: JSON = [
      "d": "M0 40C0 0 40 0 40 40", "stroke": ["width": 5],
      "markers": ["start": "circle", "end": "arrow"],
      "trim": ["end": .number(end)],
    ]
    var decoding = ParameterDecoding()
    let shape = try #require(PathShape.decode(json, &decoding))
    let geometry = ContentGeometry(frame: Self.frame)
    var image = try Raster(area: PixelRect(x: 0, y: 0, width: 120, height: 120), scale: 1)
    try image.draw { try shape.draw(on: $0, in: geometry) }
    let extent = try shape.extent(in: geometry)
    var count = 0
    for y in 0..<120 {
      for x in 0..<120 where image.color(x: x, y: y).alpha > 0 {
        count += 1
        #expect(
          extent.contains(Rect(x: Double(x), y: Double(y), width: 1, height: 1).grown(by: -1 / 2.1))
        )
      }
    }
    #expect(count > 100)
  }

  /// A viewBox so small that nothing would be seen of the path is refused.
  @Test(arguments: [[0, 0, 0, 1], [0, 0, 1e-300, 1e-300], [0, 0, 24, -24], [2e6, 0, 1, 1]])
  func boxesWithoutASizeAreRefused(_ numbers: [Double]) {
    var decoding = ParameterDecoding()
    let box = ViewBox(from: .array(numbers.map(JSON.number)), &decoding)
    #expect(box == nil)
    #expect(
      decoding.diagnostics.map(\.message) == [
        "a viewBox has a width and a height of 0.001…1000000, and a corner at -1000000…1000000."
      ])
  }

  @Test(arguments: [[], [0, 0, 24], [0, 0, 24, 24, 24]])
  func boxesOfOtherNumbersAreRefused(_ numbers: [Double]) {
    var decoding = ParameterDecoding()
    let box = ViewBox(from: .array(numbers.map(JSON.number)), &decoding)
    #expect(box == nil)
    #expect(
      decoding.diagnostics.map(\.message) == [
        "expected four numbers, left, top, width and height, found \(numbers.count)."
      ])
  }
}
