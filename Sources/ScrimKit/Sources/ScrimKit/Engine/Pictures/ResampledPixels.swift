/// A cache of an image at the sizes at which it is drawn repeatedly, such as a logo on every image.
///
/// Only results that are small, also relative to the image, are cached, and only from the second request on.
@_spi(Host) public struct ResampledPixels {
  /// The cache key.
  public struct Place: Sendable, Hashable {
    /// The rectangle of the entire image, pixels.
    public let placed: Rect
    /// The pixels that are computed.
    public let wanted: PixelRect

    public init(placed: Rect, wanted: PixelRect) {
      (self.placed, self.wanted) = (placed, wanted)
    }
  }

  /// Minimum ratio of the image's pixels to those of a cached result.
  private static let least = 4
  /// Maximum pixels of a cached result.
  private static let largest = 1 << 17
  /// Maximum number of cached results: a job may draw an image at two scales.
  private static let most = 2

  private var seen = RecentHashes(count: 8)
  private var cached: [(place: Place, pixels: Pixels)] = []

  public init() {}

  /// The maximum size of the cache for an image with `count` pixels, bytes.
  static func byteCount(ofImageOf count: Int) -> Int { most * min(count / least, largest) * 4 }

  /// The pixels, computed unless cached.
  ///
  /// - Parameters:
  ///   - place: The key.
  ///   - count: The number of pixels of the image.
  ///   - make: Computes the pixels.
  /// - Returns: The pixels.
  /// - Throws: Errors of `make`.
  public mutating func pixels(
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
