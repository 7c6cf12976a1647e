@_spi(Host) internal import ScrimKit

/// The Exif orientation (tag 0x0112): the positions of the stored image's first row and column.
package enum Orientation: Int, Sendable, Hashable {
  /// Upright as stored.
  case upright = 1
  /// Mirrored left to right.
  case mirrored = 2
  /// Rotated by 180°.
  case rotated180 = 3
  /// Mirrored top to bottom.
  case flipped = 4
  /// Mirrored about the diagonal from the top left.
  case transposed = 5
  /// To be rotated by 90° clockwise.
  case clockwise = 6
  /// Mirrored about the diagonal from the top right.
  case transversed = 7
  /// To be rotated by 90° anticlockwise.
  case anticlockwise = 8

  /// Whether the upright image's width is the stored one's height.
  package var swapsAxes: Bool { rawValue >= 5 }

  /// Applies the orientation to a stored image.
  ///
  /// - Parameter stored: The decoded image.
  /// - Returns: The upright image; the same value if no change is needed.
  /// - Throws: `DrawingError` if memory cannot be allocated.
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
        // Tiles of 32 pixels: the columns of the stored image stay in the cache while the rows of the upright image
        // are written.
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

  /// The rectangle of a stored image in upright pixels. The stored image's last pixels may extend beyond it.
  ///
  /// - Parameters:
  ///   - width: Width of the stored image in pixels.
  ///   - height: Height of the stored image in pixels.
  ///   - upright: The upright pixels.
  /// - Returns: The rectangle, in pixels.
  func place(ofWidth width: Double, height: Double, in upright: Pixels) -> Rect {
    let size = swapsAxes ? Size(width: height, height: width) : Size(width: width, height: height)
    let (_, across, down) = walk(width: 1, height: 1)
    return Rect(
      x: min(across.x, across.y) < 0 ? Double(upright.width) - size.width : 0,
      y: min(down.x, down.y) < 0 ? Double(upright.height) - size.height : 0,
      width: size.width, height: size.height)
  }

  /// The position in the stored image of the upright one's first pixel, and the steps to its next pixel and its next
  /// row.
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

extension Orientation {
  /// Reads the orientation of an Exif block (Exif 2.3 §4.6), which is a TIFF directory; `nil` if there is none
  /// or the block is invalid.
  ///
  /// - Parameter tiff: The block from its byte order mark on.
  init?(exif tiff: UnsafeRawBufferPointer) {
    guard let block = TIFFBlock(tiff), let directory = block.firstDirectory,
      let entry = block.entry(0x0112, in: directory), block.number(2, at: entry + 2) == 3,
      let value = block.number(2, at: entry + 8)
    else { return nil }
    self.init(rawValue: value)
  }
}
