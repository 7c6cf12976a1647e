import ScrimCodecs
import ScrimKit

/// An image of a job, for as long as the job may use it. Of a photo that may be reduced, only the size is known until
/// the reduction is.
///
/// The bottom image becomes the canvas itself. Writing to pixels that are shared copies them first, so the last user
/// of the image releases it.
final class ImageHandle {
  /// Width of the full image in pixels, upright.
  let width: Int
  /// Height of the full image in pixels, upright.
  let height: Int
  /// The image; `nil` before decoding and after release.
  private(set) var image: CanvasImage?
  /// A number that identifies its content in the cache, once it is decoded.
  private(set) var number: Int?
  /// A hash of its content, once it is decoded; the same in every process.
  private(set) var contentHash: Int?

  /// Creates an image decoded at full size.
  init(_ cached: CachedImage) {
    width = cached.image.width
    height = cached.image.height
    image = cached.image
    number = cached.number
    contentHash = cached.contentHash
  }

  /// Creates an image that is not decoded yet.
  init(_ header: ImageHeader) {
    width = header.width
    height = header.height
  }

  /// Sets the decoded image, at full or reduced size.
  func take(_ cached: CachedImage) {
    image = cached.image
    number = cached.number
    contentHash = cached.contentHash
  }

  func release() { image = nil }
}
