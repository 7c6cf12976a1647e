import ScrimKit

/// A decoded picture for as long as the job may ask for it.
///
/// What lies under everything becomes the canvas itself; but who writes to pixels that somebody else holds
/// copies them first. So the last who needs the picture lets go of it.
final class HeldPicture {
  /// The picture; `nil` once it was let go.
  private(set) var image: CanvasImage?

  init(_ image: CanvasImage) {
    self.image = image
  }

  func letGo() { image = nil }
}
