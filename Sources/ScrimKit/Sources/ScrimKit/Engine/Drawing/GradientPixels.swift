internal import CCairo
internal import Glibc

/// A gradient on device pixels.
///
/// Cairo would round the colours to 8 bits. Here they are evaluated with 24 bits, at the centre of each pixel, and
/// rounded, or dithered from the pixel's position on the canvas: areas that are drawn apart agree.
struct GradientPixels {
  private let ramp: GradientRamp
  private let field: Field

  /// How the offset follows from a point, px.
  private enum Field {
    case linear(LinearField)
    case radial(RadialField)
    case conic(ConicField)

    /// At the last stop, where there is no distance between the stops.
    static let beyond = Field.linear(LinearField(x: 0, y: 0, constant: 1))
  }

  /// Fails for a plain colour.
  ///
  /// - Parameters:
  ///   - paint: The paint.
  ///   - box: The box that the gradient spans, user space.
  init?(_ paint: Paint, in box: Rect) {
    switch paint {
    case .color: return nil
    case .linear(let gradient):
      let (start, end) = gradient.line(across: box)
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let length = (dx * dx + dy * dy).squareRoot()
      ramp = GradientRamp(gradient.stops, gradient.style, length: length)
      let (x, y) = (dx / (length * length), dy / (length * length))
      field =
        length > 0
        ? .linear(LinearField(x: x, y: y, constant: -(start.x * x + start.y * y))) : .beyond
    case .radial(let gradient):
      let (center, radius) = gradient.circle(in: box)
      ramp = GradientRamp(gradient.stops, gradient.style, length: radius)
      field = radius > 0 ? .radial(RadialField(center: center, factor: 1 / radius)) : .beyond
    case .conic(let gradient):
      let turn = ConicTurn(gradient, in: box)
      ramp = turn.ramp
      field = .conic(ConicField(center: turn.center, start: turn.start))
    }
  }

  /// Writes the pixels of an area.
  ///
  /// - Parameters:
  ///   - bytes: Premultiplied BGRA.
  ///   - stride: Bytes per row.
  ///   - area: The area, device pixels.
  ///   - inverse: From device pixels to user space.
  ///   - dither: How the colours are brought to 8 bits.
  func write(
    to bytes: UnsafeMutableRawBufferPointer, stride: Int, area: PixelRect,
    inverse: cairo_matrix_t, _ dither: Dither
  ) {
    guard let bytes = bytes.baseAddress else { return }
    switch field {
    case .linear(let field): write(field, to: bytes, stride, area, inverse, dither)
    case .radial(let field): write(field, to: bytes, stride, area, inverse, dither)
    case .conic(let field): write(field, to: bytes, stride, area, inverse, dither)
    }
  }

  @inline(__always) private func write(
    _ field: some GradientField, to bytes: UnsafeMutableRawPointer, _ stride: Int,
    _ area: PixelRect, _ inverse: cairo_matrix_t, _ dither: Dither
  ) {
    dither.withMatrix { matrix in
      for row in 0..<area.height {
        let pixels = (bytes + row * stride).assumingMemoryBound(to: SIMD4<UInt8>.self)
        let thresholds = matrix + ((dither.row + area.y + row) & 7) * 8
        let v = Double(area.y + row) + 0.5
        let (left, top) = (inverse.xy * v + inverse.x0, inverse.yy * v + inverse.y0)
        func place(_ column: Int) -> Double {
          let u = Double(area.x + column) + 0.5
          return ramp.place(of: field.offset(x: inverse.xx * u + left, y: inverse.yx * u + top))
        }
        let phase = dither.column + area.x
        var column = 0
        while column < area.width {
          let segment = ramp.segments[ramp.segment(at: place(column))]
          column = segment.write(pixels, from: column, to: area.width, place) {
            thresholds[(phase + $0) & 7]
          }
        }
      }
    }
  }
}

extension GradientRamp.Segment {
  /// Writes pixels up to the first one that is not in the segment, at least one.
  ///
  /// - Returns: The column after the last one.
  @inline(__always) fileprivate func write(
    _ pixels: UnsafeMutablePointer<SIMD4<UInt8>>, from first: Int, to limit: Int,
    _ place: (Int) -> Double, _ threshold: (Int) -> Float
  ) -> Int {
    // Adding 1.5 · 2²³ leaves the nearest integer in the lowest bits, also of −0.49.
    let rounding = SIMD4<Float>(repeating: 12_582_912)
    // Properties would be read from memory for each pixel.
    let (color, slope, start, end) = (color, slope, start, end)
    var column = first
    var at = place(column)
    repeat {
      if isSolid {
        pixels[column] = solid
      } else {
        let exact = color + slope * Float(at - start)
        let sum = exact + SIMD4(repeating: threshold(column)) + rounding
        let bits = unsafeBitCast(sum, to: SIMD4<UInt32>.self)
        pixels[column] = SIMD4<UInt8>(truncatingIfNeeded: bits)
      }
      column += 1
      guard column < limit else { break }
      at = place(column)
    } while at >= start && at < end
    if !isOpaque {
      // Rounding errors could exceed the alpha.
      for column in first..<column {
        let pixel = pixels[column]
        for channel in 0..<3 { pixels[column][channel] = min(pixel[channel], pixel[3]) }
      }
    }
    return column
  }
}

/// How colours are brought to 8 bits.
struct Dither {
  /// Added to the column and the row of a device pixel for those on the canvas.
  let column: Int
  let row: Int
  private let isOrdered: Bool

  /// To the nearest.
  static let none = Dither(column: 0, row: 0, isOrdered: false)

  private init(column: Int, row: Int, isOrdered: Bool) {
    (self.column, self.row, self.isOrdered) = (column, row, isOrdered)
  }

  /// Ordered dithering.
  ///
  /// - Parameter origin: The first device pixel's position on the canvas, whatever part of it is drawn.
  init(origin: PixelRect) {
    self.init(column: origin.x & 7, row: origin.y & 7, isOrdered: true)
  }

  /// Whether pixels moved by a vector are those that would be drawn there.
  func allowsMove(x: Double, y: Double) -> Bool {
    func isSame(_ value: Double, _ start: Int) -> Bool { (Int(value.rounded()) + start) & 7 == 0 }
    return !isOrdered || isSame(x, column) && isSame(y, row)
  }

  /// Gives access to what is added to the colours of 8 × 8 pixels, by row, as parts of an 8-bit step.
  @inline(__always) func withMatrix(_ body: (UnsafePointer<Float>) -> Void) {
    (isOrdered ? Self.matrix : Self.zeros).withUnsafeBufferPointer {
      guard let base = $0.baseAddress else { return }
      body(base)
    }
  }

  private static let zeros = [Float](repeating: 0, count: 64)

  /// Bayer's matrix of 8 × 8 as (2M − 63) / 128, by row: M takes the bits of x ^ y and x in turn, the lowest first.
  private static let matrix: [Float] = (0..<64).map { at in
    let (x, y) = (at & 7, (at & 7) ^ (at >> 3))
    let low = (y & 1) << 5 | (x & 1) << 4
    let middle = (y & 2) << 2 | (x & 2) << 1
    let value = low | middle | (y & 4) >> 1 | (x & 4) >> 2
    return Float(2 * value - 63) / 128
  }
}

/// The offset of each point.
private protocol GradientField {
  func offset(x: Double, y: Double) -> Double
}

private struct LinearField: GradientField {
  let x: Double
  let y: Double
  let constant: Double

  @inline(__always) func offset(x: Double, y: Double) -> Double {
    self.x * x + self.y * y + constant
  }
}

private struct RadialField: GradientField {
  let center: Point
  /// The reciprocal of the radius.
  let factor: Double

  @inline(__always) func offset(x: Double, y: Double) -> Double {
    let (dx, dy) = (x - center.x, y - center.y)
    return (dx * dx + dy * dy).squareRoot() * factor
  }
}

private struct ConicField: GradientField {
  let center: Point
  /// The angle of offset 0, radians clockwise from the top.
  let start: Double

  @inline(__always) func offset(x: Double, y: Double) -> Double {
    let offset = (atan2(x - center.x, center.y - y) - start) / (2 * .pi)
    return offset - offset.rounded(.down)
  }
}
