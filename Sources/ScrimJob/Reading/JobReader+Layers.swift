import ScrimDocument
import ScrimJSON
@_spi(Host) import ScrimKit
import ScrimLayout

extension JobReader {
  /// Reads a layer with what it has from styles.
  mutating func readLayer(_ place: Place, styles names: [String], in parent: Int?) -> Layer? {
    let index = layerIndex.begin(place, in: parent)
    let em = fontSize(of: place)
    place.collector.units.em = em
    guard let fields = Fields(place, LayerFormat.object) else { return nil }
    let id = readId(fields)
    if let id, let value = place.at(LayerFormat.id.name) { layerIndex.name(index, id, at: value) }
    // The id of a misspelt key counts, so that references to it are not reported as well.
    if let id = fields.misspelt(LayerFormat.id.name)?.string {
      layerIndex.name(index, id, at: place)
    }
    if [LayerFormat.layers.name, LayerFormat.image.name].contains(where: fields.isMisspelt) {
      layerIndex.isIncomplete = true
    }
    let frame = fields[LayerFormat.frame].flatMap { readFrame($0, of: index) } ?? .box(FrameBox())
    let flex = fields[LayerFormat.flex].flatMap(readFlex)
    if fields.has(LayerFormat.flex.name) || fields.isMisspelt(LayerFormat.flex.name) {
      layerIndex.setFlex(of: index)
    }
    let item = readItem(fields, frame, in: parent)
    // The layers in it ask for what is known of its size.
    layerIndex.set(LayoutBox(frame: frame, flex: flex, item: item), of: index)
    let content = readContent(fields, of: index)
    let sized = sized(frame, by: content, in: parent)
    // The layers in it have sizes of their own.
    place.collector.units.em = em
    let filter = fields[LayerFormat.image].flatMap { readFilter($0.at(ImageFormat.filter.name)) }
    let effects = fields[LayerFormat.effects].map { readEffects($0, of: index) } ?? []
    let border = fields[LayerFormat.border].flatMap(readBorder)
    let mask = fields[LayerFormat.mask].flatMap { readMask($0, of: index) }
    let isDisplayed = fields[FlexFormat.display] == .block
    if !isDisplayed { layerIndex.hide(index) }
    if case .text(let text) = content, let place = fields[LayerFormat.text] {
      checkFit(text, place, of: index)
    }
    var corners = fields[LayerFormat.cornerRadius]
    corners?.shape = fields[LayerFormat.cornerShape]
    let layer = Layer(
      id: id, alt: fields[LayerFormat.alt], frame: sized,
      padding: fields[LayerFormat.padding] ?? Edges(.pixels(0)),
      content: content,
      cornerRadius: corners, clips: fields[LayerFormat.clip],
      shadows: fields[LayerFormat.shadow]?.values ?? [],
      background: fields[LayerFormat.background]?.values ?? [], border: border,
      effects: (filter.map { [$0] } ?? []) + effects,
      opacity: fields[LayerFormat.opacity], blend: fields[LayerFormat.blend], mask: mask,
      rotate: fields[LayerFormat.rotate], scale: fields[LayerFormat.scale],
      skew: fields[LayerFormat.skew], flex: flex, item: item,
      isVisible: fields[LayerFormat.visible], isSnapped: fields[LayerFormat.snap],
      path: place.path, styles: names, origins: place.origins,
      textDraft: fields[LayerFormat.text].flatMap(readDraft))
    layerIndex.set(layer.box, of: index)
    return isDisplayed ? layer : nil
  }

  /// The font size of a layer for lengths in em: that of its text, or of the texts in it.
  private func fontSize(of place: Place) -> Double? {
    let units = place.collector.units
    if let text = place.at(LayerFormat.text.name), text.keys != nil {
      return TextSpec.size(in: text.json, units)
    }
    let own = place.at(LayerFormat.textDefaults.name).map { [$0] } ?? []
    let sized = (styles.textDefaults + own).last { $0.at("size") != nil && $0.keys != nil }
    return sized.flatMap { TextSpec.size(in: $0.json, units) }
  }

  private func readId(_ fields: Fields) -> String? {
    guard let id = fields[LayerFormat.id], let place = fields.place.at(LayerFormat.id.name) else {
      return nil
    }
    guard Reference.isIdentifier(id) else {
      place.report(
        .invalidValue,
        "\(place.found) is not an id: a letter A–Z or a–z, then letters, digits, _ and -.")
      return nil
    }
    guard id != "canvas" else {
      place.report(.invalidValue, "\"canvas\" is reserved for the canvas; choose another id.")
      return nil
    }
    return id
  }

  private mutating func readContent(_ fields: Fields, of index: Int) -> Layer.Content {
    if let place = fields[LayerFormat.text] {
      layerIndex.set(.text, of: index)
      return readText(place).map(Layer.Content.text) ?? .none
    }
    if let place = fields[LayerFormat.image] {
      layerIndex.set(.image, of: index)
      return readImage(place).map(Layer.Content.image) ?? .none
    }
    if fields.has(LayerFormat.fill.name) {
      layerIndex.set(.fill, of: index)
      return fields[LayerFormat.fill].map(Layer.Content.fill) ?? .none
    }
    if let place = fields[LayerFormat.layers] {
      layerIndex.set(.group, of: index)
      let defaults = fields[LayerFormat.textDefaults].flatMap(readTextDefaults)
      styles.textDefaults += defaults.map { [$0] } ?? []
      defer { if defaults != nil { styles.textDefaults.removeLast() } }
      return .group(readLayers(place, in: index))
    }
    if let place = fields[LayerFormat.content] {
      layerIndex.set(.plugin, of: index)
      return readPluginContent(place, of: index).map(Layer.Content.plugin) ?? .none
    }
    return .none
  }

  private func readText(_ place: Place) -> TextSpec? {
    guard place.node.object != nil else {
      place.reportType(expected: "an object such as \(ObjectKind.text.example ?? "")")
      return nil
    }
    let text = place.value(TextSpec.self)
    if let name = text?.legibleFix?.effect, effects[name] == nil {
      place.at("legibleFix")?.report(
        .notAvailable,
        "the effect \(quoted(name)), which this fix is, is not loaded: check the plugin folders.")
    }
    return text
  }

  /// Reads a text that has errors, without the keys that contain them.
  private func readDraft(_ place: Place) -> TextSpec? {
    guard place.hasDiagnostic, case .object(let members) = place.json else { return nil }
    let right = members.filter { place.at($0.key)?.hasDiagnostic != true }
    var decoding = ParameterDecoding(units: place.collector.units) { _ in nil }
    return TextSpec(from: .object(right), &decoding)
  }

  private func readBorder(_ place: Place) -> BorderSpec? {
    guard place.node.object != nil else {
      place.reportType(expected: "an object such as \(ObjectKind.border.example ?? "")")
      return nil
    }
    return place.value(BorderSpec.self).flatMap { border in
      border.lines.contains { $0.width > 0 } ? border : nil
    }
  }

  /// Reads an image's filter as the effect that applies it.
  private func readFilter(_ place: Place?) -> EffectUse? {
    guard let place, ImageFormat.filter.read(place)?.isEmpty == false else { return nil }
    let name = Node.filterEffect
    var decoding = ParameterDecoding()
    let json: JSON = [ImageFormat.filterParameter: place.json]
    guard let effect = effects[name]?.decode(json, &decoding) as (any Effect)? else {
      place.report(
        .notAvailable,
        "the effect \(quoted(name)), which applies filters, is not loaded: check the plugin folders."
      )
      return nil
    }
    return EffectUse(
      name: name, effect: effect, references: [], layerImages: [], named: [], path: place.path)
  }

  private func readImage(_ place: Place) -> ImageSpec? {
    guard let fields = Fields(place, ImageFormat.object) else { return nil }
    let source = fields[ImageFormat.source]
    let fit = fields[ImageFormat.fit]
    let position = fields[ImageFormat.position]
    return source.map {
      ImageSpec(source: $0, fit: fit, position: position)
    }
  }
}
