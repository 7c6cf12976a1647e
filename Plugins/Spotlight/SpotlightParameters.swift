import ScrimKit

/// The shape of a light.
public enum SpotShape: String, ParameterChoice {
  /// The padded target with round corners.
  case rounded
  /// The padded target.
  case rect
  /// A circle about its centre, as wide as its longer side.
  case circle
  /// The ellipse in it.
  case ellipse
  /// The padded target with half circles at its ends.
  case pill
  /// What the target's layer covers, grown by the padding.
  case ink
}

/// A line around a light.
public struct SpotRing: ParameterRecord {
  @Parameter("Width of the line", unit: .pixels, in: 0...1000) public var width = 2.0
  @Parameter("Colour of the line") public var color = Color.white
  @Parameter("Between the light and the line", unit: .pixels, in: 0...1000) public var gap = 0.0

  /// A line of defaults.
  public init() {}

  /// How far it reaches beyond the light, px.
  var reach: Double { isDrawn ? gap + width : 0 }

  var isDrawn: Bool { width > 0 && color.alpha > 0 }
}

/// A bubble with a text beside a target.
public struct SpotCallout: ParameterRecord {
  @Parameter("What it says") public var text: TextSpec
  @Parameter("On which side of the target it stands; auto tries bottom, top, right, left")
  public var side = CalloutSide.auto
  @Parameter("Between the light, with its ring, and the arrow's tip", unit: .pixels, in: 0...1000)
  public var gap = 10.0
  @Parameter("What the bubble is filled with") public var fill = Paint.white
  @Parameter("Radius of the bubble's corners") public var cornerRadius = CornerRadii(.pixels(8))
  @Parameter("Room around the text", unit: .pixels, in: 0...1000) public var padding = Insets(12)
  @Parameter("The bubble's greatest width, at which the text wraps", unit: .pixels, in: 1...16384)
  public var maxWidth = 280.0
  @Parameter("Length of the arrow; 0 for none", unit: .pixels, in: 0...1000) public var arrow = 8.0

  /// A bubble of defaults; it has no text yet.
  public init() {}

  /// - Returns: A problem if the padding leaves no width for a text.
  public func validate() -> [ParameterDiagnostic] {
    guard maxWidth <= padding.left + padding.right else { return [] }
    return [
      ParameterDiagnostic(
        .conflict,
        "\(maxWidth.plain) px leave no room for a text: the padding alone takes "
          + "\((padding.left + padding.right).plain) px.", at: "maxWidth")
    ]
  }
}

/// On which side of its target a callout stands.
public enum CalloutSide: String, ParameterChoice {
  /// Where it fits: the first of bottom, top, right and left.
  case auto
  /// Above it.
  case top
  /// To the right of it.
  case right
  /// Below it.
  case bottom
  /// To the left of it.
  case left

  /// Whether a callout there lies above or below its target.
  var isLevel: Bool { self == .top || self == .bottom }
}
