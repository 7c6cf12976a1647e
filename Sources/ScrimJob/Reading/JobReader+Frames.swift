import ScrimJSON
import ScrimKit
import ScrimLayout

extension JobReader {
  mutating func readFrame(_ place: Place, of index: Int) -> FrameSpec? {
    guard let fields = Fields(place, FrameFormat.object) else { return nil }
    guard fields.has(FrameFormat.of.name) else { return .box(readBox(fields, of: index)) }
    let inset = fields[FrameFormat.inset]
    let reference = readReference(fields[FrameFormat.of], of: index)
    return reference.map { .around($0, inset: inset) }
  }

  private mutating func readBox(_ fields: Fields, of index: Int) -> FrameBox {
    var box = FrameBox()
    box.x = fields[FrameFormat.x]
    box.right = fields[FrameFormat.right]
    box.y = fields[FrameFormat.y]
    box.bottom = fields[FrameFormat.bottom]
    box.width = fields[FrameFormat.width]
    box.height = fields[FrameFormat.height]
    box.minHeight = fields[FrameFormat.minHeight]
    let gap = fields[FrameFormat.gap]
    let below = readReference(fields[FrameFormat.below], of: index)
    let above = readReference(fields[FrameFormat.above], of: index)
    box.neighbour =
      below.map { .below($0, gap: gap) } ?? above.map { .above($0, gap: gap) }
    return box
  }

  private mutating func readReference(
    _ place: Place?, for purpose: LayerIndex.Purpose = .frame, of index: Int
  ) -> Reference? {
    guard let place, let reference = place.value(Reference.self) else { return nil }
    layerIndex.use(reference, at: place, for: purpose, of: index)
    return reference
  }

  /// The place of a reference, which must be to a layer as a whole, not to a part of it.
  private func wholeLayer(_ place: Place?) -> Place? {
    guard let place, let reference = place.value(Reference.self) else { return nil }
    guard let id = reference.id else {
      place.report(.invalidValue, "\"#canvas\" is not a layer; a mask must be a layer.")
      return nil
    }
    guard reference.part == .frame else {
      place.report(
        .invalidValue,
        "\(quoted(reference.text)) is a part of a layer; a mask must be a whole layer: "
          + "\(quoted("#\(id)")).")
      return nil
    }
    return place
  }

  mutating func readMask(_ place: Place, of index: Int) -> MaskSpec? {
    guard let fields = Fields(place, MaskFormat.object) else { return nil }
    let mode = fields[MaskFormat.mode]
    let isInverted = fields[MaskFormat.invert]
    let source = fields[MaskFormat.source].map(MaskSpec.Shape.source)
    let layer = readReference(
      wholeLayer(fields[MaskFormat.of]), for: .layerImage, of: index)
    let fill = fields[MaskFormat.fill].map(MaskSpec.Shape.fill)
    let shape = source ?? layer.map(MaskSpec.Shape.layer) ?? fill
    return shape.map { MaskSpec(shape: $0, mode: mode, isInverted: isInverted) }
  }
}
