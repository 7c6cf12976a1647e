/// A step of a layer's chain: it takes the layer's picture so far and makes a new one of it.
///
/// An effect is a value whose `@Parameter` properties are its whole input. It reads no clock, no
/// environment and no file, so that equal jobs give equal pixels. The host asks in the order of the
/// requirements below; their defaults suit an effect that touches nothing outside the picture.
///
/// All rectangles are in px at scale 1, from the canvas's top left corner.
public protocol Effect: Sendable {
  /// What the effect is called.
  static var manifest: Manifest { get }

  /// An effect with default parameters.
  init()

  /// Checks what concerns several parameters at once; each alone is checked from its declaration. By default nothing.
  ///
  /// - Returns: The problems, each with a path that starts at the effect's object.
  func validate() -> [ParameterDiagnostic]

  /// What the author of a job should know although nothing is wrong. By default nothing. It is told
  /// beside the picture.
  func warnings() -> [EffectWarning]

  /// The rectangles of other layers that the effect asks for. By default those that its parameters
  /// name; an effect that makes others of these (`#id/ink` of `#id`) says so here.
  func references() -> [Reference]

  /// Those of its references whose finished picture the effect asks for. By default none: a ring of
  /// pictures is an error even where a ring of rectangles would be none.
  func layerImages() -> [Reference]

  /// Which lines of the layer's text the effect replaces by decoys. By default none. Asked before the
  /// text is laid out: neither the layer's frame nor anything else follows from the hidden words then.
  /// The lines of decoys are concealed ones (`TextLayout.Line.isConcealed`) for every effect.
  func concealment() -> Concealment?

  /// What the effect conceals of the layer's text. By default nothing. Asked once, while the layer is
  /// laid out: before anything is drawn and before anybody else asks for the text.
  ///
  /// - Parameters:
  ///   - text: The text as the effects before leave it.
  ///   - geometry: What is known of the layer before anything is drawn.
  /// - Returns: What is seen before and after this effect; `nil` where nothing is concealed.
  /// - Throws: `EffectError`, `TextDiagnostic`.
  func redaction(of text: TextLayout, in geometry: EffectGeometry) throws -> Redaction?

  /// What the effect conceals of a layer whose content is no text, for references to it
  /// (`#id/concealed`). By default nothing.
  ///
  /// - Parameter frame: The layer's.
  /// - Returns: A part of the frame; empty if nothing is concealed.
  func concealedPart(of frame: Rect) -> Rect

  /// Whether the image depends on the job's seed, by `EffectGeometry.random`. By default it does not, and the random
  /// numbers are the same in every job.
  var isRandom: Bool { get }

  /// What the effect may touch: what lies outside is clipped, so too small a rectangle cuts, and too
  /// large a one costs time. By default the extent of its input.
  func extent(in geometry: EffectGeometry) throws -> Rect

  /// What the effect must see of its input and of the backdrop to draw `region`. By default the same
  /// region of the input and nothing of the backdrop. (This is not the inverse of `extent`: a blur
  /// needs to see as far as it spreads, a shadow also where it comes from.)
  func regionOfInterest(for region: Rect, in geometry: EffectGeometry) throws -> RegionOfInterest

  /// Changes the picture.
  ///
  /// - Parameters:
  ///   - picture: The layer's picture so far, complete within the region of interest.
  ///   - context: What else the effect may see, and the region that is needed of it.
  /// - Throws: `EffectError` with a message for the job's author.
  func apply(to picture: inout Picture, in context: EffectContext) throws
}

extension Effect {
  /// Nothing to check.
  public func validate() -> [ParameterDiagnostic] { [] }

  /// No.
  public var isRandom: Bool { false }

  /// Nothing to tell.
  public func warnings() -> [EffectWarning] { [] }

  /// The references among the parameters.
  public func references() -> [Reference] {
    Declarations.of(Self.self) { Self() }.haveReferences ? declaredReferences(of: self) : []
  }

  /// None.
  public func layerImages() -> [Reference] { [] }

  /// Replaces nothing.
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
