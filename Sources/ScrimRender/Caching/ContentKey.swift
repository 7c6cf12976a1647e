import Glibc

/// A key that is a content: two are equal if all their bytes are, whatever either is called.
struct ContentKey: Hashable {
  enum Kind: Hashable {
    /// A picture's file, and how many times smaller it was decoded.
    case picture(Reduction)
    /// What says how the lowest layers of a canvas look.
    case stack
  }

  let kind: Kind
  let bytes: [UInt8]

  static func == (one: ContentKey, other: ContentKey) -> Bool {
    one.kind == other.kind && one.bytes.count == other.bytes.count
      && one.bytes.withUnsafeBytes { bytes in
        other.bytes.withUnsafeBytes { others in
          guard let first = bytes.baseAddress, let second = others.baseAddress else { return true }
          return memcmp(first, second, bytes.count) == 0
        }
      }
  }

  /// Of a long content so many bytes in all its parts: equality looks at every one.
  private static let mostHashed = 4096

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(bytes.count)
    bytes.withUnsafeBytes { bytes in
      guard bytes.count > Self.mostHashed else { return hasher.combine(bytes: bytes) }
      let pieces = Self.mostHashed / 64
      for piece in 0..<pieces {
        let start = (bytes.count - 64) * piece / (pieces - 1)
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<start + 64]))
      }
    }
  }
}
