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
    box.minWidth = fields[FrameFormat.minWidth]
    box.maxWidth = fields[FrameFormat.maxWidth]
    box.minHeight = fields[FrameFormat.minHeight]
    box.maxHeight = fields[FrameFormat.maxHeight]
    box.aspectRatio = fields[FrameFormat.aspectRatio]
    let gap = fields[FrameFormat.gap]
    let below = readReference(fields[FrameFormat.below], of: index)
    let above = readReference(fields[FrameFormat.above], of: index)
    box.neighbour =
      below.map { .below($0, gap: gap) } ?? above.map { .above($0, gap: gap) }
    let rightOf = readReference(fields[FrameFormat.rightOf], of: index)
    let leftOf = readReference(fields[FrameFormat.leftOf], of: index)
    box.sideNeighbour =
      rightOf.map { .rightOf($0, gap: gap) } ?? leftOf.map { .leftOf($0, gap: gap) }
    box.anchor = fields[FrameFormat.anchor].flatMap { readAnchor($0, of: index) }
    checkCentre(box.x, fields, FrameFormat.x.name, FrameFormat.right.name)
    checkCentre(box.y, fields, FrameFormat.y.name, FrameFormat.bottom.name)
    return box
  }

  /// A centred frame has no distance from the far edge.
  private func checkCentre(
    _ position: FramePosition?, _ fields: Fields, _ key: String, _ far: String
  ) {
    guard position == .center else { return }
    fields.place.at(far)?.report(
      .conflict, "\(quoted(far)) cannot be combined with \(quoted(key)): \"center\".")
  }

  private mutating func readAnchor(_ place: Place, of index: Int) -> FrameAnchor? {
    guard let fields = Fields(place, AnchorFormat.object) else { return nil }
    let outside = fields[AnchorFormat.outside]
    let (x, y) = (fields[AnchorFormat.x], fields[AnchorFormat.y])
    let (dx, dy) = (fields[AnchorFormat.dx], fields[AnchorFormat.dy])
    if let outside {
      let taken = outside == .top || outside == .bottom ? AnchorFormat.y.name : AnchorFormat.x.name
      place.at(taken)?.report(
        .conflict,
        "\(quoted(taken)) cannot be combined with \"outside\": \(quoted(outside.rawValue)).")
    }
    return readReference(fields[AnchorFormat.to], of: index).map {
      FrameAnchor(to: $0, x: x, y: y, dx: dx, dy: dy, outside: outside)
    }
  }

  func readFlex(_ place: Place) -> FlexSpec? {
    guard let fields = Fields(place, FlexFormat.object) else { return nil }
    var flex = FlexSpec()
    flex.direction = fields[FlexFormat.direction]
    flex.wrap = fields[FlexFormat.wrap]
    if let gap = fields[FlexFormat.gap] { (flex.rowGap, flex.columnGap) = (gap.row, gap.column) }
    flex.justifyContent = fields[FlexFormat.justifyContent]
    flex.alignItems = fields[FlexFormat.alignItems]
    flex.alignContent = fields[FlexFormat.alignContent]
    flex.textDirection = fields[FlexFormat.textDirection]
    return flex
  }

  /// Reads what a layer asks of the flex group around it.
  func readItem(_ fields: Fields, _ frame: FrameSpec, in parent: Int?) -> FlexItem {
    var item = FlexItem()
    item.grow = fields[FlexFormat.grow]
    item.shrink = fields[FlexFormat.shrink]
    item.basis = fields[FlexFormat.basis] ?? .automatic
    item.alignSelf = fields[FlexFormat.alignSelf]
    item.margin = fields[FlexFormat.margin] ?? Margins()
    let isInFlex = parent.map { layerIndex.entries[$0].isFlex } ?? false
    for key in FlexFormat.itemKeys {
      guard let place = fields.place.at(key) else { continue }
      if !isInFlex {
        place.report(
          .conflict, "\(quoted(key)) requires a group with \"flex\" around the layer.")
      } else if frame.isOutOfFlow, key != FlexFormat.alignSelf.name {
        place.report(
          .conflict,
          "\(quoted(key)) cannot be combined with a frame that has a position: the group does not lay out "
            + "such a layer.")
      }
    }
    return item
  }

  /// Reports a text that is to fit a frame that is to fit the text.
  func checkFit(_ text: TextSpec, _ place: Place, of index: Int) {
    let key =
      text.sizeGroup != nil ? "sizeGroup" : text.fit != .none ? "fit" : nil
    guard let key, let value = place.at(key) else { return }
    let entry = layerIndex.entries[index]
    guard case .box(let box) = entry.box.frame else { return }
    let side =
      box.width?.isContent == true ? "width" : box.height?.isContent == true ? "height" : nil
    if let side {
      value.report(
        .conflict,
        "\(quoted(key)) cannot be combined with a \(quoted(side)) that follows from the content.")
      return
    }
    let isInFlow =
      !entry.box.frame.isOutOfFlow
      && entry.parent.map { layerIndex.entries[$0].isFlex } ?? false
    guard key == "sizeGroup" || text.fit == .grow || text.fit == .both || isInFlow else { return }
    let sizes = DefiniteSizes(layerIndex)
    let hasHeight = sizes.isDefinite(.height, of: index)
    // Where no group lays it out, it reaches to the right edge.
    guard !hasHeight || isInFlow && !sizes.isDefinite(.width, of: index) else { return }
    value.report(
      .conflict,
      "\(quoted(key)) requires a frame with a \(quoted(hasHeight ? "width" : "height")) that does not "
        + "follow from the content.")
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
