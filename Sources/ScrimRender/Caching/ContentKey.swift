import Glibc
import ScrimCodecs

/// A key that is a content: two are equal if all bytes are.
struct ContentKey: Hashable {
  enum Kind: Hashable {
    /// An image file, and the reduction at which it was decoded.
    case image(Reduction)
    /// A description of the lowest layers of a canvas.
    case stack
  }

  let kind: Kind
  let bytes: [UInt8]
  /// A hash of the content, the same as long as the process runs.
  let contentHash: Int

  /// Creates the key of a description of layers.
  ///
  /// - Parameters:
  ///   - stack: The description, with the numbers of its images.
  ///   - hasher: The hash of the description with the hashes of its images' contents: an image that is not cached has
  ///     another number in each job.
  init(stack: [UInt8], hasher: Hasher) {
    kind = .stack
    bytes = stack
    contentHash = hasher.finalize()
  }

  init(image: [UInt8], _ reduction: Reduction) {
    kind = .image(reduction)
    bytes = image
    var hasher = Hasher()
    hasher.combine(reduction)
    hasher.combine(image.count)
    Self.eachPiece(of: image) { hasher.combine(bytes: $0) }
    contentHash = hasher.finalize()
  }

  static func == (one: ContentKey, other: ContentKey) -> Bool {
    one.kind == other.kind && one.bytes.count == other.bytes.count
      && one.bytes.withUnsafeBytes { bytes in
        other.bytes.withUnsafeBytes { others in
          guard let first = bytes.baseAddress, let second = others.baseAddress else { return true }
          return memcmp(first, second, bytes.count) == 0
        }
      }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(bytes.count)
    Self.eachPiece(of: bytes) { hasher.combine(bytes: $0) }
  }

  /// Number of bytes hashed of a long content, sampled from all its parts; equality compares every byte.
  private static let maxHashed = 4096

  private static func eachPiece(of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { bytes in
      guard bytes.count > maxHashed else { return body(bytes) }
      let pieces = maxHashed / 64
      for piece in 0..<pieces {
        let start = (bytes.count - 64) * piece / (pieces - 1)
        body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 64]))
      }
    }
  }
}
