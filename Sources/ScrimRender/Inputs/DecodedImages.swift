import ScrimCodecs
import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimKit

/// The pictures of a job, each file decoded once.
///
/// A photo that layers show and nothing else of the job asks for waits until it is known how large they
/// show it: of a small one less has to be decoded.
struct DecodedImages {
  private let job: Job
  private let cache: RenderCache
  private let limits: DecodingLimits
  private let tracker: EffectTracker?
  private let collector: DiagnosticCollector
  private var images: [String: ImageHandle] = [:]
  private var pending: [(source: SourceName, file: [UInt8])] = []

  /// Decodes every picture that the job names, in its layers or in the parameters of effects, or reads
  /// how large it is.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - sources: The files, by the names that it uses.
  ///   - cache: Has some of them, by their content.
  ///   - limits: What a picture may be.
  ///   - tracker: Is told before each file is decoded.
  ///   - collector: What is wrong with the job; takes every picture that cannot be read, at its
  ///     `source`, unless that has an error already.
  /// - Throws: `DrawingError` or `CodecError` if there is no memory.
  init(
    of job: Job, from sources: [String: SourceFile],
    cache: RenderCache = RenderCache(limit: 0), limits: DecodingLimits,
    tracker: EffectTracker? = nil,
    collector: DiagnosticCollector
  ) throws {
    self.job = job
    self.cache = cache
    self.limits = limits
    self.tracker = tracker
    self.collector = collector
    let wrong = Set(collector.diagnostics.map(\.path))
    // Then no relative name leads anywhere, which is no error of theirs.
    let isAssetsWrong = wrong.contains(["assets"])
    for source in job.document.sources where !wrong.contains(source.path) {
      switch sources[source.name] {
      case .bytes(let bytes):
        try reportingUnreadable(source) { try read(bytes, of: source) }
      case .unavailable where isAssetsWrong && !source.name.hasPrefix("/"):
        continue
      case .unavailable(let reason):
        collector.report(job.diagnostic("missing-source", reason, at: source.path))
      case nil:
        collector.report(
          job.diagnostic(
            "missing-source", "\(quoted(source.name)): the file was not passed to the renderer.",
            at: source.path))
      }
    }
  }

  /// Whether some wait until it is known how large they are shown.
  var hasPending: Bool { !pending.isEmpty }

  /// Decodes the pictures that have waited.
  ///
  /// - Parameter layers: All that show any, in their places.
  /// - Throws: `DrawingError` or `CodecError` if there is no memory.
  func decodePending(for layers: some Collection<PlacedLayer>) throws {
    let scale = job.imageScale
    for (source, file) in pending {
      guard let handle = images[source.name] else { continue }
      let sizes = layers.compactMap { $0.size(of: handle) }
      // (Nobody sees what is not drawn, but whether it is whole is looked at all the same.)
      let reduction = scale.map { Reduction(drawnAt: $0 * (sizes.max() ?? 0)) } ?? .none
      try reportingUnreadable(source) { handle.take(try decode(file, of: source, reduction)) }
    }
  }

  private mutating func read(_ file: [UInt8], of source: SourceName) throws {
    if job.isOnlyShown(source.name),
      let header = try file.withUnsafeBytes({ try ImageDecoding.reducible($0, limits: limits) })
    {
      images[source.name] = ImageHandle(header)
      pending.append((source, file))
    } else {
      images[source.name] = ImageHandle(try decode(file, of: source, .none))
    }
  }

  private func decode(
    _ file: [UInt8], of source: SourceName, _ reduction: Reduction
  ) throws -> CachedImage {
    try cache.image(of: file, reduction: reduction) {
      tracker?.begin(.decode(layer: job.layerIndex(at: source.path)))
      return try file.withUnsafeBytes {
        try ImageDecoding.image(of: $0, limits: limits, reduction: reduction)
      }
    }
  }

  private func reportingUnreadable(_ source: SourceName, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as CodecError where error.code != .memory {
      collector.report(
        job.diagnostic(
          "unreadable-picture", "\(quoted(source.name)): \(error.message)", at: source.path))
    } catch {
      throw error.placedIfOutOfMemory(at: source.path, "decoding")
    }
  }

  /// The picture of an image layer.
  subscript(spec: ImageSpec) -> ImageHandle? { images[spec.source] }

  /// The picture that a mask names.
  subscript(source: String) -> CanvasImage? { images[source]?.image }

  /// The picture that a parameter of an effect names.
  subscript(source: ImageSource) -> CanvasImage? { images[source.source]?.image }

  /// What tells a picture's content from all others that the cache has seen.
  func number(of source: String) -> Int? { images[source]?.number }

  /// What stands for a picture's content in every process.
  func contentHash(of source: String) -> Int? { images[source]?.contentHash }
}

extension PlacedLayer {
  /// How large the layer shows a picture, px a pixel, the larger of both ways; `nil` if it does not.
  fileprivate func size(of image: ImageHandle) -> Double? {
    guard case .image(let handle, let rect) = content, handle === image else { return nil }
    return max(rect.width / Double(image.width), rect.height / Double(image.height))
  }
}

extension Job {
  /// The index in the document of the layer in which a value is, the innermost; `nil` outside layers.
  fileprivate func layerIndex(at path: [PathElement]) -> Int? {
    allLayers.lastIndex { path.starts(with: $0.path) }
  }
}
