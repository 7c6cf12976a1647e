/// A document that has been read: its bytes, and the range of each value in them.
///
/// Values are in document order, the key of a member before its value. Strings and numbers are decoded only on access,
/// because most values are never accessed. Reading a value therefore costs an entry here but no allocation.
final class Tape: Sendable {
  let bytes: [UInt8]
  let entries: [Entry]

  init(bytes: [UInt8], entries: [Entry]) {
    self.bytes = bytes
    self.entries = entries
  }

  enum Kind: UInt8 {
    case null, no, yes, number
    /// An ASCII string without escapes, a non-ASCII string without escapes, a string with escapes.
    case plain, text, escaped
    case array, object
  }

  struct Entry {
    let kind: Kind
    /// The offset of the value's first byte.
    let start: UInt32
    /// For arrays and objects the index of the first entry after them, for other values the offset of the first byte
    /// after them.
    var end: UInt32
    let position: Position

    init(_ kind: Kind, start: Int, end: Int, at position: Position) {
      self.kind = kind
      self.start = UInt32(truncatingIfNeeded: start)
      self.end = UInt32(truncatingIfNeeded: end)
      self.position = position
    }

    var isContainer: Bool { kind == .array || kind == .object }
    var isString: Bool { kind == .plain || kind == .text || kind == .escaped }
  }

  /// The index of the entry after a value.
  func next(_ index: Int) -> Int {
    let entry = entries[index]
    return entry.isContainer ? Int(entry.end) : index + 1
  }

  /// What `make` returns for the index of each of an array's values, or of an object's keys.
  func children<Child>(of index: Int, _ make: (Int) -> Child) -> [Child] {
    let entry = entries[index]
    var children: [Child] = []
    var child = index + 1
    while child < Int(entry.end) {
      children.append(make(child))
      child = next(entry.kind == .object ? child + 1 : child)
    }
    return children
  }

  /// Whether a key is an annotation; most keys need not be decoded for that.
  func isAnnotation(_ index: Int) -> Bool {
    let entry = entries[index]
    let first = bytes[Int(entry.start) + 1]
    guard entry.kind == .escaped || first == UInt8(ascii: "$") || first == UInt8(ascii: "/") else {
      return false
    }
    return Node.isAnnotation(key: string(index))
  }

  /// The string of an entry, which must be a string.
  func string(_ index: Int) -> String {
    Reader.string(entries[index], in: bytes)
  }

  /// The nearest double of an entry, which must be a number.
  func number(_ index: Int) -> Double {
    Reader.number(entries[index], in: bytes)
  }

  /// A number as written.
  func numberText(_ index: Int) -> String {
    let entry = entries[index]
    return String(decoding: bytes[Int(entry.start)..<Int(entry.end)], as: UTF8.self)
  }

  /// The index of a key in an object; keys are compared as Swift strings.
  func key(_ key: String, in index: Int) -> Int? {
    let object = entries[index]
    guard object.kind == .object else { return nil }
    let letters = key.utf8
    let isASCII = letters.allSatisfy { $0 < 0x80 }
    var child = index + 1
    while child < Int(object.end) {
      let entry = entries[child]
      // Only strings with escapes or non-ASCII characters can be equal with different bytes.
      let isSame =
        isASCII && entry.kind == .plain
        ? Int(entry.end - entry.start) - 2 == letters.count
          && bytes[(Int(entry.start) + 1)..<(Int(entry.end) - 1)].elementsEqual(letters)
        : string(child) == key
      if isSame { return child }
      child = next(child + 1)
    }
    return nil
  }
}
