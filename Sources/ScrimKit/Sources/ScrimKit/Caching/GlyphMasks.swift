internal import Synchronization

/// The masks of letters that come again: a name under every photo, a line on every sticker.
///
/// As with all that is kept between jobs the key is a content, all of it, and the second time counts: the
/// first drawing leaves a mark only. The key contains the owner of the job, as with texts.
@_spi(Host) public enum GlyphMasks {
  private struct Key: Hashable {
    let owner: String
    let glyphs: GlyphMask
  }

  private struct Storage {
    var masks = BoundedCache<Key, Mask>(limit: 0)
    var owner = ""
    var seen = RecentMarks(count: 4096)
    var found = 0
  }

  private static let storage = Mutex(Storage())

  /// Forgets all that is kept, and keeps so much from now on.
  ///
  /// - Parameter bytes: What it may take; 0, which it is at first, keeps nothing.
  public static func setLimit(bytes: Int) {
    storage.withLock { $0 = Storage(masks: BoundedCache(limit: bytes)) }
  }

  /// Keeps masks from now on for an owner's jobs only, and finds only those that were kept for them.
  ///
  /// - Parameter owner: On whose behalf letters are drawn, in any words that no other owner has.
  public static func serve(_ owner: String) {
    storage.withLock { $0.owner = owner }
  }

  /// How many drawings have found their mask so far.
  public static var found: Int { storage.withLock { $0.found } }

  /// The mask of letters, made if it is not kept; `nil` if Cairo has to draw them.
  ///
  /// - Throws: `DrawingError` if there is no memory.
  static func mask(of glyphs: GlyphMask) throws -> Mask? {
    let (key, known, isSeen) = storage.withLock { storage -> (Key?, Mask?, Bool) in
      guard storage.masks.limit > 0 else { return (nil, nil, false) }
      let key = Key(owner: storage.owner, glyphs: glyphs)
      if let mask = storage.masks.value(for: key) {
        storage.found += 1
        return (key, mask, true)
      }
      return (key, nil, storage.seen.note(key.hashValue))
    }
    if let known { return known }
    guard let mask = try glyphs.made() else { return nil }
    if isSeen, let key {
      storage.withLock { $0.masks.insert(mask, for: key, cost: mask.coverage.count + glyphs.cost) }
    }
    return mask
  }
}
