import ScrimKit
import Testing

@testable import Sparkline

/// Tests the content on its own, without `scrim`.
@Suite struct SparklineTests {
  @Test func risesToItsGreatestValueWhereTheDotIs() throws {
    let image = try drawn([0, 0, 1])
    #expect(image.color(x: 5, y: 35) == .black)
    #expect(image.color(x: 20, y: 35) == .black)
    #expect(image.color(x: 35, y: 5) == .black)
    #expect(image.color(x: 5, y: 5).alpha == 0)
  }

  @Test func isInTheMiddleIfAllValuesAreTheSame() throws {
    let image = try drawn([7, 7])
    #expect(image.color(x: 20, y: 20) == .black)
    #expect(image.color(x: 20, y: 35).alpha == 0)
  }

  @Test func needsTwoValues() {
    var content = Sparkline()
    content.values = [1]
    #expect(content.validate().map(\.message) == ["a line needs two values or more."])
  }

  private func drawn(_ values: [Double]) throws -> Raster {
    var content = Sparkline()
    content.values = values
    content.dot = 10
    var image = try Raster(area: PixelRect(x: 0, y: 0, width: 40, height: 40), scale: 1)
    let frame = Rect(x: 0, y: 0, width: 40, height: 40)
    try image.draw { try content.draw(on: $0, in: ContentGeometry(frame: frame)) }
    return image
  }
}
