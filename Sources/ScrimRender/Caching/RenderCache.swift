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
/// (What is kept of letters and texts is the kit's: `LetterMasks` and `FontLibrary.keepTexts`.)
package final class RenderCache {
  private enum Kept {
    case picture(CachedPicture)
    case stack(FinishedStack)
  }

  private var kept: BoundedCache<ContentKey, Kept>
  private var seen = RecentMarks(count: 4096)
  private var pictures = 0
  private var lettersBefore = 0
  private var textsBefore = 0
  private var noted = CacheUse()
  /// On whose behalf the job at hand is drawn.
  package private(set) var owner = ""

  /// A cache with nothing in it.
  ///
  /// - Parameter limit: What all that is kept may take, bytes; 0 keeps nothing.
  package init(limit: Int) {
    kept = BoundedCache(limit: limit)
  }

  /// Bytes of what is kept.
  package var byteCount: Int { kept.cost }
  /// What it may take, bytes.
  package var limit: Int { kept.limit }

  /// Finds from now on only what jobs of an owner have left here, in texts and letters too, and keeps
  /// for them only.
  ///
  /// - Parameters:
  ///   - owner: In any words that no other owner has.
  ///   - fonts: What texts are laid out with.
  package func serve(_ owner: String, _ fonts: FontLibrary) {
    self.owner = owner
    fonts.serve(owner)
    LetterMasks.serve(owner)
  }

  /// Forgets all that is kept; what came before is still known.
  package func removeAll() { kept = BoundedCache(limit: kept.limit) }

  /// Whether anything is kept.
  package var isEmpty: Bool { kept.cost == 0 }

  /// Begins to count anew, for the next job, whose texts are set with these fonts.
  func begin(_ fonts: FontLibrary) {
    noted = CacheUse()
    lettersBefore = LetterMasks.found
    textsBefore = fonts.textsFound
  }

  /// What the job at hand has found.
  func use(_ fonts: FontLibrary) -> CacheUse {
    var use = noted
    use.lettersFound = LetterMasks.found - lettersBefore
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
  func picture(
    of file: [UInt8], reduction: Reduction, decode: () throws -> CanvasImage
  ) rethrows -> CachedPicture {
    let key = ContentKey(picture: file, reduction, owner: owner)
    let isSeen = seen.note(key.contentHash)
    if case .picture(let picture) = kept.value(for: key) {
      noted.picturesFound += 1
      return picture
    }
    noted.picturesDecoded += 1
    pictures += 1
    let picture = CachedPicture(image: try decode(), number: pictures, contentHash: key.contentHash)
    if isSeen {
      kept.keep(.picture(picture), for: key, cost: picture.image.byteCount + file.count)
    }
    return picture
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
        if case .stack(let finished) = kept.value(for: key) {
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
    var worthKeeping: StackKeys.Part?
    for part in stack.parts where seen.note(part.key.contentHash) && part.count > least {
      worthKeeping = part
    }
    return worthKeeping
  }

  /// Keeps the finished lower part of a canvas.
  ///
  /// - Parameters:
  ///   - finished: What it looks like.
  ///   - part: Which layers are on it.
  ///   - isRandom: Whether they look otherwise with another seed.
  func keep(_ finished: FinishedStack, of part: StackKeys.Part, isRandom: Bool) {
    let key = isRandom ? part.seededKey : part.key
    kept.keep(.stack(finished), for: key, cost: finished.cost)
  }
}

/// A decoded picture that a cache knows.
struct CachedPicture {
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
  let strips: KeptStrips

  init(raster: Raster, isOpaque: Bool) {
    self.raster = raster
    self.isOpaque = isOpaque
    // Two bits a pixel: photos at quality 85. What is over it is encoded each time.
    strips = KeptStrips(limit: Self.byteCount(of: raster) / 16)
  }

  /// Bytes that it takes at most.
  var cost: Int { Self.byteCount(of: raster) + strips.limit }

  private static func byteCount(of raster: Raster) -> Int {
    raster.pixels.bytesPerRow * raster.pixels.height
  }
}

/// What one job found.
struct CacheUse {
  var picturesFound = 0
  var picturesDecoded = 0
  /// Layers, those in a group as one, that were not drawn.
  var layersFound = 0
  /// Drawings of letters whose pixels were known.
  var lettersFound = 0
  /// Texts that did not have to be laid out.
  var textsFound = 0
}
