/// One step of a layer's effect chain: turns the layer's image so far into a new one.
///
/// The `@Parameter` properties of an effect are its only input. It reads no clock, environment or file, so equal jobs
/// give equal pixels. The host calls the requirements in the order below. Their defaults suit an effect that draws
/// only within its input's extent.
///
/// All rectangles are in px at scale 1, from the canvas's top left corner.
public protocol Effect: Parameterized {
  /// Warnings for the author of a valid job, reported with the image. By default none.
  func warnings() -> [EffectWarning]

  /// The references whose rendered layer image the effect requests. By default none. A cycle of layer images is an
  /// error even where a cycle of rectangles is not.
  func layerImages() -> [Reference]

  /// The lines of the layer's text that the effect replaces by decoys. By default none.
  ///
  /// Called before layout, so neither the layer's frame nor anything else depends on the hidden words. Every effect
  /// sees the decoy lines as concealed (`TextLayout.Line.isConcealed`).
  func concealment() -> Concealment?

  /// The part of the layer's text that the effect conceals. By default nothing.
  ///
  /// Called once during layout, before anything is drawn and before any other part of the job requests the text.
  ///
  /// - Parameters:
  ///   - text: The text after the preceding effects.
  ///   - geometry: The layer's geometry.
  /// - Returns: The text visible before and after this effect; `nil` if nothing is concealed.
  /// - Throws: `EffectError`, `TextDiagnostic`.
  func redaction(of text: TextLayout, in geometry: EffectGeometry) throws -> Redaction?

  /// The part of a layer without text that the effect conceals, for references to it (`#id/concealed`). By default
  /// nothing.
  ///
  /// - Parameter frame: The layer's frame.
  /// - Returns: A part of the frame; empty if nothing is concealed.
  func concealedPart(of frame: Rect) -> Rect

  /// The bounds of the effect's output. By default the extent of its input.
  ///
  /// The output is clipped to it: too small a rectangle cuts the image, too large a one costs time.
  func extent(in geometry: EffectGeometry) throws -> Rect

  /// The parts of the input and of the backdrop that the effect needs to draw `region`. By default the same region of
  /// the input and nothing of the backdrop.
  ///
  /// This is not the inverse of `extent`: a blur needs the input within its reach, a shadow also the pixels that cast
  /// it.
  func regionOfInterest(for region: Rect, in geometry: EffectGeometry) throws -> RegionOfInterest

  /// Changes the layer's image.
  ///
  /// - Parameters:
  ///   - picture: The layer's image so far, complete within the region of interest.
  ///   - context: The effect's other inputs, and the region to draw.
  /// - Throws: `EffectError` with a message for the job's author.
  func apply(to picture: inout Picture, in context: EffectContext) throws
}

extension Effect {
  /// No warnings.
  public func warnings() -> [EffectWarning] { [] }

  /// No layer images.
  public func layerImages() -> [Reference] { [] }

  /// No lines.
  public func concealment() -> Concealment? { nil }

  /// Conceals nothing.
  public func redaction(of text: TextLayout, in geometry: EffectGeometry) throws -> Redaction? {
    nil
  }

  /// Conceals nothing.
  public func concealedPart(of frame: Rect) -> Rect { .empty }

  /// The extent of the input.
  public func extent(in geometry: EffectGeometry) throws -> Rect { geometry.inputExtent }

  /// The same region of the input.
  public func regionOfInterest(
    for region: Rect, in geometry: EffectGeometry
  ) throws -> RegionOfInterest {
    RegionOfInterest(input: region)
  }
}
