import Glibc

/// A key that is a content of an owner's jobs: two are equal if owners and all bytes are, whatever either is
/// called.
struct ContentKey: Hashable {
  enum Kind: Hashable {
    /// A picture's file, and how many times smaller it was decoded.
    case picture(Reduction)
    /// What says how the lowest layers of a canvas look.
    case stack
  }

  let kind: Kind
  /// On whose behalf it was drawn: the time that a job takes tells nothing of other owners' jobs.
  let owner: String
  let bytes: [UInt8]
  /// The same in every process.
  let mark: Int

  /// What says how layers look. `mark` is of the same, with nothing in it that another process would say
  /// otherwise.
  init(stack: [UInt8], mark: ContentMark, owner: String) {
    kind = .stack
    self.owner = owner
    bytes = stack
    var mark = mark
    mark.add(owner.utf8)
    self.mark = mark.value
  }

  init(picture: [UInt8], _ reduction: Reduction, owner: String) {
    kind = .picture(reduction)
    self.owner = owner
    bytes = picture
    var mark = ContentMark()
    mark.add(owner.utf8)
    mark.add(reduction.rawValue)
    mark.add(picture.count)
    Self.eachPiece(of: picture) { mark.add($0) }
    self.mark = mark.value
  }

  static func == (one: ContentKey, other: ContentKey) -> Bool {
    one.kind == other.kind && one.owner == other.owner && one.bytes.count == other.bytes.count
      && one.bytes.withUnsafeBytes { bytes in
        other.bytes.withUnsafeBytes { others in
          guard let first = bytes.baseAddress, let second = others.baseAddress else { return true }
          return memcmp(first, second, bytes.count) == 0
        }
      }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(owner)
    hasher.combine(bytes.count)
    Self.eachPiece(of: bytes) { hasher.combine(bytes: $0) }
  }

  /// Of a long content so many bytes in all its parts: equality looks at every one.
  private static let mostHashed = 4096

  private static func eachPiece(of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { bytes in
      guard bytes.count > mostHashed else { return body(bytes) }
      let pieces = mostHashed / 64
      for piece in 0..<pieces {
        let start = (bytes.count - 64) * piece / (pieces - 1)
        body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 64]))
      }
    }
  }
}
