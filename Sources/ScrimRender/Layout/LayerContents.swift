import ScrimCodecs
import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// Measures the contents of layers for the layout: lines of texts, rectangles of images, extents of effects. Reports
/// each error at its position.
final class LayerContents: LayoutContents {
  let job: Job
  let layers: [Layer]
  private let nesting: Nesting
  let seed: Int
  let tracker: EffectTracker
  let fonts: FontLibrary
  let images: ImageFiles
  let unread: UnreadParts
  let collector: DiagnosticCollector
  /// The concealments of each text's effects; missing if an effect reports an error.
  let concealments: [Int: TextConcealments]
  /// Each layer that has a place.
  var placed: [PlacedLayer?]
  private var hasWarnedOfCorners = false
  /// The smallest size that a text of each size group needs, px.
  var sizes: [String: Double] = [:]
  /// How often each text was shaped.
  var shapings: [Int: Int] = [:]

  init(
    job: Job, layers: [Layer], nesting: Nesting, seed: Int, tracker: EffectTracker,
    fonts: FontLibrary,
    images: ImageFiles, unread: UnreadParts, collector: DiagnosticCollector
  ) throws {
    self.job = job
    self.layers = layers
    self.nesting = nesting
    self.seed = seed
    self.tracker = tracker
    self.fonts = fonts
    self.images = images
    self.unread = unread
    self.collector = collector
    placed = Array(repeating: nil, count: layers.count)
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
  ) throws -> (frame: Rect?, content: Resolution<Void>) {
    let (rect, content) = try placedLayer(index, in: frame, canvas: canvas)
    placed[index] = content.value
    if let rect { checkCorners(of: layers[index], in: rect) }
    return (rect, content.map { _ in })
  }

  /// How long the columns of a text may be before its frame is known, px: as its own height, or that of the closest
  /// group or canvas which says it (CSS Writing Modes 4 §7.3.1). `nil` if none does.
  func columnLength(of index: Int) -> Double? {
    var taken = 0.0
    var next: Int? = index
    while let box = next {
      let padding = layers[box].padding.resolved(of: nil)
      taken += padding.top + padding.bottom
      if let height = layers[box].frame.fixedHeight { return max(0, height - taken) }
      next = nesting.parents[box]
    }
    if case .fixed(_, let height) = job.canvas.size { return max(0, height - taken) }
    return nil
  }

  /// Warns once of percentages where they would make ellipses in CSS.
  private func checkCorners(of layer: Layer, in frame: Rect) {
    guard !hasWarnedOfCorners, let radii = layer.cornerRadius,
      abs(frame.width - frame.height) > 0.01 * max(frame.width, frame.height)
    else { return }
    let all = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft]
    guard all.contains(where: { if case .percent(let share) = $0 { share > 0 } else { false } })
    else { return }
    hasWarnedOfCorners = true
    let side = min(frame.width, frame.height).rounded(toPlaces: 2)
    collector.warn(
      job.diagnostic(
        "warning",
        "a percentage is of the shorter side of the frame, \(side.plain) px, for both "
          + "directions; in CSS these corners would be ellipses. Write \"full\" for a pill, or a number of px.",
        at: layer.path + ["cornerRadius"]))
  }

  /// Warns of a fill, a background or a border that has no area, since the layer's size follows from a group or from
  /// content that it does not have.
  private func checkArea(of layer: Layer, _ rect: Rect) {
    let box = layer.frame.box
    guard rect.width <= 0 || rect.height <= 0, layer.isVisible else { return }
    let key: String
    switch layer.content {
    case .fill:
      guard box.width == nil, box.height == nil else { return }
      key = "fill"
    case .plugin: key = "content"
    case .none where layer.border != nil: key = "border"
    case .none where !layer.background.isEmpty && box.width == nil && box.height == nil:
      key = "background"
    default: return
    }
    guard key == "fill" else {
      collector.warn(
        job.diagnostic(
          "warning",
          "the \(key) draws nothing: the layer is \(rect.width.rounded(toPlaces: 2).plain) × "
            + "\(rect.height.rounded(toPlaces: 2).plain) px here. Give its \"frame\" a size.",
          at: layer.path + [.key(key)]))
      return
    }
    collector.warn(
      job.diagnostic(
        "warning",
        "the fill draws nothing: it is \(rect.width.rounded(toPlaces: 2).plain) × "
          + "\(rect.height.rounded(toPlaces: 2).plain) px here. Give it a \"frame\", or the "
          + "group that it is in a \"background\".",
        at: layer.path + ["fill"]))
  }

  /// Warns of inner shadows that an opaque fill hides, since it is drawn over them.
  private func checkShadows(of layer: Layer, _ fill: Paint) {
    guard fill.isOpaque, layer.isVisible, layer.shadows.contains(where: \.inset) else { return }
    collector.warn(
      job.diagnostic(
        "warning",
        "the fill hides the inset shadow, which is between a layer's background and its content: "
          + "write \"background\" instead of \"fill\".",
        at: layer.path + ["shadow"]))
  }

  private func placedLayer(
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
      let box = rect.shrunk(by: frame.padding)
      guard let place = images.place(spec, in: box) else { return (rect, .unavailable) }
      do throws(EffectError) {
        try images.vectors[spec.source]?.check(
          in: place, of: ContentGeometry(frame: box, fonts: fonts))
      } catch {
        collector.report(
          job.diagnostic(
            unreadable: spec.source, error.message, at: layer.path + ["image", "source"]))
        return (rect, .unavailable)
      }
      content = .image(spec.source, place)
    case .fill(let paint):
      content = .fill(paint)
      checkArea(of: layer, rect)
      checkShadows(of: layer, paint)
    case .group: content = .group(PlacedLayer.Group())
    case .plugin(let use):
      let box = rect.shrunk(by: frame.padding)
      // What is drawn between other layers is known when these are.
      let extent =
        use.references.isEmpty ? try self.extent(of: use, in: box, ofLayer: index) : .empty
      if extent.isEmpty, use.references.isEmpty { checkArea(of: layer, rect) }
      content = .plugin(use, box: box, extent: extent)
    case .none, .text:
      content = .none
      checkArea(of: layer, rect)
    }
    return (rect, .resolved(PlacedLayer(index: index, layer: layer, frame: rect, content: content)))
  }

  func fill(_ group: Int, ink: Rect, extent: Rect) {
    guard let layer = placed[group] else { return }
    let isCut = layer.layer.isCut
    placed[group]?.content = .group(
      PlacedLayer.Group(ink: isCut ? ink.intersection(layer.frame) : ink, extent: extent))
  }

  func ink(of index: Int) -> Rect { placed[index]?.ink ?? .empty }

  func rectangles(
    of reference: Reference, in index: Int, extent: Rect?
  ) throws -> [Rect] {
    try placed[index]?.rectangles(of: reference, extent: extent ?? .empty) ?? []
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
    switch layers[index].content {
    case .image(let spec): return images.size(of: spec.source)
    case .plugin(let use): return use.naturalSize
    case .none, .text, .fill, .group: return nil
    }
  }
}
