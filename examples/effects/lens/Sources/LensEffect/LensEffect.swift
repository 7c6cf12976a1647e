import ScrimKit

/// Makes the layer's frame a lens: it shows what is at some other place, larger.
struct LensEffect: Effect {
  static let manifest = Manifest(
    "lens", version: "1.0.0", summary: "Magnifies another part of the canvas.")

  @Parameter("Magnified rectangle; its centre is the centre of the lens") var target: Reference
  @Parameter("How many times larger it is shown", in: 1...20) var zoom = 2.0
  @Parameter("Width of the ring around the lens", unit: .pixels, in: 0...200) var ring = 6.0
  @Parameter("Ring colour or gradient") var color = Paint.white

  func extent(in geometry: EffectGeometry) -> Rect {
    geometry.inputExtent.union(geometry.frame.grown(by: ring))
  }

  func regionOfInterest(for region: Rect, in geometry: EffectGeometry) throws -> RegionOfInterest {
    let shown = region.intersection(geometry.frame)
    guard !shown.isEmpty else { return RegionOfInterest(input: region) }
    let (origin, zoom) = (try origin(in: geometry), zoom)
    let seen = Rect(
      x: (shown.x - origin.x) / zoom, y: (shown.y - origin.y) / zoom, width: shown.width / zoom,
      height: shown.height / zoom)
    // Enlarging mixes neighbours.
    return RegionOfInterest(input: region, backdrop: seen.grown(by: 2 / geometry.scale))
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let (frame, origin, zoom) = (context.frame, try origin(in: context.geometry), zoom)
    let backdrop = try context.backdrop()
    let lens = Path(rect: frame, radii: CornerRadii(.percent(50)))
    try picture.drawUnder(in: frame.grown(by: ring)) { canvas in
      if ring > 0 {
        let rim = Path(rect: frame.grown(by: ring), radii: CornerRadii(.percent(50)))
        canvas.fill(rim, with: color)
      }
      canvas.clipped(to: lens) { canvas in
        canvas.transformed(origin: origin, scale: zoom) { $0.draw(backdrop) }
      }
    }
  }

  /// Where the canvas's corner would be, seen through the lens.
  private func origin(in geometry: EffectGeometry) throws -> Point {
    let (seen, frame) = (try geometry.rectangles(of: target).bounds.center, geometry.frame.center)
    return Point(x: frame.x - seen.x * zoom, y: frame.y - seen.y * zoom)
  }
}

@c(scrim_plugin_LensEffect)
public func scrimPlugin() -> ScrimPluginHandle { export(LensEffect.self) }
