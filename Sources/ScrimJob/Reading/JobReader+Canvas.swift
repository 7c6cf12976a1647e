import ScrimJSON
@_spi(Host) import ScrimKit

extension JobReader {
  mutating func readCanvas(_ place: Place) -> CanvasSpec? {
    guard let fields = Fields(place, CanvasFormat.object) else { return nil }
    let size = readSize(fields)
    // Of a canvas with errors every size will do.
    place.collector.units =
      place.hasDiagnostic ? LengthUnits(width: 1000, height: 1000) : LengthUnits(of: size)
    if let defaults = fields[CanvasFormat.textDefaults].flatMap(readTextDefaults) {
      styles.textDefaults = [defaults]
    }
    return CanvasSpec(
      size: size, scale: fields[CanvasFormat.scale],
      background: fields[CanvasFormat.background], dither: fields[CanvasFormat.dither],
      bleed: fields[CanvasFormat.bleed], alt: fields[CanvasFormat.alt])
  }

  private func readSize(_ fields: Fields) -> CanvasSpec.Size {
    let width = fields[CanvasFormat.width]
    let height = fields[CanvasFormat.height]
    let padding = fields[CanvasFormat.padding]
    if width?.isAutomatic == true || height?.isAutomatic == true {
      // A side with an error has some length.
      return .automatic(
        width: width?.isAutomatic == true ? nil : width?.length ?? 1,
        height: height?.isAutomatic == true ? nil : height?.length ?? 1, padding: padding)
    }
    let isAmbiguous = [CanvasFormat.width.name, CanvasFormat.height.name].contains {
      // A value that is neither a number nor "auto" may have been intended as either.
      fields.place.at($0).map { $0.node.number == nil && $0.node.string?.first?.isNumber != true }
        ?? false
    }
    if isAmbiguous { return .fixed(width: 1, height: 1) }
    if !fields.isMisspelt(CanvasFormat.height.name), !fields.isMisspelt(CanvasFormat.width.name) {
      fields.place.at(CanvasFormat.padding.name)?.report(.conflict, CanvasFormat.paddingRule)
    }
    let sides = [CanvasFormat.width.name, CanvasFormat.height.name]
    guard sides.contains(where: { fields.has($0) || fields.isMisspelt($0) }) else {
      return .lowestImage
    }
    guard let high = height?.length, let wide = width?.length else {
      return .fixed(width: 1, height: 1)
    }
    return .fixed(width: wide, height: high)
  }
}

extension LengthUnits {
  /// The units of a canvas.
  init(of size: CanvasSpec.Size) {
    switch size {
    case .fixed(let width, let height): self.init(width: width, height: height)
    case .automatic(let width, let height, _):
      let sides = [width == nil ? "width" : nil, height == nil ? "height" : nil].compactMap(\.self)
      self.init(
        width: width, height: height,
        reason:
          "its \(sides.joined(separator: " and ")) \(sides.count > 1 ? "follow" : "follows") from the layers"
      )
    case .lowestImage:
      self.init(reason: "it has that of an image: give it a \"width\" and a \"height\"")
    }
  }
}

extension CanvasFormat.Side {
  fileprivate var isAutomatic: Bool { length == nil }

  /// px.
  fileprivate var length: Double? {
    if case .fixed(let length) = self { length } else { nil }
  }
}
