import ScrimCodecs
@_spi(Host) package import ScrimKit

/// What a worker keeps of jobs for the next ones: decoded pictures, and the finished lower parts of
/// canvases.
///
/// Everything is found by its content, all bytes of which the job that finds it has brought along, and by
/// the job's owner: a file that changed is another, and whether another owner's job had the same cannot be
/// found out.
///
/// A first job leaves its mark only. What a second one brings too is kept, so that a thousand jobs of
/// nothing in common cost no more memory than one.
/// (What is kept of letters and texts is the kit's: `GlyphMasks` and `FontLibrary.setTextCacheLimit`.)
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
  /// The owner of the job at hand.
  package var owner: String { entries.owner }

  /// A cache with nothing in it.
  ///
  /// - Parameter limit: What all that is kept may take, bytes; 0 keeps nothing.
  package init(limit: Int) {
    entries = ContentCache(limit: limit)
  }

  /// Bytes of what is kept.
  package var byteCount: Int { entries.cost }
  /// What it may take, bytes.
  package var limit: Int { entries.limit }

  /// Finds from now on only what jobs of an owner have left here, in texts and letters too, and keeps
  /// for them only.
  ///
  /// - Parameters:
  ///   - owner: In any words that no other owner has.
  ///   - fonts: What texts are laid out with.
  package func serve(_ owner: String, _ fonts: FontLibrary) {
    entries.owner = owner
    fonts.serve(owner)
    GlyphMasks.serve(owner)
  }

  /// Forgets all that is kept; what came before is still known.
  package func removeAll() { entries.removeAll() }

  /// Whether anything is kept.
  package var isEmpty: Bool { entries.cost == 0 }

  /// Begins to count anew, for the next job, whose texts are set with these fonts.
  func begin(_ fonts: FontLibrary) {
    noted = CacheUse()
    glyphsBefore = GlyphMasks.found
    textsBefore = fonts.textsFound
  }

  /// What the job at hand has found.
  func use(_ fonts: FontLibrary) -> CacheUse {
    var use = noted
    use.glyphsFound = GlyphMasks.found - glyphsBefore
    use.textsFound = fonts.textsFound - textsBefore
    return use
  }

  /// A decoded picture.
  ///
  /// - Parameters:
  ///   - file: The picture's file.
  ///   - reduction: How many times smaller it is decoded; another one is another picture.
  ///   - decode: Decodes it if it is not kept.
  /// - Returns: The picture, with its number.
  /// - Throws: What `decode` throws.
  func image(
    of file: [UInt8], reduction: Reduction, decode: () throws -> CanvasImage
  ) rethrows -> CachedImage {
    let key = ContentKey(image: file, reduction)
    let isSeen = entries.isRepeated(key.contentHash)
    if case .image(let image) = entries.value(for: key) {
      noted.imagesFound += 1
      return image
    }
    noted.imagesDecoded += 1
    imageCount += 1
    let image = CachedImage(image: try decode(), number: imageCount, contentHash: key.contentHash)
    if isSeen {
      entries.insert(.image(image), for: key, cost: image.image.byteCount + file.count)
    }
    return image
  }

  /// The finished lower part of a canvas, as high as any that is kept.
  ///
  /// - Parameters:
  ///   - stack: The layers of the canvas.
  ///   - least: Parts of no more layers are of no use.
  /// - Returns: How many of the lowest layers are on it, it, and whether it looks otherwise with another
  ///   seed.
  func stack(
    _ stack: StackKeys, countingMoreThan least: Int
  ) -> (count: Int, finished: FinishedStack, isRandom: Bool)? {
    for part in stack.parts.reversed() where part.count > least {
      for key in [part.key, part.seededKey] {
        if case .stack(let finished) = entries.value(for: key) {
          noted.layersFound = part.count
          return (part.count, finished, key == part.seededKey)
        }
      }
    }
    return nil
  }

  /// Notes the parts of a canvas.
  ///
  /// - Parameters:
  ///   - stack: The layers of the canvas.
  ///   - least: Parts of no more layers are of no use.
  /// - Returns: The largest part that an earlier job had too, which is worth keeping.
  func note(_ stack: StackKeys, countingMoreThan least: Int) -> StackKeys.Part? {
    var cacheable: StackKeys.Part?
    for part in stack.parts where entries.isRepeated(part.key.contentHash) && part.count > least {
      cacheable = part
    }
    return cacheable
  }

  /// Keeps the finished lower part of a canvas.
  ///
  /// - Parameters:
  ///   - finished: What it looks like.
  ///   - part: Which layers are on it.
  ///   - isRandom: Whether they look otherwise with another seed.
  func insert(_ finished: FinishedStack, of part: StackKeys.Part, isRandom: Bool) {
    let key = isRandom ? part.seededKey : part.key
    entries.insert(.stack(finished), for: key, cost: finished.cost)
  }
}

/// A decoded picture that a cache knows.
struct CachedImage {
  let image: CanvasImage
  /// Another for every content that was decoded; never used again.
  let number: Int
  /// The same for the same content as long as the process lives; two contents may have the same.
  let contentHash: Int
}

/// The lower part of a canvas, drawn.
struct FinishedStack {
  let raster: Raster
  /// Whether it is known to have no pixel that is translucent.
  let isOpaque: Bool
  /// What it is as JPEG, as far as somebody has asked for that.
  let strips: CachedStrips

  init(raster: Raster, isOpaque: Bool) {
    self.raster = raster
    self.isOpaque = isOpaque
    // Two bits a pixel: photos at quality 85. What is over it is encoded each time.
    strips = CachedStrips(limit: Self.byteCount(of: raster) / 16)
  }

  /// Bytes that it takes at most.
  var cost: Int { Self.byteCount(of: raster) + strips.limit }

  private static func byteCount(of raster: Raster) -> Int {
    raster.pixels.bytesPerRow * raster.pixels.height
  }
}

/// What one job found.
struct CacheUse {
  var imagesFound = 0
  var imagesDecoded = 0
  /// Layers, those in a group as one, that were not drawn.
  var layersFound = 0
  /// Drawings of letters whose pixels were known.
  var glyphsFound = 0
  /// Texts that did not have to be laid out.
  var textsFound = 0
}
