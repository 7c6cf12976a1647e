import ScrimKit

/// Conceals all lines except the first: decoys are drawn in their place.
struct Conceal: Effect {
  static let manifest = Manifest("conceal", version: "1.0.0", summary: "Replaces words.")
  @Parameter("What stands in place of the words") var decoy = "decoy"

  func redaction(of text: TextLayout, in geometry: EffectGeometry) throws -> Redaction? {
    Redaction(
      try text.replacing(
        Dictionary(uniqueKeysWithValues: text.lines.indices.dropFirst().map { ($0, decoy) })))
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {}
}

/// Draws its input again with the lines of even number only.
struct EvenLines: Effect {
  static let manifest = Manifest("even-lines", version: "1.0.0", summary: "Drops odd lines.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    guard let text = context.text else { throw EffectError("needs text.") }
    picture = try context.input(with: text.showing { $0 % 2 == 0 })
  }
}

/// Draws the backdrop shifted by 10 px to the right.
struct ShiftBackdrop: Effect {
  static let manifest = Manifest("shift", version: "1.0.0", summary: "Moves what is below.")

  func extent(in geometry: EffectGeometry) -> Rect { geometry.frame }

  func regionOfInterest(for region: Rect, in geometry: EffectGeometry) -> RegionOfInterest {
    RegionOfInterest(input: region, backdrop: region.offset(dx: -10, dy: 0))
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let below = try context.backdrop()
    try picture.draw(in: context.region) { canvas in
      canvas.transformed(origin: Point(x: 10, y: 0), scale: 1) { $0.draw(below) }
    }
  }
}

/// Draws the inverted backdrop of the frame on top.
struct InvertBackdrop: Effect {
  static let manifest = Manifest("invert", version: "1.0.0", summary: "Inverts what is below.")

  func extent(in geometry: EffectGeometry) -> Rect { geometry.frame }

  func regionOfInterest(for region: Rect, in geometry: EffectGeometry) -> RegionOfInterest {
    RegionOfInterest(input: region, backdrop: region)
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    var below = try context.backdrop().raster(in: context.region)
    let stride = below.pixels.bytesPerRow
    try below.pixels.withMutableBytes { [area = below.area] bytes in
      for y in 0..<area.height {
        for x in 0..<area.width {
          for channel in 0..<3 { bytes[y * stride + x * 4 + channel] ^= 255 }
        }
      }
    }
    picture = try Picture(below)
  }
}

/// Fills far more than its declared extent.
struct Sprawl: Effect {
  static let manifest = Manifest("sprawl", version: "1.0.0", summary: "Ignores its own extent.")

  func extent(in geometry: EffectGeometry) -> Rect { geometry.frame }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    try picture.draw(in: context.canvas) { $0.fill(context.canvas, with: .color(.black)) }
  }
}

/// Covers the rectangles of a reference.
struct Cover: Effect {
  static let manifest = Manifest("cover", version: "1.0.0", summary: "Covers a reference.")
  @Parameter("What to cover") var target: Reference

  func extent(in geometry: EffectGeometry) throws -> Rect {
    try geometry.rectangles(of: target).bounds
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    for rect in try context.rectangles(of: target) {
      try picture.draw(in: rect) { $0.fill(rect, with: .color(.black)) }
    }
  }
}

/// Paints the silhouette of another layer.
struct Stamp: Effect {
  static let manifest = Manifest("stamp", version: "1.0.0", summary: "Stamps a silhouette.")
  @Parameter("Whose silhouette") var target: Reference

  func layerImages() -> [Reference] { [target] }

  func extent(in geometry: EffectGeometry) -> Rect { geometry.canvas }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let other = try context.layerImage(of: target)
    let mask = try other.mask(in: context.region)
    try picture.draw(in: context.region) { canvas in
      try canvas.fill(mask, scale: context.scale, with: .color(.black), box: context.frame)
    }
  }
}

/// A different grey for each use.
struct RandomGrey: Effect {
  static let manifest = Manifest("grey", version: "1.0.0", summary: "Fills with a random grey.")

  var isRandom: Bool { true }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    var random = context.random
    let grey = Color(white: Double(random.next() % 256) / 255)
    try picture.draw(.atop, in: picture.extent) { [extent = picture.extent] canvas in
      canvas.fill(extent, with: .color(grey))
    }
  }
}

/// Fails with an error type that the renderer does not know.
struct Fails: Effect {
  static let manifest = Manifest("fails", version: "1.0.0", summary: "Fails.")
  struct OwnError: Error, CustomStringConvertible { let description = "no lens fits." }

  func apply(to picture: inout Picture, in context: EffectContext) throws { throw OwnError() }
}
