@_spi(Host) internal import ScrimKit

/// The orientation of Exif (tag 0x0112): where the stored picture's first row and column belong.
package enum Orientation: Int, Sendable, Hashable {
  /// Upright as stored.
  case upright = 1
  /// Mirrored left to right.
  case mirrored = 2
  /// Turned by half.
  case rotated180 = 3
  /// Mirrored top to bottom.
  case flipped = 4
  /// Mirrored about the diagonal from the top left.
  case transposed = 5
  /// To be turned a quarter clockwise.
  case clockwise = 6
  /// Mirrored about the diagonal from the top right.
  case transversed = 7
  /// To be turned a quarter anticlockwise.
  case anticlockwise = 8

  /// Whether the upright picture's width is the stored one's height.
  package var swapsAxes: Bool { rawValue >= 5 }

  /// Turns a stored picture upright.
  ///
  /// - Parameter stored: The picture as decoded.
  /// - Returns: The upright picture; the same value if it is upright already.
  /// - Throws: `DrawingError` if there is no memory.
  func apply(to stored: Pixels) throws -> Pixels {
    if self == .upright { return stored }
    let width = swapsAxes ? stored.height : stored.width
    let height = swapsAxes ? stored.width : stored.height
    let (from, across, down) = walk(width: stored.width, height: stored.height)
    var upright = try Pixels(width: width, height: height)
    let targetRow = upright.bytesPerRow
    let sourceRow = stored.bytesPerRow
    try stored.withBytes { source in
      try upright.withMutableBytes { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        let first = source + from.y * sourceRow + from.x * 4
        let stepAcross = across.y * sourceRow + across.x * 4
        let stepDown = down.y * sourceRow + down.x * 4
        // Squares of 32 pixels: a column of the stored picture stays in the cache while the
        // upright picture's rows walk along it.
        for top in stride(from: 0, to: height, by: 32) {
          for left in stride(from: 0, to: width, by: 32) {
            for y in top..<min(top + 32, height) {
              var pixel = first + y * stepDown + left * stepAcross
              for x in left..<min(left + 32, width) {
                (target + y * targetRow + x * 4).storeBytes(
                  of: pixel.load(as: UInt32.self), as: UInt32.self)
                pixel += stepAcross
              }
            }
          }
        }
      }
    }
    return upright
  }

  /// Where a stored picture lies in upright pixels of which its last ones, as stored, may reach beyond
  /// it.
  ///
  /// - Parameters:
  ///   - width: How wide the stored picture is, pixels.
  ///   - height: How high.
  ///   - upright: The pixels.
  /// - Returns: A part of them, pixels.
  func place(ofWidth width: Double, height: Double, in upright: Pixels) -> Rect {
    let size = swapsAxes ? Size(width: height, height: width) : Size(width: width, height: height)
    let (_, across, down) = walk(width: 1, height: 1)
    return Rect(
      x: min(across.x, across.y) < 0 ? Double(upright.width) - size.width : 0,
      y: min(down.x, down.y) < 0 ? Double(upright.height) - size.height : 0,
      width: size.width, height: size.height)
  }

  /// Where in the stored picture the upright one's first pixel is, and where its next pixel and
  /// its next row are from any pixel.
  private func walk(
    width: Int, height: Int
  ) -> (from: (x: Int, y: Int), across: (x: Int, y: Int), down: (x: Int, y: Int)) {
    let right = width - 1
    let bottom = height - 1
    return switch self {
    case .upright: ((0, 0), (1, 0), (0, 1))
    case .mirrored: ((right, 0), (-1, 0), (0, 1))
    case .rotated180: ((right, bottom), (-1, 0), (0, -1))
    case .flipped: ((0, bottom), (1, 0), (0, -1))
    case .transposed: ((0, 0), (0, 1), (1, 0))
    case .clockwise: ((0, bottom), (0, -1), (1, 0))
    case .transversed: ((right, bottom), (0, -1), (-1, 0))
    case .anticlockwise: ((right, 0), (0, 1), (-1, 0))
    }
  }
}
