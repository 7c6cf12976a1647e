import ScrimJSON
import ScrimKit
import ScrimLayout

/// The layers found in a document and the references between them, including layers with errors.
struct LayerIndex {
  enum Content {
    case none, text, image, fill, group, plugin
  }

  /// The purpose of a reference.
  enum Purpose {
    /// Positions the layer's frame.
    case frame
    /// Supplies rectangles to an effect.
    case effect
    /// Supplies rectangles to what a plugin draws as the layer's content.
    case content
    /// Supplies the other layer's finished image for drawing.
    case layerImage
  }

  struct Use {
    let reference: Reference
    let place: Place
    let purpose: Purpose
  }

  struct Entry {
    let place: Place
    /// The index of its group.
    let parent: Int?
    var id: String?
    var idPlace: Place?
    var content = Content.none
    var uses: [Use] = []
    /// Whether it lays out the layers in it.
    var isFlex = false
    /// Whether it has no place, as its own key or that of a group around it says.
    var isHidden = false
    /// As far as it could be read.
    var box = LayoutBox(frame: .box(FrameBox()))
  }

  private(set) var entries: [Entry] = []
  /// Whether some layers could not be read; a missing id may be one of theirs.
  var isIncomplete = false

  /// Whether the height of the canvas does not follow from its layers.
  var canvasHasHeight = true
  /// Layers with a text, an image or effects.
  var costlyCount = 0

  var hasImage: Bool { entries.contains { $0.content == .image } }

  mutating func begin(_ place: Place, in parent: Int?) -> Int {
    entries.append(Entry(place: place, parent: parent))
    return entries.count - 1
  }

  mutating func setFlex(of index: Int) { entries[index].isFlex = true }

  /// Removes a layer and those in it from the layout.
  mutating func hide(_ index: Int) {
    for entry in index..<entries.count { entries[entry].isHidden = true }
  }

  mutating func set(_ box: LayoutBox, of index: Int) { entries[index].box = box }

  mutating func name(_ index: Int, _ id: String, at place: Place) {
    entries[index].id = id
    entries[index].idPlace = place
  }

  mutating func set(_ content: Content, of index: Int) {
    entries[index].content = content
  }

  mutating func use(
    _ reference: Reference, at place: Place, for purpose: Purpose, of index: Int
  ) {
    entries[index].uses.append(Use(reference: reference, place: place, purpose: purpose))
  }

  /// Reports errors of the layers as a whole.
  func check() {
    let byId = checkIdentifiers()
    for entry in entries {
      for use in entry.uses where !use.place.collector.isFull && !entry.isHidden {
        check(use, byId)
      }
    }
    ReferenceGraph(self, byId).checkRings()
  }

  /// Checks that each id is used once; the first one of duplicates counts.
  private func checkIdentifiers() -> [String: Int] {
    var byId: [String: Int] = [:]
    for (index, entry) in entries.enumerated() {
      guard let id = entry.id else { continue }
      if let first = byId[id] {
        entry.idPlace?.report(
          code: "duplicate-id",
          "the id \(quoted(id)) is used twice; the first is \(words(forPlaceOf: entries[first])).")
      } else {
        byId[id] = index
      }
    }
    return byId
  }

  private func words(forPlaceOf entry: Entry) -> String {
    guard let place = entry.idPlace else { return "above" }
    return place.collector.namesLines
      ? "on line \(place.node.position.line)" : place.path.dropLast().displayPath
  }

  private func reportUnknown(_ id: String, at place: Place, among ids: [String]) {
    let suggestion: String
    if let near = nearest(to: id, in: ids + ["canvas"]) {
      suggestion = "Did you mean \(quoted("#\(near)"))?"
    } else if ids.isEmpty {
      suggestion = "No layer has an id."
    } else {
      // A long list would hide the message.
      let first = ids.prefix(8).map { quoted("#\($0)") }.joined(separator: ", ")
      suggestion = "Layer ids: \(first)\(ids.count > 8 ? ", …" : "")."
    }
    place.report(
      code: "unknown-reference", "unknown layer id \(quoted(id)). \(suggestion)")
  }

  private func check(_ use: Use, _ byId: [String: Int]) {
    guard let id = use.reference.id else { return }
    guard let target = byId[id] else {
      if !isIncomplete { reportUnknown(id, at: use.place, among: byId.keys.sorted()) }
      return
    }
    if entries[target].isHidden {
      use.place.report(
        .invalidValue,
        "the layer \(quoted("#\(id)")) has no place: it is removed from the layout by "
          + "\"display\": \"none\".")
      return
    }
    switch use.reference.part {
    case .line, .lines, .match:
      guard entries[target].content != .text else { return }
      use.place.report(
        .invalidValue, "the layer \(quoted("#\(id)")) has no text, so it has no lines or words.")
    default:
      break
    }
  }
}
