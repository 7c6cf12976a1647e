internal import Glibc

/// A sigma per pixel, for a progressive or masked blur.
public struct SigmaField: Sendable {
  /// The minimum and maximum sigma, pixels.
  public let range: ClosedRange<Double>
  private let source: Source

  private enum Source: Sendable {
    case gradient(start: Point, direction: Point, from: Double, to: Double)
    case mask(Mask, from: Double, to: Double)
  }

  /// Creates a linear gradient of sigma between two lines, constant beyond them.
  ///
  /// - Parameters:
  ///   - from: The sigma on the line through `start`, pixels, 0…2000.
  ///   - to: The sigma on the line through `end`, pixels, 0…2000.
  ///   - start: A position in device pixels of the canvas. Both lines are perpendicular to the vector from `start` to
  ///     `end`; if its length is 0, the sigma is `to` everywhere.
  ///   - end: A position in device pixels of the canvas.
  public init(from: Double, to: Double, start: Point, end: Point) {
    let (from, to) = (Self.limited(from), Self.limited(to))
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    guard square > 0 else {
      range = to...to
      source = .gradient(start: start, direction: .zero, from: to, to: to)
      return
    }
    range = min(from, to)...max(from, to)
    source = .gradient(
      start: start, direction: Point(x: dx / square, y: dy / square), from: from, to: to)
  }

  /// Creates a sigma that follows a mask: `from` at coverage 0, `to` at full coverage.
  ///
  /// - Parameters:
  ///   - mask: The mask, in device pixels of the canvas.
  ///   - from: Sigma at coverage 0, pixels, 0…2000.
  ///   - to: Sigma at full coverage, pixels, 0…2000.
  public init(_ mask: Mask, from: Double, to: Double) {
    let (from, to) = (Self.limited(from), Self.limited(to))
    range = min(from, to)...max(from, to)
    source = .mask(mask, from: from, to: to)
  }

  private static func limited(_ sigma: Double) -> Double { sigma > 0 ? min(sigma, 2000) : 0 }

  /// The sigma of a pixel of the canvas.
  public subscript(x: Int, y: Int) -> Double {
    switch source {
    case .gradient(let start, let direction, let from, let to):
      let t =
        (Double(x) + 0.5 - start.x) * direction.x + (Double(y) + 0.5 - start.y) * direction.y
      return from + (to - from) * max(0, min(1, t))
    case .mask(let mask, let from, let to):
      return from + (to - from) * Double(mask[x, y]) / 255
    }
  }
}

extension Blur {
  /// Blurs each pixel with its own sigma.
  ///
  /// The image is blurred at several levels, whose sigmas increase by 20 %. Each pixel is mixed from the two nearest
  /// levels such that its variance is exact. The result is within 2.5/255 of a Gaussian with the pixel's sigma. Each
  /// level is computed only where it is needed.
  ///
  /// - Parameters:
  ///   - field: The sigma of each pixel.
  ///   - raster: The input.
  ///   - kernel: The kernel.
  ///   - edge: The pixels outside the input.
  ///   - region: The requested pixels of the canvas; `nil` for the raster's own.
  /// - Returns: The blurred pixels of exactly that region.
  /// - Throws: `DrawingError` if out of memory.
  public static func apply(
    _ field: SigmaField, to raster: Raster, kernel: BlurKernel = .gaussian,
    edge: BlurEdge = .transparent, region: PixelRect? = nil
  ) throws -> Raster {
    let region = region ?? raster.area
    let levels = BlurLevels(field.range)
    guard !region.isEmpty, levels.sigmas.count > 1 else {
      return try Blur(sigma: field.range.upperBound, kernel: kernel, edge: edge)
        .apply(to: raster, region: region)
    }
    let mixture = try LevelMixture(field, levels, region)
    var result = try Raster(unwritten: region, scale: raster.scale)
    var lower: Raster?
    for index in levels.sigmas.indices {
      guard let needed = mixture.area(ofLevel: index) else {
        lower = nil
        continue
      }
      let upper = try Blur(sigma: levels.sigmas[index], kernel: kernel, edge: edge)
        .apply(to: raster, region: needed)
      if let lower { try mixture.mix(index - 1, lower, upper, into: &result) }
      lower = upper
    }
    return result
  }
}
