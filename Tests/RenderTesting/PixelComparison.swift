package import ScrimKit

extension Pixels {
  /// Blue, green, red and alpha of a pixel, premultiplied.
  package func pixel(_ x: Int, _ y: Int) -> [Int] {
    withBytes { bytes in (0..<4).map { Int(bytes[y * bytesPerRow + x * 4 + $0]) } }
  }

  /// The difference from another image; `nil` if the sizes differ.
  package func difference(from other: Pixels) -> PixelDifference? {
    guard width == other.width, height == other.height else { return nil }
    var greatest = 0
    var squares = 0.0
    var counts = 0
    withBytes { first in
      other.withBytes { second in
        for y in 0..<height {
          for x in 0..<width * 4 {
            let d = Int(first[y * bytesPerRow + x]) - Int(second[y * other.bytesPerRow + x])
            greatest = max(greatest, abs(d))
            squares += Double(d * d)
            counts += abs(d) > 2 ? 1 : 0
          }
        }
      }
    }
    return PixelDifference(
      greatest: greatest, meanSquare: squares / Double(max(1, width * height * 4)),
      samplesOverTwo: counts)
  }

  /// A part of the image.
  package func cropped(x: Int, y: Int, width: Int, height: Int) -> Pixels {
    let part = PixelRect(x: x, y: y, width: width, height: height)
    do {
      return try Raster(self, x: 0, y: 0, scale: 1).cropped(to: part).pixels
    } catch {
      preconditionFailure("the test has no memory: \(error)")
    }
  }
}

/// The difference between two images.
package struct PixelDifference: Hashable {
  /// Maximum difference of any channel of any pixel, 0…255.
  package let greatest: Int
  /// Mean square difference of all channels, 0…255².
  package let meanSquare: Double
  /// Number of channels that differ by more than 2.
  package let samplesOverTwo: Int
}
