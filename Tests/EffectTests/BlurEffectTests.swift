import BlurEffect
import Foundation
import RenderTesting
import ScrimKit
import Testing

@Suite struct BlurEffectTests {
  private let renderer = TestRenderer([BlurEffect.self])

  private func pixels(_ effect: String, fill: String, width: Int = 100) throws -> Pixels {
    try renderer.pixels(
      #"{"scrim": 1, "canvas": {"width": 160, "height": 100}, "layers": [{"frame": {"x": 30, "y": 0, "#
        + #""width": \#(width), "height": 100}, "fill": \#(fill), "effects": [{"effect": "blur"\#(effect)}]}]}"#
    )
  }

  /// The integral of a Gaussian, in double precision.
  private func edge(_ distance: Double, _ sigma: Double) -> Double {
    (1 + erf(distance / sigma / 2.0.squareRoot())) / 2
  }

  /// Compared with a Gaussian sampled at the pixels, in double precision.
  @Test(arguments: [0.5, 2, 7]) func anEdgeFadesAsTheGaussianDoes(_ sigma: Double) throws {
    let pixels = try pixels(#", "sigma": \#(sigma)"#, fill: ##""#000""##)
    let weights = (-80...80).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let all = weights.reduce(0, +)
    for x in 0..<80 {
      let covered = (30..<130).reduce(0.0) { sum, column in
        abs(column - x) <= 80 ? sum + weights[column - x + 80] : sum
      }
      #expect(abs(Double(pixels.pixel(x, 50)[3]) - 255 * covered / all) <= 2, "\(x)")
    }
  }

  @Test(arguments: ["clamp", "mirror"]) func aFillStaysWholeToItsFrame(_ mode: String) throws {
    let pixels = try pixels(#", "sigma": 20, "edge": "\#(mode)""#, fill: ##""#f00""##)
    for x in 0..<160 {
      #expect(pixels.pixel(x, 3) == ((30..<130).contains(x) ? [0, 0, 255, 255] : [0, 0, 0, 0]))
    }
  }

  /// Pixels that the frame covers partially are not repeated or mirrored, or their transparency would spread inwards.
  @Test(arguments: ["clamp", "mirror"], [#", "sigma": 9"#, #", "from": 4, "to": 9"#])
  func aFillBetweenPixelsStaysWhole(_ mode: String, _ sigma: String) throws {
    let pixels = try renderer.pixels(
      #"{"scrim": 1, "canvas": {"width": 60, "height": 50}, "layers": [{"snap": false, "frame": {"x": 10.5, "y": 8.25, "#
        + ##""width": 30, "height": 31}, "fill": "#f00", "effects": [{"effect": "blur", "edge": "##
        + #""\#(mode)"\#(sigma)}]}]}"#)
    for y in 9..<39 {
      for x in 11..<40 { #expect(pixels.pixel(x, y) == [0, 0, 255, 255], "\(x), \(y)") }
      for x in [10, 40] { #expect(abs(pixels.pixel(x, y)[3] - 128) <= 1) }
      for x in [9, 41] { #expect(pixels.pixel(x, y)[3] == 0) }
    }
    for x in 11..<40 {
      #expect(abs(pixels.pixel(x, 8)[3] - 191) <= 1 && abs(pixels.pixel(x, 39)[3] - 64) <= 1)
    }
  }

  /// Round corners cut what is blurred, and do not make it fade.
  @Test(arguments: ["clamp", "mirror"], [#", "sigma": 9"#, #", "from": 2, "to": 12"#])
  func aFillFillsItsRoundCorners(_ mode: String, _ sigma: String) throws {
    func pixels(_ effects: String) throws -> Pixels {
      try renderer.pixels(
        ##"{"scrim": 1, "canvas": {"width": 120, "height": 90, "scale": 1.5}, "layers": [{"frame": {"x": 10.5, "##
          + ##""y": 8, "width": 100, "height": 70}, "cornerRadius": [30, 0, 12, "50%"], "fill": "#f00"\##(effects)}]}"##
      )
    }
    let plain = try pixels("")
    let blurred = try pixels(
      #", "effects": [{"effect": "blur", "edge": "\#(mode)"\#(sigma)}]"#)
    let difference = try #require(plain.difference(from: blurred))
    #expect(difference.greatest <= 3)
  }

  /// Halfway along its line a blur from 2 to 10 is one of 6.
  @Test func aBlurGrowsEvenly() throws {
    let stripes = ##"{"linear": {"angle": 90, "stops": [["#000", 0.5], ["#0000", 0.5]]}}"##
    let growing = try pixels(#", "from": 2, "to": 10"#, fill: stripes)
    for (row, sigma) in [(20, 3.64), (50, 6.04), (80, 8.44)] {
      for x in stride(from: 62, to: 98, by: 3) {
        // Rows above and below have another sigma, but do not differ from this one.
        let wanted = 255 * edge(80 - Double(x) - 0.5, sigma)
        let vertical = edge(Double(row) + 0.5, sigma) - edge(Double(row) + 0.5 - 100, sigma)
        #expect(abs(Double(growing.pixel(x, row)[3]) - wanted * vertical) < 4, "\(x), \(row)")
      }
    }
  }

  @Test func nothingIsBlurredBySigma0() throws {
    let without = try pixels(#", "sigma": 0"#, fill: ##""#000""##)
    #expect(
      (0..<160).map { without.pixel($0, 50)[3] }
        == (0..<160).map { (30..<130).contains($0) ? 255 : 0 })
  }

  static let messages = [
    (#""sigma": 4, "from": 1, "to": 2"#, #"sigma: "sigma" cannot be combined with "from"."#),
    (#""from": 1"#, #"[0]: "to" is required with "from" (progressive blur)."#),
    (#""to": 1"#, #"[0]: "from" is required with "to" (progressive blur)."#),
    (#""angle": 1"#, #"angle: "angle" requires "from" and "to" (progressive blur)."#),
    (#""sigma": 300"#, "sigma: 300 is outside 0…250 px."),
  ]

  @Test(arguments: messages) func saysWhatContradicts(_ keys: String, _ message: String) throws {
    let told = try renderer.messages(
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{"fill": "red", "effects": [{"effect": "#
        + #""blur", \#(keys)}]}]}"#)
    #expect(told.count == 1)
    #expect(told.first?.hasSuffix(message) == true, "\(told)")
  }
}
