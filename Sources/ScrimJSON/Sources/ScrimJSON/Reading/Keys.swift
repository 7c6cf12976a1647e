/// The keys of all open objects, to detect duplicates. Small objects are searched linearly, large ones use a hash table
/// with a random seed, so that documents cannot provoke collisions.
struct Keys {
  /// The keys of each object are contiguous, after those of the enclosing objects.
  private var keys: [Key] = []
  /// The strings of keys that are not steady, in the same order.
  private var texts: [String] = []

  private struct Key {
    let start: UInt32
    let end: UInt32
    let line: UInt32
    /// The hash; 0 while the object is searched linearly.
    var hash: UInt32 = 0
    /// An index in `texts`; -1 if the key is steady and can be compared by its bytes.
    var text: Int32 = -1
    let isPlain: Bool

    /// The range of its characters in the document, without the quotes.
    var letters: Range<Int> { (Int(start) + 1)..<(Int(end) - 1) }

    init(_ entry: Tape.Entry) {
      start = entry.start
      end = entry.end
      line = UInt32(truncatingIfNeeded: entry.position.line)
      isPlain = entry.kind == .plain
    }
  }

  /// The keys of one object.
  struct Object {
    /// The indices of its first key and of its first text.
    fileprivate let start: Int
    fileprivate let text: Int
    /// Indices of keys by their hash, -1 for free slots; empty while the object is searched linearly.
    fileprivate var slots: [Int32] = []
  }

  private static let maxSearched = 12

  func begin() -> Object {
    Object(start: keys.count, text: texts.count)
  }

  mutating func end(_ object: Object) {
    keys.removeLast(keys.count - object.start)
    texts.removeLast(texts.count - object.text)
  }

  /// Adds a key to the innermost object, unless it is a duplicate.
  ///
  /// - Parameters:
  ///   - entry: The key.
  ///   - object: The object.
  ///   - bytes: The document.
  /// - Returns: The line of the first use if the key is a duplicate; otherwise `nil`.
  mutating func earlier(
    _ entry: Tape.Entry, among object: inout Object, in bytes: [UInt8]
  ) -> Int? {
    var key = Key(entry)
    if !key.isPlain, entry.kind == .escaped || !Self.isSteady(bytes[key.letters]) {
      let text = Reader.string(entry, in: bytes)
      if Self.mayRepeat(text.utf8) { return nil }
      key.text = Int32(truncatingIfNeeded: texts.count)
      texts.append(text)
    } else if bytes[Int(entry.start) + 1] == UInt8(ascii: "/"), Self.mayRepeat(bytes[key.letters]) {
      return nil
    }
    let count = keys.count - object.start
    if count < Self.maxSearched {
      for index in object.start..<keys.count where isSame(keys[index], key, bytes) {
        return Int(keys[index].line)
      }
      keys.append(key)
      return nil
    }
    if object.slots.count < 2 * (count + 1) { rehash(&object, bytes) }
    key.hash = hash(of: key, bytes)
    let mask = object.slots.count - 1
    var slot = Int(key.hash) & mask
    while case let index = Int(object.slots[slot]), index >= 0 {
      if keys[index].hash == key.hash, isSame(keys[index], key, bytes) {
        return Int(keys[index].line)
      }
      slot = (slot + 1) & mask
    }
    object.slots[slot] = Int32(truncatingIfNeeded: keys.count)
    keys.append(key)
    return nil
  }

  /// Whether a key may be repeated: annotations begin with `//`.
  private static func mayRepeat(_ letters: some Collection<UInt8>) -> Bool {
    letters.starts(with: [0x2F, 0x2F])
  }

  /// Whether a string contains only characters that are always in Unicode's form NFC, regardless of their neighbours
  /// (ASCII, Latin, Cyrillic, kana, Han from U+4000). Swift considers two such strings equal only if their bytes are.
  private static func isSteady(_ letters: ArraySlice<UInt8>) -> Bool {
    var index = letters.startIndex
    while index < letters.endIndex {
      switch letters[index] {
      case 0..<0x80: index += 1
      case 0xC2...0xCB, 0xD0, 0xD1: index += 2
      case 0xE4...0xE9: index += 3
      case 0xE3 where 0x81...0x83 ~= letters[index + 1]:
        // U+3099 and U+309A are combining marks for kana.
        if letters[index + 1] == 0x82, 0x99...0x9A ~= letters[index + 2] { return false }
        index += 3
      default: return false
      }
    }
    return true
  }

  /// Enlarges the hash table.
  private mutating func rehash(_ object: inout Object, _ bytes: [UInt8]) {
    var size = 64
    while size < 4 * (keys.count - object.start) { size *= 2 }
    object.slots = Array(repeating: -1, count: size)
    for index in object.start..<keys.count {
      if keys[index].hash == 0 { keys[index].hash = hash(of: keys[index], bytes) }
      var slot = Int(keys[index].hash) & (size - 1)
      while object.slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      object.slots[slot] = Int32(truncatingIfNeeded: index)
    }
  }

  /// Equal strings have equal hashes: ASCII is hashed by its bytes, other strings as Swift compares them.
  private func hash(of key: Key, _ bytes: [UInt8]) -> UInt32 {
    var hasher = Hasher()
    if key.isPlain {
      bytes[key.letters].withUnsafeBytes { hasher.combine(bytes: $0) }
    } else {
      let text = text(of: key, bytes)
      if text.utf8.allSatisfy({ $0 < 0x80 }) {
        Array(text.utf8).withUnsafeBytes { hasher.combine(bytes: $0) }
      } else {
        hasher.combine(text)
      }
    }
    return UInt32(truncatingIfNeeded: hasher.finalize()) | 1
  }

  private func isSame(_ one: Key, _ other: Key, _ bytes: [UInt8]) -> Bool {
    guard one.text < 0, other.text < 0 else {
      return text(of: one, bytes) == text(of: other, bytes)
    }
    let (first, second) = (one.letters, other.letters)
    guard first.count == second.count else { return false }
    // From the end, where similar keys usually differ.
    var offset = first.count
    while offset > 0 {
      offset -= 1
      if bytes[first.lowerBound + offset] != bytes[second.lowerBound + offset] { return false }
    }
    return true
  }

  private func text(of key: Key, _ bytes: [UInt8]) -> String {
    key.text < 0 ? String(decoding: bytes[key.letters], as: UTF8.self) : texts[Int(key.text)]
  }
}
