import ScrimJSON
import ScrimLinux
import ScrimRecords

/// Reads a bundle as a tar archive while it arrives (POSIX.1-2017 pax, "ustar"). Only files and folders are taken.
struct TarBundle {
  private enum State {
    case head
    /// Bytes of the content that are left, and of the padding behind it.
    case file(place: String, left: Int, padding: Int)
    case skipped(left: Int)
    /// An extended head, whose `path` is that of the next entry.
    case extended(left: Int, padding: Int)
    /// Behind the end mark, where only zeroes are.
    case end
  }

  private static let block = 512

  private var state = State.head
  /// The part of a head that has arrived.
  private var head: [UInt8] = []
  /// What has arrived of a file.
  private var content: [UInt8] = []
  private var files = UploadedFiles(in: "tar archive")
  /// Of the next entry, if its name does not fit into its head.
  private var path: String?
  private var isMarked = false

  init() {}

  /// Takes the next bytes of the archive.
  ///
  /// - Throws: A problem with the first entry that is not allowed.
  mutating func receive(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    var rest = bytes
    while !rest.isEmpty {
      switch state {
      case .head:
        let part = rest.prefix(Self.block - head.count)
        head += part
        rest = rest.dropFirst(part.count)
        if head.count == Self.block {
          try begin()
          head.removeAll(keepingCapacity: true)
        }
      case .file(let place, let left, let padding):
        let part = rest.prefix(left)
        content += part
        rest = rest.dropFirst(part.count)
        guard part.count == left else {
          state = .file(place: place, left: left - part.count, padding: padding)
          break
        }
        try files.add(content, as: place)
        content = []
        state = next(after: padding)
      case .extended(let left, let padding):
        let part = rest.prefix(left)
        content += part
        rest = rest.dropFirst(part.count)
        guard part.count == left else {
          state = .extended(left: left - part.count, padding: padding)
          break
        }
        path = Self.path(inExtendedHead: content)
        content = []
        state = next(after: padding)
      case .skipped(let left):
        let count = min(left, rest.count)
        rest = rest.dropFirst(count)
        state = next(after: left - count)
      case .end:
        // Archives are filled up to a whole record.
        guard rest.allSatisfy({ $0 == 0 }) else { throw files.invalid("bytes follow its end.") }
        rest = []
      }
    }
  }

  /// Ends the archive.
  ///
  /// - Returns: The files with their places; one of them is `job.json`.
  /// - Throws: A problem if it is not complete.
  func finish() throws(Problem) -> (
    document: [UInt8], files: [(place: String, file: OwnedDescriptor)]
  ) {
    guard case .end = state else { throw files.invalid("it is not complete.") }
    return try files.finish()
  }

  private func next(after padding: Int) -> State {
    padding > 0 ? .skipped(left: padding) : .head
  }

  // MARK: Heads

  /// Reads a head.
  private mutating func begin() throws(Problem) {
    guard head.contains(where: { $0 != 0 }) else {
      // Two blocks of zeroes end it.
      state = isMarked ? .end : .head
      isMarked = true
      return
    }
    guard !isMarked else { throw files.invalid("a block of zeroes is within it.") }
    guard try number(148..<156) == checksum else {
      throw files.invalid("the checksum of entry \(files.count + 1) is wrong.")
    }
    let size = try number(124..<136)
    let padding = (Self.block - size % Self.block) % Self.block
    let name = text(0..<100)
    let prefix = text(257..<263).hasPrefix("ustar") ? text(345..<500) : ""
    let path = self.path ?? (prefix.isEmpty ? name : "\(prefix)/\(name)")
    if head[156] != UInt8(ascii: "x") { self.path = nil }
    switch head[156] {
    case UInt8(ascii: "0"), 0:
      let place = try files.begin(path, bytes: size)
      guard size > 0 else { return try files.add([], as: place) }
      state = .file(place: place, left: size, padding: padding)
    case UInt8(ascii: "5"):
      guard size == 0 else { throw files.invalid("\(quoted(path)) is a folder with content.") }
    case UInt8(ascii: "x"), UInt8(ascii: "g"):
      guard size <= 64 << 10 else { throw files.invalid("an extended head has \(size) bytes.") }
      // What is for all entries are times and owners, which a bundle does not have.
      state =
        head[156] == UInt8(ascii: "x") && size > 0
        ? .extended(left: size, padding: padding) : next(after: size + padding)
    default:
      throw files.invalid("\(quoted(path)) is not a file or a folder.")
    }
  }

  /// A number in octal digits.
  private func number(_ range: Range<Int>) throws(Problem) -> Int {
    let digits = head[range].drop { $0 == UInt8(ascii: " ") }
      .prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
    guard let value = Int(String(decoding: digits, as: UTF8.self), radix: 8), value >= 0 else {
      throw files.invalid("the head of entry \(files.count + 1) has no number where one must be.")
    }
    return value
  }

  /// The value of `path` in records `LENGTH KEY=VALUE` with line feeds.
  private static func path(inExtendedHead bytes: [UInt8]) -> String? {
    var (rest, path) = (bytes[...], String?.none)
    while let space = rest.firstIndex(of: UInt8(ascii: " ")),
      let length = Int(String(decoding: rest[..<space], as: UTF8.self)),
      length > space - rest.startIndex + 1, length <= rest.count
    {
      let record = rest[(space + 1)..<(rest.startIndex + length)].dropLast()
      if record.starts(with: "path=".utf8) {
        path = String(decoding: record.dropFirst(5), as: UTF8.self)
      }
      rest = rest.dropFirst(length)
    }
    return path
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: head[range].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Of the head, with spaces in place of the field.
  private var checksum: Int {
    head.indices.reduce(0) { sum, index in
      sum + ((148..<156).contains(index) ? Int(UInt8(ascii: " ")) : Int(head[index]))
    }
  }
}
