/// Resizes an image: each output pixel is a weighted mean of premultiplied pixels, first down columns, then along rows.
///
/// Floating-point operations are done separately in a fixed order. Every CPU therefore gives the same bytes, and a part
/// of the result equals that part of the entire result.
struct Resampling {
  /// The weights along rows.
  let columns: ResamplingAxis
  /// The weights down columns.
  let rows: ResamplingAxis

  /// Computes the pixels.
  ///
  /// - Parameters:
  ///   - source: The entire image.
  ///   - target: The result, with as many rows as `rows` and as many pixels per row as `columns`.
  ///   - bytesPerRow: Bytes from one row of the target to the next.
  /// - Throws: `DrawingError` if out of memory.
  func run(
    from source: Pixels, to target: UnsafeMutableRawPointer, bytesPerRow: Int
  ) throws(DrawingError) {
    try source.withBytes { bytes throws(DrawingError) in
      guard let base = bytes.baseAddress else { return }
      let corner = base + columns.needed.lowerBound * 4
      try ParallelRows.run(rows.starts.indices, width: columns.starts.count) {
        band throws(DrawingError) in
        let sums = try PooledBuffer(byteCount: columns.needed.count * 16)
        defer { extendLifetime(sums) }
        let row = sums.base.bindMemory(to: Float.self, capacity: columns.needed.count * 4)
        for y in band {
          addRows(from: corner, source.bytesPerRow, y, to: row)
          addPixels(of: UnsafeRawPointer(sums.base), to: target + y * bytesPerRow)
        }
      }
    }
  }

  /// Computes the weighted sum of rows of bytes.
  @inline(never)
  private func addRows(
    from corner: UnsafeRawPointer, _ bytesPerRow: Int, _ y: Int,
    to row: UnsafeMutablePointer<Float>
  ) {
    let (count, taps) = (columns.needed.count * 4, rows.taps)
    let top = corner + rows.starts[y] * bytesPerRow
    rows.weights.withUnsafeBufferPointer { weights in
      guard let weights = weights.baseAddress.map({ $0 + y * rows.weightStride }) else { return }
      // Short parts of the sums, which stay in the first-level cache for all rows.
      for start in stride(from: 0, to: count, by: 2048) {
        for tap in stride(from: 0, to: taps, by: 4) {
          func bytes(_ index: Int) -> UnsafePointer<UInt8> {
            (top + min(tap + index, taps - 1) * bytesPerRow + start)
              .assumingMemoryBound(to: UInt8.self)
          }
          Self.add(
            bytes(0), bytes(1), bytes(2), bytes(3), weights + tap, to: row + start,
            count: min(2048, count - start), isFirst: tap == 0)
        }
      }
    }
  }

  @inline(__always)
  private static func add(
    _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ c: UnsafePointer<UInt8>,
    _ d: UnsafePointer<UInt8>, _ weights: UnsafePointer<Float>,
    to sums: UnsafeMutablePointer<Float>, count: Int, isFirst: Bool
  ) {
    let (p, q, r, s) = (weights[0], weights[1], weights[2], weights[3])
    if isFirst {
      for i in 0..<count {
        sums[i] = Float(a[i]) * p + Float(b[i]) * q + (Float(c[i]) * r + Float(d[i]) * s)
      }
    } else {
      for i in 0..<count {
        sums[i] += Float(a[i]) * p + Float(b[i]) * q + (Float(c[i]) * r + Float(d[i]) * s)
      }
    }
  }

  /// Computes the weighted sums of a row's pixels and rounds them to bytes.
  @inline(never)
  private func addPixels(of row: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let (taps, stride, left) = (columns.taps, columns.weightStride, columns.needed.lowerBound)
    columns.weights.withUnsafeBufferPointer { weights in
      columns.starts.withUnsafeBufferPointer { starts in
        guard var weight = weights.baseAddress, let starts = starts.baseAddress else { return }
        for x in 0..<columns.starts.count {
          let first = row + (starts[x] &- left) &* 16
          var (even, odd) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
          var tap = 0
          while tap &+ 1 < taps {
            even += first.load(fromByteOffset: tap &* 16, as: SIMD4<Float>.self) * weight[tap]
            odd +=
              first.load(fromByteOffset: tap &* 16 &+ 16, as: SIMD4<Float>.self)
              * weight[tap &+ 1]
            tap &+= 2
          }
          if tap < taps {
            even += first.load(fromByteOffset: tap &* 16, as: SIMD4<Float>.self) * weight[tap]
          }
          target.storeBytes(of: Self.rounded(even + odd), toByteOffset: x &* 4, as: UInt32.self)
          weight += stride
        }
      }
    }
  }

  /// Rounds a pixel to bytes and makes it valid as premultiplied: negative weights may have made a colour greater than
  /// alpha.
  @inline(__always)
  private static func rounded(_ pixel: SIMD4<Float>) -> UInt32 {
    let alpha = min(max(pixel.w, 0), 255)
    var kept = pixel.replacing(with: 0, where: pixel .< 0)
    kept.replace(with: alpha, where: kept .> alpha)
    // From 2²³ on a float is an integer whose lowest byte is that of its bit pattern.
    let bytes = unsafeBitCast(kept + 8_388_608, to: SIMD16<UInt8>.self)
    return unsafeBitCast(
      SIMD4<UInt8>(bytes[0], bytes[4], bytes[8], bytes[12]), to: UInt32.self)
  }
}
