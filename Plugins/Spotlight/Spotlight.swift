import ScrimKit

/// Darkens the layer's frame except for its targets.
public struct Spotlight: Effect {
  public static let manifest = Manifest(
    "spotlight", version: "1.1.0",
    summary: "Darkens everything except its targets, with rings and callouts.", category: .light)

  @Parameter("Lit targets: references or rectangles, plain or as objects with \"at\"")
  public var targets: SpotTargets
  @Parameter("Shape of the lit areas") public var shape = SpotShape.rounded
  @Parameter("Grows each target", unit: .pixels, in: 0...10_000) public var padding = 0.0
  @Parameter("Corner radius of rounded lit areas")
  public var cornerRadius = CornerRadii(.pixels(8))
  @Parameter("Shape of the corners of rounded lit areas; CSS corner-shape")
  public var cornerShape = CornerShape.round
  @Parameter("Standard deviation of the soft edges", unit: .pixels, in: 0...250)
  public var feather = 0.0
  @Parameter("Colour of the overlay outside the lit areas") public var color = Color.black
  @Parameter("Multiplies the colour's alpha", in: 0...1) public var opacity = 0.6
  @Parameter("Standard deviation of the blur outside the lit areas", unit: .pixels, in: 0...250)
  public var backdropSigma = 0.0
  @Parameter("Blur kernel") public var kernel = BlurKernel.gaussian
  @Parameter("Saturation factor outside the lit areas", in: 0...4) public var saturation = 1.0
  @Parameter("Ring around each lit area") public var ring: SpotRing? = nil
  @Parameter("Callout for the only target") public var callout: SpotCallout? = nil

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    let targets = targets.list
    var diagnostics = targets.indices.flatMap { validate(targetAt: $0) }
    if targets.allSatisfy({ ($0.options.shape ?? shape) != .rounded }) {
      diagnostics += Self.given($cornerRadius.isGiven, $cornerShape.isGiven).map {
        ParameterDiagnostic(
          .conflict, "only \"rounded\" lit areas have corners, and no target is rounded.", at: $0)
      }
    }
    if $callout.isGiven, targets.count > 1 {
      diagnostics.append(
        ParameterDiagnostic(
          .conflict,
          "there are \(targets.count) targets: set the callout in its own target, as "
            + "{\"at\": \"#id\", \"callout\": {…}}.", at: "callout"))
    }
    return diagnostics
  }

  public func references() -> [Reference] {
    targets.list.flatMap { target in
      [target.options.at.reference, inkBox(of: target.options)].compactMap(\.self)
    }
  }

  public func layerImages() -> [Reference] {
    targets.list.filter { ($0.options.shape ?? shape) == .ink }.compactMap(\.options.at.reference)
  }

  public func extent(in geometry: EffectGeometry) throws -> Rect {
    let lights = try lights(in: geometry)
    let callouts = try callouts(besides: lights, in: geometry)
    let rings = lights.filter { $0.ringReach > 0 }.map { $0.bounds(grownBy: $0.ringReach) }
    return (rings + callouts.map(\.extent)).bounds
      .union(geometry.inputExtent).union(geometry.frame)
  }

  public func regionOfInterest(
    for region: Rect, in geometry: EffectGeometry
  ) -> RegionOfInterest {
    guard changesBackdrop else { return RegionOfInterest(input: region) }
    let below = seenByBlur(of: region, in: geometry)
    return RegionOfInterest(input: region.union(below), backdrop: below)
  }

  public func apply(to picture: inout Picture, in context: EffectContext) throws {
    let lights = try lights(in: context.geometry)
    let callouts = try callouts(besides: lights, in: context.geometry)
    let layerImages = LayerImages(context)
    try drawVeil(on: &picture, around: lights, layerImages, in: context)
    try RingDrawing(lights, in: context.geometry)
      .draw(on: &picture, layerImages, in: context.region)
    for callout in callouts { try callout.draw(on: &picture, in: context) }
  }

  private func validate(targetAt index: Int) -> [ParameterDiagnostic] {
    let options = targets.list[index].options
    let shape = options.shape ?? shape
    let path: [PathElement] = [.key("targets"), .index(index)]
    var diagnostics: [ParameterDiagnostic] = []
    if shape == .ink, options.at.reference?.id == nil {
      let what = options.at.reference == nil ? "a rectangle" : "the canvas"
      diagnostics.append(
        ParameterDiagnostic(
          .conflict, "\(what) has no silhouette: \"ink\" requires a reference to a layer.",
          path: path + (options.shape == nil ? [] : [.key("shape")])))
    }
    if shape != .rounded {
      diagnostics += Self.given(options.$cornerRadius.isGiven, options.$cornerShape.isGiven).map {
        ParameterDiagnostic(
          .conflict, "only \"rounded\" lit areas have corners, not \"\(shape.rawValue)\" ones.",
          path: path + [.key($0)])
      }
    }
    return diagnostics
  }

  /// The keys of corners that are given.
  private static func given(_ radius: Bool, _ shape: Bool) -> [String] {
    (radius ? ["cornerRadius"] : []) + (shape ? ["cornerShape"] : [])
  }
}

@c(scrim_plugin_Spotlight)
public func scrimPlugin() -> ScrimPluginHandle { export(Spotlight.self) }
