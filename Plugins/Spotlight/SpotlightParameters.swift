import ScrimKit

/// The shape of a lit area.
public enum SpotShape: String, ParameterChoice {
  /// The padded target with round corners.
  case rounded
  /// The padded target.
  case rect
  /// A circle around the target's centre; its diameter is the longer side.
  case circle
  /// The ellipse inscribed in the padded target.
  case ellipse
  /// The padded target with semicircular ends.
  case pill
  /// The silhouette of the target's layer, grown by the padding.
  case ink
}

/// A line around a lit area.
public struct SpotRing: ParameterRecord {
  @Parameter("Line width", unit: .pixels, in: 0...1000) public var width = 2.0
  @Parameter("Line colour") public var color = Color.white
  @Parameter("Distance between the lit area and the ring", unit: .pixels, in: 0...1000) public
    var gap = 0.0

  /// Creates a ring with default parameters.
  public init() {}

  /// How far it extends beyond the lit area, px.
  var reach: Double { isDrawn ? gap + width : 0 }

  var isDrawn: Bool { width > 0 && color.alpha > 0 }
}

/// A speech bubble with a text, next to a target.
public struct SpotCallout: ParameterRecord {
  @Parameter("Text of the callout") public var text: TextSpec
  @Parameter("Side of the target for the callout; auto tries bottom, top, right, left")
  public var side = CalloutSide.auto
  @Parameter(
    "Distance between the lit area (including its ring) and the tip of the arrow", unit: .pixels,
    in: 0...1000)
  public var gap = 10.0
  @Parameter("Fill of the bubble") public var fill = Paint.white
  @Parameter("Corner radius of the bubble") public var cornerRadius = CornerRadii(.pixels(8))
  @Parameter("Padding around the text", unit: .pixels, in: 0...1000) public var padding = Insets(12)
  @Parameter("Maximum width of the bubble; the text wraps at it", unit: .pixels, in: 1...16384)
  public var maxWidth = 280.0
  @Parameter("Length of the arrow; 0 for none", unit: .pixels, in: 0...1000) public var arrow = 8.0
  @Parameter("Radius of the arrow's tip", unit: .pixels, in: 0...1000) public var arrowRadius = 2.0
  @Parameter("Line from the bubble to its target, instead of the arrow")
  public var leader: CalloutLeader? = nil
  @Parameter("Border inside the edge of the bubble") public var border: CalloutBorder? = nil
  @Parameter("Shadow of the bubble") public var shadow: Shadow? = nil

  /// Creates a callout with default parameters and without a text.
  public init() {}

  /// - Returns: Errors if the padding leaves no width for a text, or if there is both an arrow and a leader.
  public func validate() -> [ParameterDiagnostic] {
    let arrows = [("arrow", $arrow.isGiven), ("arrowRadius", $arrowRadius.isGiven)]
    let both = arrows.filter { leader != nil && $0.1 }.map { name, _ in
      ParameterDiagnostic(
        .conflict, "\"\(name)\" cannot be combined with \"leader\", which replaces the arrow.",
        at: name)
    }
    guard maxWidth <= padding.left + padding.right else { return both }
    return both + [
      ParameterDiagnostic(
        .conflict,
        "\(maxWidth.plain) px leave no space for text: the padding alone takes "
          + "\((padding.left + padding.right).plain) px.", at: "maxWidth")
    ]
  }
}

/// A line from a callout to its target.
public struct CalloutLeader: ParameterRecord {
  @Parameter("Line width", unit: .pixels, in: 0.1...100) public var width = 2.0
  @Parameter("Line colour") public var color = Color.white
  @Parameter(
    "Length of the line; longer where the bubble would cover something", unit: .pixels,
    in: 0...16384)
  public var length = 40.0

  /// Creates a leader with default parameters.
  public init() {}

  /// The radius of the dot at the end, px.
  var dot: Double { 2 * width }
}

/// A line along the inside of a callout's edge.
public struct CalloutBorder: ParameterRecord {
  @Parameter("Line width", unit: .pixels, in: 0...1000) public var width = 1.0
  @Parameter("Line colour") public var color = Color(white: 0, alpha: 0.15)

  /// Creates a border with default parameters.
  public init() {}
}

/// The side of its target on which a callout is placed.
public enum CalloutSide: String, ParameterChoice {
  /// The first of bottom, top, right and left where it fits.
  case auto
  /// Above it.
  case top
  /// To the right of it.
  case right
  /// Below it.
  case bottom
  /// To the left of it.
  case left

  /// Whether the callout is above or below its target.
  var isLevel: Bool { self == .top || self == .bottom }
}
