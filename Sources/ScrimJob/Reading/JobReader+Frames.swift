import ScrimKit

extension JobReader {
  private static let boxKeys = [
    "x", "right", "y", "bottom", "width", "height", "minHeight", "below", "above", "gap",
  ]

  mutating func readFrame(_ place: Place, of index: Int) -> FrameSpec? {
    guard let fields = Fields(place, as: .frame, keys: Self.boxKeys + ["of", "inset"]) else {
      return nil
    }
    guard fields.has("of") else {
      fields.forbid("inset", without: "of")
      return .box(readBox(fields, of: index))
    }
    for key in Self.boxKeys { fields.forbid(key, beside: "of") }
    let inset = fields["inset"]?.insets(in: LengthRange.distance) ?? Insets(0)
    let reference = readReference(fields, "of", of: index)
    return reference.map { .around($0, inset: inset) }
  }

  private mutating func readBox(_ fields: Fields, of index: Int) -> FrameBox {
    var box = FrameBox()
    box.x = fields["x"]?.length(in: LengthRange.distance)
    box.right = fields["right"]?.length(in: LengthRange.distance)
    box.y = fields["y"]?.length(in: LengthRange.distance)
    box.bottom = fields["bottom"]?.length(in: LengthRange.distance)
    box.width = fields["width"]?.length(in: LengthRange.size)
    box.height = fields["height"]?.length(in: LengthRange.size)
    box.minHeight = fields["minHeight"]?.length(in: LengthRange.size)
    let gap = fields.number("gap", in: LengthRange.distance, unit: " px") ?? 0
    let below = readReference(fields, "below", of: index)
    let above = readReference(fields, "above", of: index)
    box.neighbour =
      below.map { .below($0, gap: gap) } ?? above.map { .above($0, gap: gap) }

    fields.forbid("gap", without: "below", "above")
    fields.forbid("above", beside: "below")
    for key in ["y", "bottom"] { fields.forbid(key, beside: "below", "above") }
    if fields.has("x"), fields.has("width") { fields.forbid("right", beside: "x") }
    if fields.has("y"), fields.has("height") { fields.forbid("bottom", beside: "y") }
    return box
  }

  private mutating func readReference(
    _ fields: Fields, _ key: String, of index: Int
  ) -> Reference? {
    guard let place = fields[key], let reference = place.value(Reference.self) else { return nil }
    outline.use(reference, at: place, for: .frame, of: index)
    return reference
  }

  mutating func readMask(_ place: Place, of index: Int) -> MaskSpec? {
    let shapes = ["source", "of", "fill"]
    guard let fields = Fields(place, as: .mask, keys: shapes + ["mode", "invert"]) else {
      return nil
    }
    let mode = fields.choice("mode", MaskSpec.Mode.self) ?? .alpha
    let isInverted = fields.boolean("invert") ?? false
    fields.forbid("of", beside: "source")
    fields.forbid("fill", beside: "source", "of")
    guard let key = shapes.first(where: fields.has), let value = fields[key] else {
      if !shapes.contains(where: fields.isMisspelt) {
        place.report(.missingKey, "\"source\", \"of\" or \"fill\" is missing.")
      }
      return nil
    }
    let shape: MaskSpec.Shape?
    switch key {
    case "source":
      shape = fields.string("source").map { .source($0) }
    case "of":
      let reference = value.value(Reference.self)
      if let reference { outline.use(reference, at: value, for: .silhouette, of: index) }
      shape = reference.map { .layer($0) }
    default:
      shape = value.value(Paint.self).map { .fill($0) }
    }
    return shape.map { MaskSpec(shape: $0, mode: mode, isInverted: isInverted) }
  }
}
