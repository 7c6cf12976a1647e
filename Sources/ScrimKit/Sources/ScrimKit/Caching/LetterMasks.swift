internal import Synchronization

/// The masks of letters that come again: a name under every photo, a line on every sticker.
///
/// As with all that is kept between jobs the key is a content, all of it, and the second time counts: the
/// first drawing leaves a mark only. The key contains the owner of the job, as with texts.
@_spi(Host) public enum LetterMasks {
  private struct Key: Hashable {
    let owner: String
    let letters: LetterMask
  }

  private struct Kept {
    var masks = BoundedCache<Key, Mask>(limit: 0)
    var owner = ""
    var seen = RecentMarks(count: 4096)
    var found = 0
  }

  private static let kept = Mutex(Kept())

  /// Forgets all that is kept, and keeps so much from now on.
  ///
  /// - Parameter bytes: What it may take; 0, which it is at first, keeps nothing.
  public static func keep(bytes: Int) {
    kept.withLock { $0 = Kept(masks: BoundedCache(limit: bytes)) }
  }

  /// Keeps masks from now on for an owner's jobs only, and finds only those that were kept for them.
  ///
  /// - Parameter owner: On whose behalf letters are drawn, in any words that no other owner has.
  public static func serve(_ owner: String) {
    kept.withLock { $0.owner = owner }
  }

  /// How many drawings have found their mask so far.
  public static var found: Int { kept.withLock { $0.found } }

  /// The mask of letters, made if it is not kept; `nil` if Cairo has to draw them.
  ///
  /// - Throws: `DrawingError` if there is no memory.
  static func mask(of letters: LetterMask) throws -> Mask? {
    let (key, known, isSeen) = kept.withLock { kept -> (Key?, Mask?, Bool) in
      guard kept.masks.limit > 0 else { return (nil, nil, false) }
      let key = Key(owner: kept.owner, letters: letters)
      if let mask = kept.masks.value(for: key) {
        kept.found += 1
        return (key, mask, true)
      }
      return (key, nil, kept.seen.note(key.hashValue))
    }
    if let known { return known }
    guard let mask = try letters.made() else { return nil }
    if isSeen, let key {
      kept.withLock { $0.masks.keep(mask, for: key, cost: mask.coverage.count + letters.cost) }
    }
    return mask
  }
}

/// What says how the pixels of letters are covered.
struct LetterMask: Hashable {
  /// Contours in px at scale 1, with what is filled to their right, y down.
  let path: Path
  /// From there to device pixels.
  let transform: DeviceTransform
  /// How their outlines are stroked, if they are not filled.
  let stroke: StrokeStyle?
  /// What of a stroke is wanted, in device pixels.
  let visible: PixelRect?

  /// More pixels than this are left to Cairo, which needs no memory for them.
  private static let largest = 1 << 24

  /// Bytes that this takes, nearly.
  fileprivate var cost: Int {
    MemoryLayout<Self>.stride + path.elements.count * MemoryLayout<Path.Element>.stride
  }

  /// The coverage, in device pixels; its rows are of whole words. `nil` if it takes more than such a mask
  /// can give.
  ///
  /// - Throws: `DrawingError` if there is no memory.
  fileprivate func made() throws -> Mask? {
    guard let stroke else {
      // Whether letters overlap must not depend on what of them is visible.
      guard let letters = DevicePolygons(path, transform),
        letters.area.width * letters.area.height <= Self.largest
      else { return nil }
      return try letters.coverage(of: letters.area.ofWholeWords)
    }
    guard stroke.join == .round, stroke.dash.isEmpty, let factor = transform.factor else {
      return nil
    }
    let radius = stroke.width / 2 * factor
    guard radius >= DevicePolygons.leastGrowth, let letters = DevicePolygons(path, transform)
    else { return nil }
    // (As of letters: not whether it is large where it is seen.)
    let whole = letters.area.grown(by: Int(radius.rounded(.up)) + 1)
    guard whole.width * whole.height <= Self.largest else { return nil }
    return try letters.grownCoverage(
      by: radius, of: whole.intersection(visible ?? whole).ofWholeWords)
  }
}

extension PixelRect {
  /// The same, as much wider as makes the width a multiple of 4.
  fileprivate var ofWholeWords: PixelRect {
    PixelRect(x: x, y: y, width: (width + 3) & ~3, height: height)
  }
}
