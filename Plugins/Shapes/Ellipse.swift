import ScrimKit

/// An ellipse that touches the sides of its frame.
public struct Ellipse: FrameShape {
  public static let manifest = Manifest(
    "ellipse", version: "1.0.0", summary: "An ellipse that touches the sides of its frame.",
    category: .shape)

  @InlineParameters public var style = ShapeStyle()

  public init() {}

  public func validate() -> [ParameterDiagnostic] { style.validate() }

  func outline(in frame: Rect) -> Path { Path(ellipseIn: frame) }
}
