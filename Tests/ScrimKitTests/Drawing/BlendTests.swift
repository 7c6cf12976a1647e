import Glibc
import ScrimKit
import Testing

/// Blends beside the formulas of Compositing and Blending Level 1, in floating point.
@Suite struct BlendTests {
  private static let size = 48

  /// Random premultiplied pixels: opaque and transparent ones, greys, channels at their ends.
  private func pixels(seed: UInt64) throws -> Pixels {
    var random = SeededGenerator(seed: seed)
    func below(_ count: Int) -> Int { Int(random.unit() * Double(count)) }
    var pixels = try Pixels(width: Self.size, height: Self.size)
    for y in 0..<Self.size {
      for x in 0..<Self.size {
        let alpha = [255, below(256), below(256), 0][min(3, below(7) / 2)]
        func part() -> Int { below(4) == 0 ? below(2) * alpha : below(alpha + 1) }
        var sample = Sample(part(), part(), part(), alpha)
        if below(8) == 0 { (sample.green, sample.blue) = (sample.red, sample.red) }
        try pixels.set(sample, x: x, y: y)
      }
    }
    return pixels
  }

  @Test(arguments: BlendMode.allCases, [1, 0.4])
  func isTheFormulas(_ mode: BlendMode, _ opacity: Double) throws {
    let (source, backdrop) = try (pixels(seed: 1), pixels(seed: 2))
    var result = Raster(backdrop, x: 0, y: 0, scale: 1)
    let picture = try Picture(Raster(source, x: 0, y: 0, scale: 1))
    try result.draw { $0.draw(picture, opacity: opacity, blend: mode) }
    var worst = 0.0
    for y in 0..<Self.size {
      for x in 0..<Self.size {
        let expected = Self.blended(source[x, y], opacity, over: backdrop[x, y], mode)
        let found = result.pixels[x, y]
        for (one, other) in zip([found.red, found.green, found.blue, found.alpha], expected) {
          worst = max(worst, abs(Double(one) - other))
        }
      }
    }
    // The source is rounded once when it is made translucent, and the result once more. A step of
    // what is nearly grey turns its hue.
    let limit = opacity == 1 ? 1.5 : mode == .hue ? 6 : 2.5
    #expect(worst < limit, "\(worst)")
  }

  /// Half a pixel of a shape is as good as half its opacity.
  @Test(arguments: BlendMode.allCases) func edges(_ mode: BlendMode) throws {
    let (color, below) = (Sample(224, 96, 16, 255), Sample(32, 96, 192, 255))
    let area = PixelRect(x: 0, y: 0, width: 4, height: 1)
    var raster = try Raster(area: area, scale: 1)
    for x in 0..<4 { try raster.pixels.set(below, x: x, y: 0) }
    let paint = Paint.color(Color(red: 224.0 / 255, green: 96.0 / 255, blue: 16.0 / 255))
    try raster.draw {
      $0.fill(
        Rect(x: 0, y: 0, width: 1.5, height: 1), with: paint, operator: .blend(mode))
      $0.stroke(
        Path(rect: Rect(x: 2.5, y: -2, width: 9, height: 5)), StrokeStyle(width: 0.5), with: paint,
        operator: .blend(mode))
    }
    for (x, opacity) in [(0, 1.0), (1, 0.5), (2, 0.5)] {
      let expected = Self.blended(color, opacity, over: below, mode)
      let found = raster.pixels[x, 0]
      for (one, other) in zip([found.red, found.green, found.blue, found.alpha], expected) {
        #expect(abs(Double(one) - other) < 2, "\(x): \(found), not \(expected)")
      }
    }
  }

  /// A recorded blend is the same blend.
  @Test(arguments: BlendMode.allCases) func recorded(_ mode: BlendMode) throws {
    let (source, backdrop) = try (pixels(seed: 3), pixels(seed: 4))
    let picture = try Picture(Raster(source, x: 0, y: 0, scale: 1))
    var direct = Raster(backdrop, x: 0, y: 0, scale: 1)
    try direct.draw { $0.draw(picture, blend: mode) }
    var recorded = try Picture(Raster(backdrop, x: 0, y: 0, scale: 1))
    try recorded.draw(.blend(mode), in: picture.extent) { $0.draw(picture) }
    let replayed = try recorded.raster(in: recorded.extent)
    #expect(replayed.pixels.samples == direct.pixels.samples)
  }

  /// §5.1: Cs = (1 − αb) Cs + αb B(Cb, Cs), then over; premultiplied, 0…255.
  private static func blended(
    _ source: Sample, _ opacity: Double, over backdrop: Sample, _ mode: BlendMode
  ) -> [Double] {
    let (sourceAlpha, backdropAlpha) =
      (Double(source.alpha) / 255 * opacity, Double(backdrop.alpha) / 255)
    func colors(_ sample: Sample) -> [Double] {
      [sample.red, sample.green, sample.blue].map {
        sample.alpha == 0 ? 0 : Double($0) / Double(sample.alpha)
      }
    }
    let (cs, cb) = (colors(source), colors(backdrop))
    if mode == .plusLighter {
      // Compositing Level 2, `plus-lighter`: the sum of premultiplied components and of alphas.
      let sums = zip(cs, cb).map { $0 * sourceAlpha + $1 * backdropAlpha }
      return (sums + [sourceAlpha + backdropAlpha]).map { min(1, $0) * 255 }
    }
    let mixed = mix(cb, cs, mode)
    let parts = (0..<3).map { i in
      let own = (1 - backdropAlpha) * cs[i] + backdropAlpha * mixed[i]
      return (sourceAlpha * own + (1 - sourceAlpha) * backdropAlpha * cb[i]) * 255
    }
    return parts + [(sourceAlpha + backdropAlpha - sourceAlpha * backdropAlpha) * 255]
  }

  /// B(Cb, Cs) of §10.
  private static func mix(_ cb: [Double], _ cs: [Double], _ mode: BlendMode) -> [Double] {
    switch mode {
    case .hue: setLum(setSat(cs, sat(cb)), lum(cb))
    case .saturation: setLum(setSat(cb, sat(cs)), lum(cb))
    case .color: setLum(cs, lum(cb))
    case .luminosity: setLum(cb, lum(cs))
    default: zip(cb, cs).map { separable($0, $1, mode) }
    }
  }

  private static func separable(_ b: Double, _ s: Double, _ mode: BlendMode) -> Double {
    switch mode {
    case .multiply: b * s
    case .screen: b + s - b * s
    case .overlay: separable(s, b, .hardLight)
    case .darken: min(b, s)
    case .lighten: max(b, s)
    case .colorDodge: b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: s <= 0.5 ? b * 2 * s : separable(b, 2 * s - 1, .screen)
    case .softLight:
      s <= 0.5
        ? b - (1 - 2 * s) * b * (1 - b)
        : b + (2 * s - 1) * ((b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()) - b)
    case .difference: abs(b - s)
    case .exclusion: b + s - 2 * b * s
    default: s
    }
  }

  private static func lum(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }

  private static func sat(_ c: [Double]) -> Double { (c.max() ?? 0) - (c.min() ?? 0) }

  private static func setLum(_ c: [Double], _ wanted: Double) -> [Double] {
    var moved = c.map { $0 + wanted - lum(c) }
    let (l, least, most) = (lum(moved), moved.min() ?? 0, moved.max() ?? 0)
    if least < 0 { moved = moved.map { l + ($0 - l) * l / (l - least) } }
    if most > 1 { moved = moved.map { l + ($0 - l) * (1 - l) / (most - l) } }
    return moved
  }

  private static func setSat(_ c: [Double], _ wanted: Double) -> [Double] {
    let least = c.min() ?? 0
    return sat(c) > 0 ? c.map { ($0 - least) * wanted / sat(c) } : [0, 0, 0]
  }
}
