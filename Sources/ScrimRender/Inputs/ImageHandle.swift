import ScrimCodecs
import ScrimKit

/// A picture of a job for as long as the job may ask for it; of a photo that is drawn small only its
/// size is known until it is known how small.
///
/// What lies under everything becomes the canvas itself; but who writes to pixels that somebody else holds
/// copies them first. So the last who needs the picture lets go of it.
final class ImageHandle {
  /// Pixels a row of the whole picture, upright.
  let width: Int
  /// Rows of the whole picture, upright.
  let height: Int
  /// The picture; `nil` before it is decoded and once it was let go.
  private(set) var image: CanvasImage?
  /// What tells its content from all others that the cache has seen, once it is decoded.
  private(set) var number: Int?
  /// What stands for its content in every process, once it is decoded.
  private(set) var contentHash: Int?

  /// A picture that is decoded whole.
  init(_ cached: CachedImage) {
    width = cached.image.width
    height = cached.image.height
    image = cached.image
    number = cached.number
    contentHash = cached.contentHash
  }

  /// A picture that is not decoded yet.
  init(_ header: ImageHeader) {
    width = header.width
    height = header.height
  }

  /// Takes what was decoded, whole or smaller.
  func take(_ cached: CachedImage) {
    image = cached.image
    number = cached.number
    contentHash = cached.contentHash
  }

  func release() { image = nil }
}
