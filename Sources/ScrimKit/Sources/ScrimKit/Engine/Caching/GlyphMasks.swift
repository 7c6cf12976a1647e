internal import Synchronization

/// The masks of glyphs that are drawn again: a name under every photo, a line on every sticker. One cache per process,
/// as drawing has no other place that lasts.
@_spi(Host) public enum GlyphMasks {
  private static let cache = Mutex(ContentCache<GlyphMask, Mask>(limit: 0))

  /// Removes all cached masks, and sets the limit of those that are cached from now on.
  ///
  /// - Parameter bytes: The limit; with 0, which is the default, no mask is cached.
  public static func setLimit(bytes: Int) {
    cache.withLock { $0 = ContentCache(limit: bytes) }
  }

  /// Caches masks from now on for an owner's jobs only, and finds only those that were cached for them.
  ///
  /// - Parameter owner: An id that no other owner has.
  public static func serve(_ owner: String) {
    cache.withLock { $0.owner = owner }
  }

  /// The number of masks that were found so far.
  public static var found: Int { cache.withLock { $0.hits } }

  /// The mask of glyphs, made unless it is cached; `nil` if Cairo has to draw them.
  ///
  /// - Throws: `DrawingError` if out of memory.
  static func mask(of glyphs: GlyphMask) throws -> Mask? {
    let (cached, isRepeated) = cache.withLock { cache in
      let cached = cache.value(for: glyphs)
      return (cached, cached == nil && cache.isRepeated(glyphs.hashValue))
    }
    if let cached { return cached }
    guard let mask = try glyphs.made() else { return nil }
    if isRepeated {
      cache.withLock { $0.insert(mask, for: glyphs, cost: mask.coverage.count + glyphs.cost) }
    }
    return mask
  }
}
