import ScrimJob
@_spi(Host) import ScrimKit

/// Wraps an effect under test, with a variation that must not matter.
struct Probe: Effect {
  static let manifest = Manifest(
    "probe", version: "1.0.0", summary: "Wraps an effect and changes its surroundings.")

  /// The effect under test.
  var subject: any Effect = Idle()
  /// Distance by which the effect may draw beyond its declared extent, px.
  var freedom = 0.0
  /// The colour outside the regions that the effect declares to read; `nil` leaves them unchanged.
  var poison: Color?

  init() {}

  init(around subject: any Effect, _ setup: Setup) {
    self.subject = subject
    freedom = setup.freedom
    poison = setup.poison
  }

  /// The variations of an effect.
  struct Setup {
    var freedom = 0.0
    var poison: Color?
  }

  func validate() -> [ParameterDiagnostic] { subject.validate() }

  func warnings() -> [EffectWarning] { subject.warnings() }

  func references() -> [Reference] { subject.references() }

  func layerImages() -> [Reference] { subject.layerImages() }

  var isRandom: Bool { subject.isRandom }

  func concealment() -> Concealment? { subject.concealment() }

  func redaction(of text: TextLayout, in geometry: EffectGeometry) throws -> Redaction? {
    try subject.redaction(of: text, in: geometry)
  }

  func concealedPart(of frame: Rect) -> Rect { subject.concealedPart(of: frame) }

  func extent(in geometry: EffectGeometry) throws -> Rect {
    let extent = try subject.extent(in: geometry)
    guard freedom > 0 else { return extent }
    return extent.union(geometry.canvas).grown(by: freedom)
  }

  func regionOfInterest(
    for region: Rect, in geometry: EffectGeometry
  ) throws -> RegionOfInterest {
    try subject.regionOfInterest(for: region, in: geometry)
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    guard let poison else { return try subject.apply(to: &picture, in: context) }
    let need = try subject.regionOfInterest(for: context.region, in: context.geometry)
    func poisoned(_ picture: Picture, _ region: Rect, within whole: Rect) throws -> Picture {
      try picture.poisoned(with: poison, outside: region.intersection(whole), within: whole)
    }
    picture = try poisoned(picture, need.input, within: context.inputExtent)
    let host = EffectContext.Host(
      backdrop: {
        try poisoned(context.backdrop(), need.backdrop, within: context.geometry.canvas)
      },
      input: { try poisoned(context.input(with: $0), need.input, within: context.inputExtent) },
      layerImage: { try context.layerImage(of: $0) },
      image: { try context.image($0) })
    try subject.apply(
      to: &picture,
      in: EffectContext(geometry: context.geometry, region: context.region, host: host))
  }

  /// Does nothing.
  private struct Idle: Effect {
    static let manifest = Manifest("idle", version: "1.0.0", summary: "Does nothing.")
    func apply(to picture: inout Picture, in context: EffectContext) {}
  }
}

/// Wraps a content under test.
struct ContentProbe: Content {
  static let manifest = Manifest("probe", version: "1.0.0", summary: "Wraps a content.")

  /// The content under test.
  var subject: any Content = Nothing()
  /// Distance by which the content may draw beyond its declared extent, px.
  var freedom = 0.0

  func references() -> [Reference] { subject.references() }

  var isRandom: Bool { subject.isRandom }

  func naturalSize() -> Size? { subject.naturalSize() }

  func extent(in geometry: ContentGeometry) throws -> Rect {
    let extent = try subject.extent(in: geometry)
    return freedom > 0 ? extent.union(geometry.frame).grown(by: freedom) : extent
  }

  func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {
    try subject.draw(on: canvas, in: geometry)
  }

  func outline(in geometry: ContentGeometry) throws -> Path? { try subject.outline(in: geometry) }

  /// Draws nothing.
  private struct Nothing: Content {
    static let manifest = Manifest("nothing", version: "1.0.0", summary: "Draws nothing.")
    func draw(on canvas: Canvas, in geometry: ContentGeometry) {}
  }
}

/// At the end of a chain, requests only a part of its image.
struct Window: Effect {
  static let manifest = Manifest("window", version: "1.0.0", summary: "Shows a part.")

  /// The requested part, px at scale 1.
  var area = Rect.empty

  init() {}

  init(_ area: Rect) { self.area = area }

  func extent(in geometry: EffectGeometry) -> Rect { geometry.inputExtent.intersection(area) }

  func apply(to picture: inout Picture, in context: EffectContext) {}
}

extension Picture {
  /// The image inside the device pixels that `region` touches, surrounded by a colour.
  ///
  /// - Parameters:
  ///   - color: The colour; transparent for none.
  ///   - region: The part that stays, px at scale 1.
  ///   - whole: The extent of the image; nothing is drawn outside.
  /// - Returns: A recorded picture.
  /// - Throws: `DrawingError`.
  fileprivate func poisoned(
    with color: Color, outside region: Rect, within whole: Rect
  ) throws -> Picture {
    let kept = PixelRect(covering: region, scale: scale).rect(scale: scale)
    var picture = Picture(scale: scale)
    let source = self
    try picture.draw(in: kept.intersection(extent)) { canvas in
      canvas.clipped(to: Path(rect: kept)) { $0.draw(source) }
    }
    // Limits a huge image to the area that an effect could read.
    let around = whole.intersection(
      (kept.isEmpty ? Rect(x: 0, y: 0, width: 1, height: 1) : kept).grown(by: 2000))
    try picture.draw(in: around) { canvas in
      for side in around.without(kept) { canvas.fill(side, with: .color(color)) }
    }
    return picture
  }
}

extension Rect {
  /// The rectangle without another that it intersects: the parts above, below, left and right of it.
  fileprivate func without(_ other: Rect) -> [Rect] {
    let hole = intersection(other)
    guard !hole.isEmpty else { return [self] }
    return [
      Rect(left: left, top: top, right: right, bottom: hole.top),
      Rect(left: left, top: hole.bottom, right: right, bottom: bottom),
      Rect(left: left, top: hole.top, right: hole.left, bottom: hole.bottom),
      Rect(left: hole.right, top: hole.top, right: right, bottom: hole.bottom),
    ].filter { !$0.isEmpty }
  }
}
