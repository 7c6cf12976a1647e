import ScrimDocument
import ScrimKit

extension JobReader {
  private static let layerKeys = [
    "id", "frame", "padding", "text", "image", "fill", "layers", "cornerRadius", "effects",
    "opacity", "blend", "mask", "rotate", "visible",
  ]
  private static let contentKeys = ["text", "image", "fill", "layers"]

  mutating func readLayer(_ place: Place, in parent: Int?) -> Layer? {
    let index = outline.begin(place, in: parent)
    guard let fields = Fields(place, as: .layer, keys: Self.layerKeys) else { return nil }
    let id = readId(fields)
    if let id, let value = fields["id"] { outline.name(index, id, at: value) }
    // What a misspelt key holds is not also missing.
    if let id = fields.misspelt("id")?.string { outline.name(index, id, at: place) }
    if fields.isMisspelt("layers") || fields.isMisspelt("image") { outline.isIncomplete = true }
    let frame = fields["frame"].flatMap { readFrame($0, of: index) } ?? .box(FrameBox())
    let content = readContent(fields, of: index)
    let effects = fields["effects"].map { readEffects($0, of: index) } ?? []
    let mask = fields["mask"].flatMap { readMask($0, of: index) }
    return Layer(
      id: id, frame: frame,
      padding: fields["padding"]?.insets(in: LengthRange.size) ?? Insets(0), content: content,
      cornerRadius: fields["cornerRadius"]?.cornerRadii(), effects: effects,
      opacity: fields.number("opacity", in: 0...1) ?? 1,
      blend: fields.choice("blend", BlendMode.self) ?? .normal, mask: mask,
      rotate: fields.number("rotate", in: -36_000...36_000, unit: "°") ?? 0,
      isVisible: fields.boolean("visible") ?? true, path: place.path,
      textDraft: fields["text"].flatMap(readDraft))
  }

  private func readId(_ fields: Fields) -> String? {
    guard let id = fields.string("id"), let place = fields["id"] else { return nil }
    guard Reference.isIdentifier(id) else {
      place.report(
        .invalidValue,
        "\(place.found) is not an id: a letter A–Z or a–z, then letters, digits, _ and -.")
      return nil
    }
    guard id != "canvas" else {
      place.report(.invalidValue, "\"canvas\" is the name of the canvas; choose another id.")
      return nil
    }
    return id
  }

  private mutating func readContent(_ fields: Fields, of index: Int) -> Layer.Content {
    let present = (fields.place.node.object ?? []).map(\.key).filter(Self.contentKeys.contains)
    for key in present.dropFirst() {
      fields[key]?.report(
        .conflict,
        "a layer has one content; \(quoted(present[0])) is there already.")
    }
    if let place = fields["text"] {
      outline.set(.text, of: index)
      return readText(place).map(Layer.Content.text) ?? .none
    }
    if let place = fields["image"] {
      outline.set(.image, of: index)
      return readImage(place).map(Layer.Content.image) ?? .none
    }
    if let place = fields["fill"] {
      outline.set(.fill, of: index)
      return place.value(Paint.self).map(Layer.Content.fill) ?? .none
    }
    if let place = fields["layers"] {
      outline.set(.group, of: index)
      return .group(readLayers(place, in: index))
    }
    return .none
  }

  private func readText(_ place: Place) -> TextSpec? {
    place.findings.visit(.text, place)
    guard place.node.object != nil else {
      place.reportType(expected: "an object such as \(ObjectKind.text.example ?? "")")
      return nil
    }
    return place.value(TextSpec.self)
  }

  /// A text that has mistakes, without the keys that they are in.
  private func readDraft(_ place: Place) -> TextSpec? {
    guard place.findings.hasProblem(within: place.path), case .object(let members) = place.json
    else { return nil }
    let right = members.filter { member in
      !place.findings.hasProblem(within: place.path + [.key(member.key)])
    }
    var decoding = ParameterDecoding()
    return TextSpec(from: .object(right), &decoding)
  }

  private func readImage(_ place: Place) -> ImageSpec? {
    guard let fields = Fields(place, as: .image, keys: ["source", "fit", "position"]) else {
      return nil
    }
    fields.require("source")
    let source = fields.string("source")
    let fit = fields.choice("fit", ImageSpec.Fit.self) ?? .cover
    let position = fields["position"].flatMap(readPosition) ?? [.percent(50), .percent(50)]
    guard let source else { return nil }
    return ImageSpec(source: source, fit: fit, positionX: position[0], positionY: position[1])
  }

  private func readPosition(_ place: Place) -> [Length]? {
    let expected = "two lengths (x, y) such as [\"50%\", \"50%\"]"
    guard let items = place.items else {
      place.reportType(expected: expected)
      return nil
    }
    guard items.count == 2 else {
      place.report(.outOfRange, "expected \(expected), found a list of \(items.count).")
      return nil
    }
    let lengths = items.compactMap { $0.length(in: LengthRange.distance) }
    return lengths.count == 2 ? lengths : nil
  }
}
