import ScrimJSON
import ScrimKit

extension JobReader {
  func readCanvas(_ place: Place) -> CanvasSpec? {
    guard let fields = Fields(place, CanvasFormat.object) else { return nil }
    return CanvasSpec(
      size: readSize(fields), scale: fields[CanvasFormat.scale],
      background: fields[CanvasFormat.background])
  }

  private func readSize(_ fields: Fields) -> CanvasSpec.Size {
    let width = fields[CanvasFormat.width]
    let height = fields[CanvasFormat.height]
    let padding = fields[CanvasFormat.padding]
    if case .automatic? = height {
      return .autoHeight(width: width ?? 1, padding: padding)
    }
    let heightNode = fields.place.at(CanvasFormat.height.name)?.node
    // A value that is neither a number nor "auto" may have been intended as either.
    if let heightNode, heightNode.number == nil { return .fixed(width: 1, height: 1) }
    if !fields.isMisspelt(CanvasFormat.height.name) {
      fields.place.at(CanvasFormat.padding.name)?.report(.conflict, CanvasFormat.paddingRule)
    }
    let sides = [CanvasFormat.width.name, CanvasFormat.height.name]
    guard sides.contains(where: { fields.has($0) || fields.isMisspelt($0) }) else {
      return .lowestImage
    }
    guard case .fixed(let high)? = height, let width else { return .fixed(width: 1, height: 1) }
    return .fixed(width: width, height: high)
  }
}
