import ScrimKit

/// An ellipse that touches the sides of its frame.
public struct Ellipse: Content {
  public static let manifest = Manifest(
    "ellipse", version: "1.0.0", summary: "An ellipse that touches the sides of its frame.",
    category: .shape)

  @InlineParameters public var style = ShapeStyle()

  public init() {}

  public func validate() -> [ParameterDiagnostic] { style.validate() }

  public func extent(in geometry: ContentGeometry) -> Rect {
    style.extent(of: Path(ellipseIn: geometry.frame))
  }

  public func draw(on canvas: Canvas, in geometry: ContentGeometry) {
    style.draw(Path(ellipseIn: geometry.frame), on: canvas, in: geometry.frame)
  }
}
