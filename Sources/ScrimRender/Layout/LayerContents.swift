import ScrimCodecs
import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// Measures the contents of layers for the layout: lines of texts, rectangles of images, extents of effects. Reports
/// each error at its position.
struct LayerContents: LayoutContents {
  let job: Job
  let layers: [Layer]
  let seed: Int
  let tracker: EffectTracker
  let fonts: FontLibrary
  let images: ImageFiles
  let unread: UnreadParts
  let collector: DiagnosticCollector
  /// The concealments of each text's effects; missing if an effect reports an error.
  let concealments: [Int: TextConcealments]
  /// What has been found on the way.
  let work = Work()

  /// Sizes that texts share, and how often texts were shaped.
  final class Work {
    /// The smallest size that a text of each size group needs, px.
    var sizes: [String: Double] = [:]
    var shapings: [Int: Int] = [:]
  }

  init(
    job: Job, layers: [Layer], seed: Int, tracker: EffectTracker, fonts: FontLibrary,
    images: ImageFiles, unread: UnreadParts, collector: DiagnosticCollector
  ) throws {
    self.job = job
    self.layers = layers
    self.seed = seed
    self.tracker = tracker
    self.fonts = fonts
    self.images = images
    self.unread = unread
    self.collector = collector
    var concealments: [Int: TextConcealments] = [:]
    for (index, layer) in layers.enumerated() where layer.text != nil {
      do {
        concealments[index] = try TextConcealments(
          layer.effects.prefix(unread.readableEffects(of: layer, at: index)), ofLayer: index,
          seed: seed, tracker: tracker)
      } catch let found as JobDiagnostics {
        collector.report(found)
      }
    }
    self.concealments = concealments
  }

  func place(
    _ index: Int, in frame: FrameSolver, canvas: (Rect) -> Resolution<CanvasDependence>
  ) throws -> (frame: Rect?, content: Resolution<PlacedLayer>) {
    let layer = layers[index]
    if case .text(let spec) = layer.content {
      // Announced as a step, since it may take long.
      return try tracker.during(.layout(layer: index), of: layer, "the layout of the text") {
        try place(spec, of: index, in: frame, canvas: canvas)
      }
    }
    let rect = frame.frame(nil)
    let content: PlacedLayer.Content
    switch layer.content {
    case .image(let spec):
      guard let header = images[spec.source]?.header else { return (rect, .unavailable) }
      content = .image(
        spec.source,
        spec.place(
          width: Double(header.width), height: Double(header.height),
          in: rect.shrunk(by: frame.padding)))
    case .fill(let paint): content = .fill(paint)
    case .group: content = .group(PlacedLayer.Group())
    case .none, .text: content = .none
    }
    return (rect, .resolved(PlacedLayer(index: index, layer: layer, frame: rect, content: content)))
  }

  func group(_ content: PlacedLayer, ink: Rect, extent: Rect) -> PlacedLayer {
    var content = content
    let frame = content.frame
    let isCut = content.layer.cornerRadius != nil
    content.content = .group(
      PlacedLayer.Group(ink: isCut ? ink.intersection(frame) : ink, extent: extent))
    return content
  }

  func ink(of content: PlacedLayer) -> Rect { content.ink }

  func rectangles(
    of reference: Reference, in content: PlacedLayer, extent: Rect?
  ) throws -> [Rect] {
    try content.rectangles(of: reference, extent: extent ?? .empty)
  }

  func check(_ reference: Reference, toUnplaced index: Int) throws {
    guard case .match(let words) = reference.part, !unread.hidesContent(of: index),
      concealments[index]?.isEmpty == true, layers[index].text?.contains(words: words) == false
    else { return }
    throw EmptyReference(reference, PlacedLayer.doesNotContain)
  }

  func report(_ error: EmptyReference, inFrameOf index: Int, at key: String) {
    let path = layers[index].path + ["frame", .key(key)]
    collector.report(
      job.diagnostic(emptyReference: error, at: key == "anchor" ? path + ["to"] : path))
  }

  func naturalSize(of index: Int) throws -> Size? {
    guard case .image(let spec) = layers[index].content, let header = images[spec.source]?.header
    else { return nil }
    return Size(width: Double(header.width), height: Double(header.height))
  }
}
