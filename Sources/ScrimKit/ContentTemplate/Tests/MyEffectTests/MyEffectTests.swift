import ScrimKit
import Testing

@testable import MyContent

/// Tests the content on its own, without `scrim`.
@Suite struct MyContentTests {
  @Test func isFullUpToItsValue() throws {
    var content = MyContent()
    content.value = 0.25
    var image = try Raster(area: PixelRect(x: 0, y: 0, width: 40, height: 4), scale: 1)
    try image.draw {
      try content.draw(on: $0, in: ContentGeometry(frame: Rect(x: 0, y: 0, width: 40, height: 4)))
    }
    #expect(image.color(x: 5, y: 2) == .black)
    #expect(image.color(x: 20, y: 2).alpha < 0.2)
  }
}
