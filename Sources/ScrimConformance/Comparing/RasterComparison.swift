internal import Glibc
import ScrimKit

/// The difference between two images of the same size.
struct RasterDifference {
  /// Maximum difference of any channel of any pixel, 0…255.
  var greatest = 0
  /// Its position, in device pixels of the canvas.
  var place = (x: 0, y: 0)
  /// Number of pixels that differ by more than 1.
  var count = 0

  /// "by up to 12/255 in 3 pixels, at (40, 3)".
  var words: String {
    "by up to \(greatest)/255 in \(count) pixels, at (\(place.x), \(place.y))"
  }

  /// Adds the difference of another part.
  mutating func add(_ other: RasterDifference) {
    count += other.count
    guard other.greatest > greatest else { return }
    (greatest, place) = (other.greatest, other.place)
  }
}

extension Raster {
  /// Compares two rasters of the same size.
  ///
  /// - Parameters:
  ///   - other: The other raster; positions are relative to each raster's first pixel.
  ///   - isCounted: Selects device pixels, by their position in this raster's area; all by default.
  /// - Returns: The maximum difference, and the number of differences.
  func difference(
    from other: Raster, where isCounted: (_ x: Int, _ y: Int) -> Bool = { _, _ in true }
  ) -> RasterDifference {
    var difference = RasterDifference()
    let width = min(area.width, other.area.width)
    let (stride, otherStride) = (pixels.bytesPerRow, other.pixels.bytesPerRow)
    pixels.withBytes { first in
      other.pixels.withBytes { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return }
        for y in 0..<min(area.height, other.area.height) {
          let (a, b) = (first + y * stride, second + y * otherStride)
          guard memcmp(a, b, width * 4) != 0 else { continue }
          for x in 0..<width {
            let one = a.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
            let two = b.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
            guard one != two else { continue }
            let far = SIMD4<Int16>(truncatingIfNeeded: one)
            let step = far &- SIMD4<Int16>(truncatingIfNeeded: two)
            let greatest = Int(max(step.max(), -step.min()))
            guard isCounted(area.x + x, area.y + y) else { continue }
            difference.add(
              RasterDifference(
                greatest: greatest, place: (area.x + x, area.y + y), count: greatest > 1 ? 1 : 0))
          }
        }
      }
    }
    return difference
  }

  /// The first invalid pixel: one with a colour above its alpha.
  var impossiblePixel: (x: Int, y: Int)? {
    let stride = pixels.bytesPerRow
    return pixels.withBytes { bytes in
      for y in 0..<area.height {
        for x in 0..<area.width {
          let at = y * stride + x * 4
          let alpha = bytes[at + 3]
          if bytes[at] > alpha || bytes[at + 1] > alpha || bytes[at + 2] > alpha {
            return (area.x + x, area.y + y)
          }
        }
      }
      return nil
    }
  }

  /// A hash of the pixels: FNV-1a over 64-bit words.
  var digest: UInt64 {
    let stride = pixels.bytesPerRow
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    pixels.withBytes { bytes in
      for y in 0..<area.height {
        for x in 0..<area.width {
          let pixel = bytes.loadUnaligned(fromByteOffset: y * stride + x * 4, as: UInt32.self)
          hash = (hash ^ UInt64(pixel)) &* 0x100_0000_01b3
        }
      }
    }
    return hash
  }
}
