import ScrimCodecs
@_spi(Host) package import ScrimKit

/// A worker's cache across jobs: decoded images, and the finished lower parts of canvases.
///
/// Entries are found by the job's owner and by content, all bytes of which the job itself supplies. A changed file is
/// another content, and a job cannot detect whether another owner's job had the same one.
///
/// The first job with a content leaves only a mark; the second one caches it. Decoded images are cached at once while
/// half of the cache is free: decoding one again costs more than keeping it. A thousand jobs with nothing in common
/// thus take at most that half. (Texts and glyphs are cached by
/// their `FontLibrary`.)
package final class RenderCache {
  private enum Entry {
    case image(CachedImage)
    case stack(FinishedStack)
  }

  private var entries: ContentCache<ContentKey, Entry>
  private var imageCount = 0
  private var glyphsBefore = 0
  private var textsBefore = 0
  private var noted = CacheUse()
  private var used: UsedTarget?
  /// The owner of the job at hand.
  package var owner: String { entries.owner }

  /// Creates an empty cache.
  ///
  /// - Parameter limit: Maximum size of all entries, in bytes; 0 disables the cache.
  package init(limit: Int) {
    entries = ContentCache(limit: limit)
  }

  /// Size of all entries, in bytes.
  package var byteCount: Int { entries.cost }
  /// Maximum size of all entries, in bytes.
  package var limit: Int { entries.limit }

  /// Restricts the cache to entries of one owner, including texts and glyphs.
  ///
  /// - Parameters:
  ///   - owner: A string that identifies the owner uniquely.
  ///   - fonts: The fonts that lay out texts.
  package func serve(_ owner: String, _ fonts: FontLibrary) {
    entries.owner = owner
    fonts.serve(owner)
  }

  /// Forgets all that is kept; what came before is still known.
  package func removeAll() {
    entries.removeAll()
    used = nil
  }

  /// Whether the cache has no entries.
  package var isEmpty: Bool { entries.cost == 0 }

  /// Resets the counters for the next job, whose texts are laid out with these fonts.
  func begin(_ fonts: FontLibrary) {
    noted = CacheUse()
    glyphsBefore = fonts.glyphsFound
    textsBefore = fonts.textsFound
  }

  /// The cache hits of the current job.
  func use(_ fonts: FontLibrary) -> CacheUse {
    var use = noted
    use.glyphHits = fonts.glyphsFound - glyphsBefore
    use.textHits = fonts.textsFound - textsBefore
    return use
  }

  /// Returns a decoded image, from the cache if possible.
  ///
  /// - Parameters:
  ///   - file: The image's file.
  ///   - reduction: The factor by which it is decoded smaller; part of the key.
  ///   - decode: Decodes the image if it is not cached.
  /// - Returns: The image, with its number.
  /// - Throws: Errors of `decode`.
  func image(
    of file: [UInt8], reduction: Reduction, decode: () throws -> CanvasImage
  ) rethrows -> CachedImage {
    let key = ContentKey(image: file, reduction)
    let isSeen = entries.isRepeated(key.contentHash)
    if case .image(let image) = entries.value(for: key) {
      noted.imageHits += 1
      return image
    }
    noted.imagesDecoded += 1
    imageCount += 1
    let image = CachedImage(image: try decode(), number: imageCount, contentHash: key.contentHash)
    let cost = image.image.byteCount + file.count
    if isSeen || entries.cost + cost <= limit / 2 {
      entries.insert(.image(image), for: key, cost: cost)
    }
    return image
  }

  /// Returns the largest cached lower part of a canvas.
  ///
  /// - Parameters:
  ///   - stack: The layers of the canvas.
  ///   - least: Number of layers that a part must exceed to be useful.
  /// - Returns: The number of its layers, the part itself, and whether it depends on the seed.
  func stack(
    _ stack: StackKeys, countingMoreThan least: Int
  ) -> (count: Int, finished: FinishedStack, isRandom: Bool)? {
    for part in stack.parts.reversed() where part.count > least {
      for key in [part.key, part.seededKey] {
        if case .stack(let finished) = entries.value(for: key) {
          noted.layerHits = part.count
          return (part.count, finished, key == part.seededKey)
        }
      }
    }
    return nil
  }

  /// Marks the parts of a canvas as seen.
  ///
  /// - Parameters:
  ///   - stack: The layers of the canvas.
  ///   - least: Number of layers that a part must exceed to be useful.
  /// - Returns: The largest part that an earlier job had too, which is worth caching.
  func note(_ stack: StackKeys, countingMoreThan least: Int) -> StackKeys.Part? {
    var cacheable: StackKeys.Part?
    for part in stack.parts where entries.isRepeated(part.key.contentHash) && part.count > least {
      cacheable = part
    }
    return cacheable
  }

  /// Caches the finished lower part of a canvas.
  ///
  /// - Parameters:
  ///   - finished: Its pixels.
  ///   - part: Its layers.
  ///   - isRandom: Whether it depends on the seed.
  func insert(_ finished: FinishedStack, of part: StackKeys.Part, isRandom: Bool) {
    let key = isRandom ? part.seededKey : part.key
    entries.insert(.stack(finished), for: key, cost: finished.cost)
  }

  /// Keeps a target's pixels after its job, in addition to the entries, if the cache has room for them.
  ///
  /// - Parameter target: A target that was filled with a cached part.
  func keep(_ target: RasterTarget) {
    used = target.used.flatMap { entries.cost + $0.raster.byteCount <= limit ? $0 : nil }
  }

  /// Returns a cached part's pixels as they were cached, to draw over them.
  ///
  /// - Parameter finished: The part.
  /// - Returns: Pixels of its last target, if they are still there, so that few rows were copied; otherwise its own.
  /// - Throws: `DrawingError`.
  func pixels(of finished: FinishedStack) throws -> Raster {
    guard var last = used, last.isFilled(with: finished) else { return finished.raster }
    // A second reference would cause a copy of all rows.
    used = nil
    try last.restore(finished)
    return last.raster
  }
}

/// A decoded image with its identity in the cache.
struct CachedImage {
  let image: CanvasImage
  /// A number unique to the decoded content; never reused.
  let number: Int
  /// A hash of the content, stable within the process; different contents may collide.
  let contentHash: Int
}

/// The cache hits of one job.
struct CacheUse {
  var imageHits = 0
  var imagesDecoded = 0
  /// Layers that were not drawn; a group counts as one.
  var layerHits = 0
  /// Drawn glyphs whose masks were cached.
  var glyphHits = 0
  /// Texts whose layout was cached.
  var textHits = 0
}
