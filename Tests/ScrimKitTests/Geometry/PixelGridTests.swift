@_spi(Host) import ScrimKit
import Testing

/// Edges are on device pixels, in the way of browsers.
@Suite struct PixelGridTests {
  private func grid(_ scale: Double, width: Double = 100, height: Double = 50) -> PixelGrid {
    PixelGrid(canvas: Size(width: width, height: height), scale: scale)
  }

  @Test(
    arguments: [
      (0.5, 1), (0.49, 0), (1.5, 2), (-0.5, 0), (-0.51, -1), (-1.5, -1),
      // In steps of 1/64: a sum of thirds that misses a half by a rounding error is a half.
      (33.333333333333336 * 1.5, 50), (2.4999, 3), (2.49, 2),
    ] as [(Double, Double)])
  func halvesGoUp(_ position: Double, _ expected: Double) {
    #expect(grid(1).snap(position) == expected)
  }

  @Test func edgesAreRoundedAndNotSizes() {
    let grid = grid(1)
    func rows(_ top: Double, _ height: Double) -> [Double] {
      let rect = grid.snap(Rect(x: 0, y: top, width: 10, height: height))
      return [rect.top, rect.bottom]
    }
    #expect(rows(10.2, 1.4) == [10, 12])
    #expect(rows(10.0, 1.4) == [10, 11])
    #expect(rows(10.3, 1.4) == [10, 12])
    #expect(rows(10.6, 1.4) == [11, 12])
  }

  @Test func thinBoxesKeepARow() {
    let grid = grid(1)
    func rows(_ top: Double, _ height: Double) -> [Double] {
      let rect = grid.snap(Rect(x: 0, y: top, width: 10, height: height))
      return rect.isEmpty ? [] : [rect.top, rect.bottom]
    }
    #expect(rows(20, 0.5) == [20, 21])
    #expect(rows(20.6, 0.3) == [21, 22])
    #expect(rows(20, 1.0 / 16) == [20, 21])
    #expect(rows(20, 0.05) == [])
    #expect(rows(20, 0) == [])
    // On the canvas's far edge it takes the row before it.
    #expect(rows(49.7, 0.3) == [49, 50])
    #expect(rows(49.8, 0.15) == [49, 50])
  }

  @Test(
    arguments: [
      (33.3, 16.7, 0.5, 17, 8), (101, 51, 0.5, 51, 26), (0.2, 0.2, 1, 1, 1),
      (100, 50, 1.5, 150, 75),
    ] as [(Double, Double, Double, Double, Double)])
  func boxesEndWithTheCanvas(
    _ width: Double, _ height: Double, _ scale: Double, _ columns: Double, _ rows: Double
  ) {
    let canvas = Rect(x: 0, y: 0, width: width, height: height)
    let snapped = grid(scale, width: width, height: height).snap(canvas)
    #expect(snapped.width * scale == columns && snapped.height * scale == rows)
    let whole = PixelGrid(
      canvas: Size(width: width, height: height), scale: scale, roundsUp: (true, true)
    ).snap(canvas)
    #expect(whole.width * scale == (width * scale).rounded(.up))
    #expect(whole.height * scale == (height * scale).rounded(.up))
  }

  @Test func onlyTheCanvasEndsWithTheImage() {
    // 33.3 × 0.5 is 16.65 device pixels, and rounded up they are 17.
    let grid = PixelGrid(
      canvas: Size(width: 33.3, height: 33.3), scale: 0.5, roundsUp: (true, true))
    #expect(grid.snap(Rect(x: 0, y: 0, width: 32.9, height: 33.3)).width * 0.5 == 16)
    #expect(grid.inside.snap(Rect(x: 0, y: 0, width: 32.9, height: 32.9)).height * 0.5 == 16)
  }

  @Test func thicknessIsWholeAndAtLeastOne() {
    #expect([0, 0.2, 1, 1.9, 2].map { grid(1).snap(thickness: $0) } == [0, 1, 1, 1, 2])
    #expect([0.2, 1, 1.5].map { grid(2).snap(thickness: $0) } == [0.5, 1, 1.5])
    #expect(PixelGrid.none.snap(thickness: 0.3) == 0.3)
  }

  @Test func neighboursShareTheirEdge() {
    for count in [3, 7, 9] {
      for scale in [1.0, 1.5, 0.77] {
        let grid = grid(scale)
        let width = 100 / Double(count)
        var right = 0.0
        for index in 0..<count {
          let box = grid.snap(
            Rect(x: Double(index) * width, y: 0, width: width, height: 10))
          #expect(box.left == right, "\(index) of \(count) at \(scale)")
          right = box.right
        }
        #expect(right * scale == (100 * scale).rounded())
      }
    }
  }
}
