import ScrimJob
import ScrimKit

extension ImageSpec {
  /// The rectangle of an image in its frame; CSS Images §5.5 (`object-fit`, `object-position`).
  ///
  /// - Parameters:
  ///   - width: Width of the image in pixels; one is a px.
  ///   - height: Height of the image in pixels.
  ///   - box: The frame without its padding.
  /// - Returns: px on the canvas; may be larger than the box.
  func place(width: Double, height: Double, in box: Rect) -> Rect {
    guard width > 0, height > 0, !box.isEmpty else { return .empty }
    let (horizontal, vertical) = (box.width / width, box.height / height)
    let size: Size
    switch fit {
    case .fill: size = Size(width: box.width, height: box.height)
    case .none: size = Size(width: width, height: height)
    case .cover: size = scaled(max(horizontal, vertical))
    case .contain: size = scaled(min(horizontal, vertical))
    case .scaleDown: size = scaled(min(1, horizontal, vertical))
    }
    func scaled(_ factor: Double) -> Size { Size(width: width * factor, height: height * factor) }
    // A percentage refers to the remaining space, which may be negative.
    return Rect(
      x: box.x + positionX.resolved(of: box.width - size.width),
      y: box.y + positionY.resolved(of: box.height - size.height), width: size.width,
      height: size.height)
  }
}
