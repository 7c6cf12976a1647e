@_spi(Host) import ScrimKit

/// A ground of recorded drawing: for what is composed on its own before it meets what is below, so
/// that it stays sharp however it is drawn then.
final class RecordingTarget: RenderTarget {
  /// What has been drawn.
  private(set) var picture: Picture
  /// Whether black seems to be below; it is not in the picture.
  private let isOpaqueBelow: Bool

  /// A transparent ground.
  ///
  /// - Parameters:
  ///   - scale: Device pixels a px, where pixels are asked for.
  ///   - isOpaqueBelow: Whether effects that look at it see black where it is transparent.
  init(scale: Double, isOpaqueBelow: Bool = false) {
    picture = Picture(scale: scale)
    self.isOpaqueBelow = isOpaqueBelow
  }

  func fill(with paint: Paint, box: Rect) throws {
    try picture.draw(in: box) { $0.fill(box, with: paint) }
  }

  func draw(_ picture: Picture, opacity: Double, blend: BlendMode) throws {
    if opacity >= 1, blend == .normal {
      try self.picture.draw(picture)
    } else {
      try self.picture.draw(.blend(blend), in: picture.extent) {
        $0.draw(picture, opacity: opacity)
      }
    }
  }

  func picture(in region: Rect) throws -> Picture {
    guard isOpaqueBelow else { return picture }
    var seen = Picture(scale: picture.scale)
    try seen.draw(in: region) { canvas in
      canvas.fill(region, with: .black)
      canvas.draw(picture)
    }
    return seen
  }

  func picture(in region: Rect, rotatedBack rotation: Rotation) throws -> Picture {
    try picture(in: rotation.bounds(of: region)).rotated(by: rotation.inverse)
  }

  func clip(to path: Path, _ body: () throws -> Void) throws {
    let before = picture
    try body()
    let after = picture
    picture = before
    try picture.replace(inside: path, by: after)
  }
}
