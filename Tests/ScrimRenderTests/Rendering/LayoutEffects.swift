import ScrimKit

/// Extends its input by a number of px, and draws nothing there.
struct Grow: Effect {
  static let manifest = Manifest("grow", version: "1.0.0", summary: "Grows the extent.")
  @Parameter("By how much", unit: .pixels, in: 0...1000) var by = 0.0

  func extent(in geometry: EffectGeometry) -> Rect { geometry.inputExtent.grown(by: by) }

  func apply(to picture: inout Picture, in context: EffectContext) throws {}
}

/// Extends to the canvas's edges.
struct Flood: Effect {
  static let manifest = Manifest("flood", version: "1.0.0", summary: "Fills the canvas.")

  func extent(in geometry: EffectGeometry) -> Rect { geometry.canvas }

  func apply(to picture: inout Picture, in context: EffectContext) throws {}
}

/// Reports an error, at its parameter, when its extent is requested.
struct Refuse: Effect {
  static let manifest = Manifest("refuse", version: "1.0.0", summary: "Refuses.")
  @Parameter("Why") var reason = "will not."

  func extent(in geometry: EffectGeometry) throws -> Rect {
    throw EffectError(reason, at: "reason")
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {}
}

/// Requests rectangles and the canvas, and ignores missing ones.
struct Careless: Effect {
  static let manifest = Manifest("careless", version: "1.0.0", summary: "Swallows errors.")
  @Parameter("What to ask for") var target: Reference

  func references() -> [Reference] { [target, target.with(.extent)] }

  func extent(in geometry: EffectGeometry) -> Rect {
    let rects = try? geometry.rectangles(of: target.with(.extent))
    return rects?.first ?? Rect(x: 0, y: 0, width: 1, height: 1)
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {}
}

/// Shows its backdrop unchanged.
struct Pane: Effect {
  static let manifest = Manifest("pane", version: "1.0.0", summary: "Shows what is below.")

  func extent(in geometry: EffectGeometry) -> Rect { geometry.frame }

  func regionOfInterest(for region: Rect, in geometry: EffectGeometry) -> RegionOfInterest {
    RegionOfInterest(input: region, backdrop: region)
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    try picture.drawUnder(context.backdrop())
  }
}
