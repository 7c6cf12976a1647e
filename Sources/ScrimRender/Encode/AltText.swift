import ScrimCodecs
import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// The texts of a scene for readers who cannot see the image.
struct AltText {
  /// The characters of a job's texts together: what fits into a segment of a JPEG, however it is escaped.
  static let mostCharacters = 8000

  private let scene: Scene
  /// The texts that are not empty, with their places.
  private let canvas: (text: String, path: [PathElement])?
  private let layers: [(text: String, path: [PathElement])]

  init(_ scene: Scene) {
    self.scene = scene
    let job = scene.job
    canvas = job.canvas.alt.flatMap { $0.isEmpty ? nil : ($0, ["canvas", "alt"]) }
    layers = job.layers.flatMap(\.visible).compactMap { layer in
      layer.alt.flatMap { $0.isEmpty ? nil : ($0, layer.path + ["alt"]) }
    }
  }

  /// What the files get: the text of the canvas, and those of the layers besides or, without the first, instead.
  var metadata: AltMetadata? {
    let parts = layers.isEmpty ? nil : layers.map(\.text).joined(separator: " ")
    guard let canvas else { return parts.map { AltMetadata(text: $0) } }
    return AltMetadata(text: canvas.text, details: parts)
  }

  /// Texts with words that an effect conceals, and texts that are too long together.
  var errors: [Diagnostic] {
    let all = [canvas].compactMap(\.self) + layers
    guard !all.isEmpty else { return [] }
    var errors: [Diagnostic] = []
    let count = all.reduce(0) { $0 + $1.text.unicodeScalars.count }
    if count > Self.mostCharacters, let last = all.last {
      errors.append(
        scene.job.diagnostic(
          "alt-too-long",
          "the texts of the canvas and the layers have \(count) characters; at most "
            + "\(Self.mostCharacters) are allowed.", at: last.path))
    }
    let concealed = scene.layers.compactMap { ConcealedWords($0, in: scene) }
    guard !concealed.isEmpty else { return errors }
    // What another layer shows is no secret.
    let shown = Set(
      scene.layers.flatMap { $0.shownLines(in: scene) }.flatMap { Words($0).list.map(\.text) })
    for (text, path) in all {
      for word in Words(text).list where !shown.contains(word.text) {
        guard let layer = concealed.first(where: { $0.contains(word.text) })?.layer else {
          continue
        }
        // The word itself is not quoted: its place is enough.
        errors.append(
          scene.job.diagnostic(
            "concealed-word",
            "\"alt\" has a word here that an effect of \(layer.displayName) conceals: leave it out.",
            at: path, offset: word.offset))
        break
      }
    }
    return errors
  }
}

extension Layer {
  /// The layer and its descendants, as far as they are drawn.
  fileprivate var visible: [Layer] {
    guard isVisible else { return [] }
    guard case .group(let children) = content else { return [self] }
    return [self] + children.flatMap(\.visible)
  }
}

/// The words of a text that an effect conceals.
private struct ConcealedWords {
  let layer: Layer
  private let spec: TextSpec
  private let asked: Set<String>

  /// - Returns: `nil` if the layer has no text, or all of it is shown.
  init?(_ placed: PlacedLayer, in scene: Scene) {
    guard let text = placed.visibleText, case .text(var spec) = placed.layer.content,
      placed.shownLines(in: scene).count < text.lines.count
    else { return nil }
    layer = placed.layer
    // Otherwise the words that an ellipsis replaces could not be asked for.
    spec.ellipsis = .none
    self.spec = spec
    asked = Set(spec.string.map { Words($0).list.map(\.text) } ?? [])
  }

  func contains(_ word: String) -> Bool {
    // Markup is not read here; its words are asked for one by one.
    asked.contains(word)
      || spec.markup != nil
        && [word, word.uppercased(), word.prefix(1).uppercased() + word.dropFirst()].contains {
          spec.contains(words: $0) == true
        }
  }
}

extension PlacedLayer {
  /// The lines of its text that are shown as they are.
  fileprivate func shownLines(in scene: Scene) -> [String] {
    guard let text = visibleText else { return [] }
    let bytes = Array(text.string.utf8)
    return shownLineNumbers(in: scene).map {
      String(decoding: bytes[text.lines[$0].range], as: UTF8.self)
    }
  }

  /// The indices of these lines.
  func shownLineNumbers(in scene: Scene) -> [Int] {
    guard layer.isVisible, let text = visibleText else { return [] }
    let hidden = concealedPart(in: scene)
    return text.lines.indices.filter { index in
      let line = text.lines[index]
      return line.isDrawn && !line.isConcealed && line.rectangle.intersection(hidden).isEmpty
    }
  }

  /// The part of the canvas that an effect of the layer, or of a group that it is in, conceals.
  fileprivate func concealedPart(in scene: Scene) -> Rect {
    scene.layers.filter { layer.path.starts(with: $0.layer.path) }.reduce(.empty) { part, placed in
      placed.layer.effects.reduce(part) { $0.union($1.effect.concealedPart(of: placed.frame)) }
    }
  }
}

/// The words of a text that say something: of four letters and more, with digits, or pairs of signs of a script without
/// spaces. They are in lower case.
private struct Words {
  private(set) var list: [(text: String, offset: Int)] = []

  init(_ text: String) {
    var word: [Character] = []
    var (start, offset) = (0, 0)
    for character in text {
      if character.isLetter || character.isNumber {
        if word.isEmpty { start = offset }
        word.append(character)
      } else {
        add(word, at: start)
        word = []
      }
      offset += character.utf8.count
    }
    add(word, at: start)
  }

  private mutating func add(_ word: [Character], at start: Int) {
    if word.contains(where: Self.needsNoSpaces) {
      var offset = start
      for (one, next) in zip(word, word.dropFirst()) {
        list.append(("\(one)\(next)".lowercased(), offset))
        offset += one.utf8.count
      }
    } else if word.count >= 4 || word.contains(where: \.isNumber) {
      list.append((String(word).lowercased(), start))
    }
  }

  /// Of Thai, Lao, Burmese, Khmer, and of the scripts of East Asia.
  private static func needsNoSpaces(_ character: Character) -> Bool {
    let scalar = character.unicodeScalars.first?.value ?? 0
    return [0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x9FFF, 0x20000...0x3FFFF]
      .contains { $0.contains(scalar) }
  }
}
