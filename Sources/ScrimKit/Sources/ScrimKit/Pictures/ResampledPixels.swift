/// An image at the sizes at which it is drawn again and again, such as a logo on every picture.
///
/// Only what is small, also beside the image, is kept, and only when it is asked for a second time.
package struct ResampledPixels {
  /// What makes the pixels.
  package struct Place: Hashable {
    /// Where the whole image lies, pixels.
    package let placed: Rect
    /// Which of them are made.
    package let wanted: PixelRect

    package init(placed: Rect, wanted: PixelRect) {
      (self.placed, self.wanted) = (placed, wanted)
    }
  }

  /// How many times as many pixels the image must have.
  private static let least = 4
  /// Pixels of the largest.
  private static let largest = 1 << 17
  /// A job may draw it at two scales.
  private static let most = 2

  private var seen = RecentHashes(count: 8)
  private var cached: [(place: Place, pixels: Pixels)] = []

  package init() {}

  /// The most bytes that are kept of an image of so many pixels.
  static func byteCount(ofImageOf count: Int) -> Int { most * min(count / least, largest) * 4 }

  /// The pixels, made if they are not kept.
  ///
  /// - Parameters:
  ///   - place: Which.
  ///   - count: How many pixels the image has.
  ///   - make: Makes them.
  /// - Returns: The pixels.
  /// - Throws: What `make` throws.
  package mutating func pixels(
    at place: Place, ofImageOf count: Int, _ make: () throws -> Pixels
  ) rethrows -> Pixels {
    if let found = cached.first(where: { $0.place == place }) { return found.pixels }
    let pixels = try make()
    if place.wanted.width * place.wanted.height <= min(count / Self.least, Self.largest),
      seen.note(place.hashValue)
    {
      if cached.count == Self.most { cached.removeFirst() }
      cached.append((place, pixels))
    }
    return pixels
  }
}
