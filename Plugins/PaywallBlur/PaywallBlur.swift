import ScrimKit

/// Shows the first lines of a text and conceals the rest.
///
/// The layer is drawn twice: its visible lines, and the concealed ones, which are blurred and drawn beneath. The layer
/// is laid out with decoys in place of the concealed words. These are therefore never drawn, and nothing visible or
/// referenceable depends on them.
public struct PaywallBlur: Effect {
  public static let manifest = Manifest(
    "paywall-blur", version: "1.2.0",
    summary: "Shows the first lines of a text and conceals the rest.", category: .text)

  @Parameter("Number of visible lines, including soft wraps", in: 0...10_000)
  public var visibleLines = 1
  @Parameter(
    "Visible height from the top of the frame, instead of lines; also for images",
    unit: .pixels, in: 0...1_000_000)
  public var visibleHeight: Double? = nil
  @Parameter(
    "Standard deviation of the blur; if not given, 0.3 × the font size with decoys or bars, otherwise the larger of "
      + "11 px and 0.6 × the font size", unit: .pixels, in: 0...250)
  public var sigma: Double? = nil
  @Parameter("Blur kernel") public var kernel = BlurKernel.gaussian
  @Parameter(
    "Edge handling of images: the pixels assumed outside the frame; mirror if not given, and transparent for content "
      + "that is not clipped to its frame")
  public var edge: BlurEdge? = nil
  @Parameter(
    "Height of the transition to the blur: below the last visible line, or above the end of visibleHeight",
    unit: .pixels, in: 0...10_000)
  public var feather = 0.0
  @Parameter(
    "Height over which the concealed part fades to nothing, from its top: a fraction of it from 0 to 1, or px if more "
      + "than 1; 0 does not fade", in: 0...1_000_000)
  public var fade = 0.0
  @Parameter("Whether the blur increases from half of sigma to sigma over the concealed part")
  public var progressive = false
  @Parameter("Replacement for the concealed words") public var substitute = Substitute.decoy
  @Parameter(
    "Number of concealed lines shown; if not given, as many as the concealed text has",
    in: 0...10_000)
  public var lines: Int? = nil
  @Parameter(
    "Script of the decoys, ISO 15924 (Zyyy: digits); if not given, the most frequent one in the concealed text"
  )
  public var script: DecoyScript? = nil

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    var diagnostics: [ParameterDiagnostic] = []
    if $visibleLines.isGiven, $visibleHeight.isGiven {
      diagnostics.append(
        ParameterDiagnostic(
          .conflict, "\"visibleHeight\" cannot be combined with \"visibleLines\".",
          at: "visibleHeight")
      )
    }
    for (key, isGiven) in decoyParameters where isGiven && substitute == .none {
      diagnostics.append(
        ParameterDiagnostic(
          .conflict, "\"\(key)\" cannot be combined with \"substitute\": \"none\".", at: key))
    }
    return diagnostics
  }

  public func warnings() -> [EffectWarning] {
    guard substitute == .none else { return [] }
    return [
      EffectWarning(
        "the concealed words are only blurred and can be recovered from the image; "
          + "\"decoy\" and \"bars\" remove them from it.", at: "substitute")
    ]
  }

  public func concealment() -> Concealment? {
    guard substitute != .none else { return nil }
    return Concealment(
      allBut: visibleHeight.map(Concealment.Visible.height) ?? .lines(visibleLines), lines: lines,
      script: script?.rawValue
    ) { script, letters, generator in
      Alphabet(script: script).words(letters: letters, &generator)
    }
  }

  public func redaction(of text: TextLayout, in geometry: EffectGeometry) throws -> Redaction? {
    let concealed = concealedLines(of: text, in: geometry)
    guard !concealed.isEmpty else { return nil }
    let drawn =
      switch substitute {
      case .none: text
      case .bars: text.concealing { concealed.contains($0) }
      // Decoys stay. Lines with real words, from a host that did not request decoys, lose them.
      case .decoy: text.concealing { concealed.contains($0) && !text.lines[$0].isConcealed }
      }
    // Later effects see only boxes: an outline would draw sharp lines around blurred glyphs.
    return Redaction(before: drawn, after: drawn.concealing { concealed.contains($0) })
  }

  public func concealedPart(of frame: Rect) -> Rect {
    guard let visibleHeight, visibleHeight < frame.height else { return .empty }
    return Rect(
      x: frame.x, y: frame.y + visibleHeight, width: frame.width,
      height: frame.height - visibleHeight)
  }

  public func extent(in geometry: EffectGeometry) throws -> Rect {
    try check(geometry)
    if edge(in: geometry) != .transparent { return geometry.inputExtent }
    let bars = self.bars(in: geometry).map(\.bounds).bounds
    return geometry.inputExtent.union(bars).grown(by: reach(in: geometry))
  }

  public func regionOfInterest(
    for region: Rect, in geometry: EffectGeometry
  ) -> RegionOfInterest {
    let blur = Blur(sigma: sigma(in: geometry) * geometry.scale, kernel: kernel)
    return RegionOfInterest(input: region.grown(by: Double(blur.reach) / geometry.scale))
  }

  public func apply(to picture: inout Picture, in context: EffectContext) throws {
    let geometry = context.geometry
    guard let text = context.text else {
      let edge = context.grid.snap(context.frame.top + (visibleHeight ?? 0))
      try conceal(&picture, below: edge, in: context)
      return
    }
    let concealed = concealedLines(of: text, in: geometry)
    guard let first = concealed.first, let last = concealed.last else { return }
    let sharp = try context.input(with: text.showing { !concealed.contains($0) })
    var hidden = try context.input(with: text.showing { concealed.contains($0) })
    let bars = self.bars(in: geometry)
    if let paint = text.paint, !bars.isEmpty {
      try hidden.draw(in: bars.map(\.bounds).bounds) { canvas in
        for bar in bars { canvas.fill(bar, with: paint, box: text.paintBox) }
      }
    }
    // In line space: of columns, from the first to the last.
    let space = text.lineTransform
    func box(_ line: Int) -> Rect { space.inverse.bounds(of: text.lines[line].rectangle) }
    let (top, bottom) = (box(first).top, box(last).bottom)
    picture = try blurred(hidden, from: top, to: bottom, in: context, space)
    if feather > 0, first > 0 {
      // The last visible line stays as it is; the blur appears below it.
      try picture.fade(from: box(first - 1).bottom, over: feather, isIn: true, in: space)
    }
    try fade(&picture, from: top, to: bottom, in: space)
    try picture.draw(in: sharp.extent) { $0.draw(sharp) }
  }

  /// Blurs everything below `edge`.
  private func conceal(
    _ picture: inout Picture, below edge: Double, in context: EffectContext
  ) throws {
    var soft = try blurred(picture, from: edge, to: context.frame.bottom, in: context)
    try fade(&soft, from: edge, to: context.frame.bottom)
    picture = try Self.join(picture, above: soft, at: edge, feather: feather)
  }

  /// Fades a picture of the concealed part to nothing, if the job asks for it.
  private func fade(
    _ picture: inout Picture, from top: Double, to bottom: Double, in space: Transform = .none
  ) throws {
    let height = fade > 1 ? fade : fade * max(0, bottom - top)
    if height > 0 { try picture.fade(from: top, over: height, isIn: false, in: space) }
  }
}

/// The replacement for concealed words.
public enum Substitute: String, ParameterChoice {
  /// Other words, whose lengths do not depend on the concealed ones.
  case decoy
  /// The concealed words themselves, only blurred.
  case none
  /// A bar per line.
  case bars
}

@c(scrim_plugin_PaywallBlur)
public func scrimPlugin() -> ScrimPluginHandle { export(PaywallBlur.self) }
