import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// Identifies each lower part of a canvas by everything that its pixels depend on: the digests of its layers and of
/// the canvas, the scale, and the contents of the images.
struct StackKeys {
  /// The lowest layers of a canvas.
  struct Part {
    /// Number of its layers; a group counts as one.
    let count: Int
    /// The key of a part that does not depend on the seed.
    let key: ContentKey
    /// The key of a part that does.
    let seededKey: ContentKey
  }

  /// The parts that do not depend on layers above them, the smallest first.
  private(set) var parts: [Part] = []

  /// Limits on layers and text above which no keys are made, so that keys stay small compared with pixels.
  private static let maxLayers = 64
  private static let maxText = 32 << 10

  /// - Parameters:
  ///   - scene: The canvas.
  ///   - scale: Device pixels a px.
  ///   - medium: Whether gradients are dithered.
  init?(_ scene: Scene, scale: Double, for medium: Picture.Medium) {
    let layers = scene.job.layers
    // The contents of a job's own fonts, of SVGs and of files that plugins read are not among its keys.
    guard scene.images.vectors.isEmpty, layers.count <= Self.maxLayers, scene.job.fonts.isEmpty,
      scene.job.allLayers.allSatisfy({ $0.file == nil }), let digest = JobDigest(scene.job)
    else { return nil }
    var text = Text()
    text.add("\(scale) \(scene.canvas) \(medium)")
    scene.remedies.forEach { text.add($0) }
    text.add(digest.shared, scene.images)
    let roots = scene.rootsByLayer
    // Texts that share a size depend on each other.
    let lastRoots = scene.layers.reduce(into: [String: Int]()) { last, placed in
      guard let name = placed.layer.sizeGroup else { return }
      last[name] = max(last[name] ?? 0, roots[placed.index])
    }
    var highest = 0
    for (index, (layer, part)) in zip(layers, digest.layers).enumerated() {
      text.add(part, scene.images)
      guard text.bytes.count <= Self.maxText else { return }
      for reference in layer.withDescendants.flatMap(\.references) {
        guard let other = scene.layer(of: reference) else { continue }
        highest = max(highest, roots[other.index])
      }
      for name in layer.withDescendants.compactMap(\.sizeGroup) {
        highest = max(highest, lastRoots[name] ?? 0)
      }
      guard highest <= index else { continue }
      var seeded = text
      seeded.add("seed \(scene.seed)")
      parts.append(
        Part(
          count: index + 1,
          key: ContentKey(stack: text.bytes, hasher: text.hasher),
          seededKey: ContentKey(stack: seeded.bytes, hasher: seeded.hasher)))
    }
  }

  /// A sequence of strings with unambiguous boundaries.
  private struct Text {
    private(set) var bytes: [UInt8] = []
    private(set) var hasher = Hasher()

    mutating func add(_ piece: some Collection<UInt8>) {
      addToBytes(piece)
      hasher.combine(piece.count)
      if piece.withContiguousStorageIfAvailable({
        hasher.combine(bytes: UnsafeRawBufferPointer($0))
      }) == nil {
        for byte in piece { hasher.combine(byte) }
      }
    }

    mutating func add(_ piece: String) { add(piece.utf8) }

    /// Images are numbered as they are decoded; the hash takes their contents.
    mutating func add(_ part: JobDigest.Part, _ images: DecodedImages) {
      part.pieces.forEach { add($0) }
      for source in part.sources {
        add(source.name)
        addToBytes("\(images.number(of: source.name) ?? 0)".utf8)
        hasher.combine(images.contentHash(of: source.name))
      }
    }

    private mutating func addToBytes(_ piece: some Collection<UInt8>) {
      withUnsafeBytes(of: piece.count) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: piece)
    }
  }
}

extension Layer {
  /// All references of a layer, without those of its children.
  fileprivate var references: [Reference] {
    var others: [Reference] = []
    if case .layer(let reference) = mask?.shape { others = [reference] }
    if case .plugin(let use) = content { others += use.references }
    return frame.references.map(\.reference) + others
      + effects.flatMap { Array($0.references) + Array($0.layerImages) }
  }
}

extension Scene {
  /// The index among the root layers of each layer's root.
  var rootsByLayer: [Int] {
    var result = Array(repeating: 0, count: layers.count)
    for (position, root) in nesting.roots.enumerated() { result[root] = position }
    // A group precedes its children.
    for index in layers.indices {
      if let parent = nesting.parents[index] { result[index] = result[parent] }
    }
    return result
  }
}
