import ScrimDocument
import ScrimKit

extension JobReader {
  func readCanvas(_ place: Place) -> CanvasSpec? {
    let keys = ["width", "height", "padding", "scale", "background"]
    guard let fields = Fields(place, as: .canvas, keys: keys) else { return nil }
    let scale = fields.number("scale", in: 0.1...8) ?? 1
    let background = fields.value("background", Paint.self)
    return CanvasSpec(size: readSize(fields), scale: scale, background: background)
  }

  private func readSize(_ fields: Fields) -> CanvasSpec.Size {
    let sides = 1.0...16384
    let width = fields.number("width", in: sides, unit: " px")
    let padding = fields.number("padding", in: LengthRange.size, unit: " px")
    let height: Double?
    let isAuto = fields["height"]?.node.string == "auto"
    if let place = fields["height"], !isAuto {
      guard place.node.number != nil else {
        let meant = place.node.string.flatMap { nearest(to: $0, in: ["auto"]) }.map(quoted)
        place.reportType(
          expected: "a number (\(sides.words) px) or \"auto\"", meant: meant ?? place.meantNumber)
        return .fixed(width: 1, height: 1)
      }
      height = place.number(in: sides, unit: " px")
    } else {
      height = nil
    }
    if !isAuto, !fields.isMisspelt("height"), let padding = fields["padding"] {
      padding.report(.conflict, "\"padding\" is for a canvas whose height is \"auto\".")
    }
    guard fields.has("width") == fields.has("height") else {
      if fields.isMisspelt("width") || fields.isMisspelt("height") {
        return .fixed(width: 1, height: 1)
      }
      let (here, missing) = fields.has("width") ? ("width", "height") : ("height", "width")
      fields.place.report(
        .missingKey,
        "\"\(missing)\" is missing beside \"\(here)\"; without both, the canvas takes the size of "
          + "the lowest image.")
      return .fixed(width: 1, height: 1)
    }
    guard fields.has("width") else {
      return fields.isMisspelt("width") ? .fixed(width: 1, height: 1) : .lowestImage
    }
    if isAuto { return .autoHeight(width: width ?? 1, padding: padding ?? 0) }
    return .fixed(width: width ?? 1, height: height ?? 1)
  }
}
