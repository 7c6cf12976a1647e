import Glibc
import RenderTesting
import ScrimKit
import Testing

/// Soft edges compared with a Gaussian in double precision: a blurred box is a product of error functions.
@Suite struct SpotlightFeatherTests {
  private let scene = SpotlightScene()

  /// The value of a blurred box in the middle of a pixel.
  private func lit(_ box: Rect, sigma: Double, _ x: Int, _ y: Int) -> Double {
    func share(_ from: Double, _ to: Double, _ at: Int) -> Double {
      let spread = sigma * 2.0.squareRoot()
      let middle = Double(at) + 0.5
      return (erf((to - middle) / spread) - erf((from - middle) / spread)) / 2
    }
    return share(box.left, box.right, x) * share(box.top, box.bottom, y)
  }

  @Test(arguments: [1.5, 6.0, 20.0]) func theEdgeIsAGaussians(_ sigma: Double) throws {
    let box = Rect(x: 50, y: 40, width: 70, height: 45)
    let pixels = try scene.pixels(
      #""targets": [{"x": 50, "y": 40, "width": 70, "height": 45}], "shape": "rect", "feather": \#(sigma)"#
    )
    var greatest = 0.0
    for y in 0..<120 {
      for x in 0..<160 {
        let wanted = 255 - 153 * (1 - lit(box, sigma: sigma, x, y))
        greatest = max(greatest, abs(Double(pixels.pixel(x, y)[1]) - wanted))
      }
    }
    #expect(greatest <= 2)
  }

  /// With σ 20 the edge is visible at 70 px, and invisible beyond its end.
  @Test func theCanvasesEdgeDoesNotCutIt() throws {
    let box = Rect(x: -20, y: -500, width: 60, height: 1000)
    let pixels = try scene.pixels(
      #""targets": [{"x": -20, "y": -500, "width": 60, "height": 1000}], "shape": "rect", "feather": 12"#
    )
    for x in 0..<160 {
      let wanted = 255 - 153 * (1 - lit(box, sigma: 12, x, 60))
      #expect(abs(Double(pixels.pixel(x, 60)[1]) - wanted) <= 2, "\(x)")
    }
  }

  /// Two halves are blurred as one shape: no darker line between them.
  @Test func targetsThatTouchAreBlurredTogether() throws {
    let one = try scene.pixels(
      #""targets": [{"x": 50, "y": 40, "width": 70, "height": 45}], "shape": "rect", "feather": 5"#)
    let two = try scene.pixels(
      #""targets": [{"x": 50, "y": 40, "width": 30.5, "height": 45}, "#
        + #"{"x": 80.5, "y": 40, "width": 39.5, "height": 45}], "shape": "rect", "feather": 5"#)
    #expect(one.difference(from: two)?.greatest ?? 255 <= 1)
  }

  /// The dark parts of two lights with different edges are multiplied, like two masks.
  @Test func differentEdgesMeetAsMasksDo() throws {
    let left = Rect(x: 30, y: 40, width: 50, height: 45)
    let right = Rect(x: 84, y: 40, width: 50, height: 45)
    let pixels = try scene.pixels(
      #""targets": [{"at": {"x": 30, "y": 40, "width": 50, "height": 45}, "feather": 4}, "#
        + #"{"at": {"x": 84, "y": 40, "width": 50, "height": 45}, "feather": 9}], "shape": "rect""#)
    for x in 0..<160 {
      let dark = (1 - lit(left, sigma: 4, x, 60)) * (1 - lit(right, sigma: 9, x, 60))
      #expect(abs(Double(pixels.pixel(x, 60)[1]) - (255 - 153 * dark)) <= 2.5, "\(x)")
    }
  }

  @Test func aSharpLightBesideASoftOneStaysSharp() throws {
    let pixels = try scene.pixels(
      #""targets": [{"x": 20, "y": 20, "width": 30, "height": 30}, "#
        + #"{"at": {"x": 100, "y": 60, "width": 30, "height": 30}, "feather": 6}], "shape": "rect""#
    )
    #expect(pixels.greens(row: 30, 17..<24) == [102, 102, 102, 255, 255, 255, 255])
    #expect((170...187).contains(pixels.pixel(100, 75)[1]))
  }

  /// The three boxes end where a Gaussian goes on.
  @Test func theKernelIsThatOfTheJob() throws {
    func row(_ kernel: String) throws -> [Int] {
      try scene.pixels(
        #""targets": [{"x": 60, "y": -500, "width": 900, "height": 2000}], "shape": "rect", "feather": 10, "kernel": "\#(kernel)""#
      ).greens(row: 60, 0..<160)
    }
    let (gaussian, box) = try (row("gaussian"), row("box"))
    #expect(gaussian != box)
    #expect(zip(gaussian, box).allSatisfy { abs($0 - $1) <= 3 })
  }
}
