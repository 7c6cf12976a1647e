import ScrimCodecs
import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimKit

/// The decoded images of a job, each file once.
///
/// A photo that only layers show is decoded as small as the largest of them allows.
final class DecodedImages {
  private var images: [String: CachedImage] = [:]

  /// Decodes all files.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - job: The job.
  ///   - layers: All layers that show any, in their places.
  ///   - cache: Has some of them, by their content.
  ///   - limits: What an image may be.
  ///   - tracker: Notes which layer's image is decoded.
  ///   - collector: Takes every file that can't be decoded, at its `source`.
  /// - Throws: `OutOfMemory`.
  init(
    _ files: ImageFiles, of job: Job, for layers: [PlacedLayer],
    cache: RenderCache = RenderCache(limit: 0), limits: DecodingLimits,
    tracker: EffectTracker? = nil,
    collector: DiagnosticCollector
  ) throws {
    let scale = job.imageScale
    for file in files.files {
      var reduction = Reduction.none
      if file.isReducible, let scale, job.isOnlyShown(file.source.name) {
        // (Of an image in no layer that is drawn it is still checked whether the file is complete.)
        let sizes = layers.compactMap { $0.size(of: file) }
        reduction = Reduction(drawnAt: scale * (sizes.max() ?? 0))
      }
      try collector.reportingUnreadable(file.source, in: job) {
        images[file.source.name] = try cache.image(of: file.bytes, reduction: reduction) {
          tracker?.begin(.decode(layer: job.layerIndex(at: file.source.path)))
          return try file.bytes.withUnsafeBytes {
            try ImageDecoding.image(of: $0, limits: limits, reduction: reduction)
          }
        }
      }
    }
  }

  /// The image of a source; `nil` if it has been taken.
  subscript(source: String) -> CanvasImage? { images[source]?.image }

  /// The image that a parameter of an effect names.
  subscript(source: ImageSource) -> CanvasImage? { self[source.source] }

  /// Moves an image out, for its last use: its pixels can be drawn over without a copy.
  func take(_ source: String) -> CanvasImage? { images.removeValue(forKey: source)?.image }

  /// Identifies the content of an image among all that the cache has seen.
  func number(of source: String) -> Int? { images[source]?.number }

  /// A hash of the content of an image, the same for all images of that content.
  func contentHash(of source: String) -> Int? { images[source]?.contentHash }
}

extension PlacedLayer {
  /// How large the layer shows an image, px per pixel, the larger of both ways; `nil` if it does not.
  fileprivate func size(of file: ImageFiles.File) -> Double? {
    guard case .image(let source, let rect) = content, source == file.source.name else {
      return nil
    }
    return max(rect.width / Double(file.header.width), rect.height / Double(file.header.height))
  }
}

extension Job {
  /// The index in the document of the layer in which a value is, the innermost; `nil` outside layers.
  fileprivate func layerIndex(at path: [PathElement]) -> Int? {
    allLayers.lastIndex { path.starts(with: $0.path) }
  }
}
