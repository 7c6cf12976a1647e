import ScrimCodecs
import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimKit

/// The decoded images of a job, each file once.
///
/// A photo that is only shown by layers is decoded at the smallest size that the largest of them allows.
final class DecodedImages {
  private var images: [String: CachedImage] = [:]
  /// The SVGs among them.
  let vectors: [String: SVGImage]
  /// The files with parts that no output has.
  let inputs: [InputRecord]
  /// Of chains of credentials that end.
  let warnings: [Diagnostic]

  /// Decodes all files.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - job: The job.
  ///   - layers: All placed layers that show images.
  ///   - cache: A cache of decoded images, by content.
  ///   - limits: The limits of an image.
  ///   - tracker: Records the layer whose image is being decoded.
  ///   - collector: Receives an error for every file that cannot be decoded, at its `source`.
  /// - Throws: `OutOfMemory`.
  init(
    _ files: ImageFiles, of job: Job, for layers: [PlacedLayer],
    cache: RenderCache = RenderCache(limit: 0), limits: DecodingLimits,
    tracker: EffectTracker? = nil,
    collector: DiagnosticCollector
  ) throws {
    vectors = files.vectors
    inputs = files.files.filter { !$0.dropped.isEmpty }.map {
      InputRecord(
        source: $0.source.path.pointer, format: $0.header.kind.rawValue.lowercased(),
        dropped: $0.dropped.map(\.rawValue))
    }
    warnings = files.files.filter { $0.dropped.contains(.credentials) }.map {
      job.diagnostic(
        "dropped-credentials",
        "\(quoted($0.source.shownName)): its Content Credentials (C2PA) end here: no output has them. "
          + "Sign the outputs in a hook, with this file as an ingredient.", at: $0.source.path)
    }
    let scale = job.imageScale
    for file in files.files {
      var reduction = Reduction.none
      if file.isReducible, let scale, job.isOnlyShown(file.source.name) {
        // (An image that no drawn layer shows is still checked for completeness.)
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

  /// The image of a source; `nil` after it was taken.
  subscript(source: String) -> CanvasImage? { images[source]?.image }

  /// The image that a parameter of an effect names.
  subscript(source: ImageSource) -> CanvasImage? { self[source.source] }

  /// The rectangle of an image in a box, px; `nil` if there is none.
  func place(_ spec: ImageSpec, in box: Rect) -> Rect? {
    if let vector = vectors[spec.source] { return spec.place(vector.naturalSize, in: box) }
    return self[spec.source].map {
      spec.place(Size(width: Double($0.width), height: Double($0.height)), in: box)
    }
  }

  /// Removes and returns an image, for its last use: its pixels can then be overwritten without a copy.
  func take(_ source: String) -> CanvasImage? { images.removeValue(forKey: source)?.image }

  /// A number that identifies the content of an image in the cache.
  func number(of source: String) -> Int? { images[source]?.number }

  /// A hash of the content of an image, the same for all images of that content.
  func contentHash(of source: String) -> Int? { images[source]?.contentHash }
}

extension PlacedLayer {
  /// The larger of both axes' px per image pixel at which the layer shows an image; `nil` if it does not.
  fileprivate func size(of file: ImageFiles.File) -> Double? {
    guard case .image(let source, let rect) = content, source == file.source.name else {
      return nil
    }
    return max(rect.width / Double(file.header.width), rect.height / Double(file.header.height))
  }
}

extension Job {
  /// The index in the document of the innermost layer that contains a value; `nil` outside layers.
  fileprivate func layerIndex(at path: [PathElement]) -> Int? {
    allLayers.lastIndex { path.starts(with: $0.path) }
  }
}

extension Job {
  private func uses(of source: String) -> Int? {
    sources.first { $0.name == source }?.uses
  }

  /// Whether an image is drawn only once, by the one layer that shows it.
  func isUsedOnce(_ source: String) -> Bool {
    guard uses(of: source) == 1 else { return false }
    // A layer that another one refers to is drawn once more.
    return allLayers.allSatisfy { layer in
      if case .layer = layer.mask?.shape { return false }
      return layer.effects.allSatisfy(\.layerImages.isEmpty)
    }
  }

  /// Whether an image is only shown by layers, without any other use.
  func isOnlyShown(_ source: String) -> Bool {
    let showing = allLayers.filter { layer in
      if case .image(let spec) = layer.content { spec.source == source } else { false }
    }
    return uses(of: source) == showing.count
  }

  /// Maximum device pixels per px at which images are resampled; `nil` if an output keeps them unscaled.
  var imageScale: Double? {
    guard outputs.allSatisfy({ $0.format.document == nil }) else { return nil }
    return outputs.map { $0.scale(of: self) }.max()
  }
}
