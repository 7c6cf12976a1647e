/// A picture made larger or smaller: each pixel of the result is a weighted mean of premultiplied
/// pixels, first down, then along.
///
/// Numbers are floats, multiplied and added one by one in a fixed order, so that every CPU gives
/// the same bytes, and a part of the result the same as the whole.
struct Resampling {
  private let columns: ResamplingAxis
  private let rows: ResamplingAxis

  /// - Parameters:
  ///   - columns: From the pixels of a row to those of the result's rows.
  ///   - rows: From the rows to those of the result.
  init(columns: ResamplingAxis, rows: ResamplingAxis) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// Makes the pixels.
  ///
  /// - Parameters:
  ///   - source: The whole picture.
  ///   - target: Gets as many rows as `rows` has, of as many pixels as `columns` has.
  ///   - bytesPerRow: Of the target.
  /// - Throws: `DrawingError` if there is no memory.
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

  /// Weighs rows of bytes.
  @inline(never)
  private func addRows(
    from corner: UnsafeRawPointer, _ bytesPerRow: Int, _ y: Int,
    to row: UnsafeMutablePointer<Float>
  ) {
    let (count, taps) = (columns.needed.count * 4, rows.taps)
    let top = corner + rows.starts[y] * bytesPerRow
    rows.weights.withUnsafeBufferPointer { weights in
      guard let weights = weights.baseAddress.map({ $0 + y * rows.weightStride }) else { return }
      // So short a part of the sums that it stays in the first cache for all rows.
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

  /// Weighs the pixels of a row and rounds them to bytes.
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

  /// A pixel in bytes, valid as a premultiplied one: weights below 0 may have made a colour more than
  /// its alpha.
  @inline(__always)
  private static func rounded(_ pixel: SIMD4<Float>) -> UInt32 {
    let alpha = min(max(pixel.w, 0), 255)
    var kept = pixel.replacing(with: 0, where: pixel .< 0)
    kept.replace(with: alpha, where: kept .> alpha)
    // Above 2²³ floats are whole numbers, whose lowest byte is that of the float.
    let bytes = unsafeBitCast(kept + 8_388_608, to: SIMD16<UInt8>.self)
    return unsafeBitCast(
      SIMD4<UInt8>(bytes[0], bytes[4], bytes[8], bytes[12]), to: UInt32.self)
  }
}
