@_spi(Host) import ScrimKit

/// A target that records drawing. For groups that are composed in isolation: the recording stays sharp at any later
/// transform.
final class RecordingTarget: RenderTarget {
  /// Everything drawn so far.
  private(set) var picture: Picture
  /// Whether effects see opaque black as the backdrop; it is not part of the picture.
  private let isOpaqueBelow: Bool

  /// - Parameters:
  ///   - picture: An empty picture.
  ///   - isOpaqueBelow: Whether effects that read the backdrop see black where it is transparent.
  init(_ picture: Picture, isOpaqueBelow: Bool = false) {
    self.picture = picture
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
    var seen = Picture(like: picture)
    try seen.draw(in: region) { canvas in
      canvas.fill(region, with: .black)
      canvas.draw(picture)
    }
    return seen
  }

  func picture(in region: Rect, transformedBack transform: Transform) throws -> Picture {
    try picture(in: transform.bounds(of: region)).transformed(by: transform.inverse)
  }

  func clip(to path: Path, _ body: () throws -> Void) throws {
    let before = picture
    try body()
    let after = picture
    picture = before
    try picture.replace(inside: path, by: after)
  }
}
