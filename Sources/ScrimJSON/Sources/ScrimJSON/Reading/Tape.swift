/// A document that was read: its bytes, and where each value in them begins and ends.
///
/// Values stand in the order of the document, the key of a member before its value. Strings and
/// numbers are made of their bytes only when somebody asks, which for most of a document nobody does:
/// what a value costs to read is an entry here, not an allocation.
final class Tape: Sendable {
  let bytes: [UInt8]
  let entries: [Entry]

  init(bytes: [UInt8], entries: [Entry]) {
    self.bytes = bytes
    self.entries = entries
  }

  enum Kind: UInt8 {
    case null, no, yes, number
    /// A string of ASCII without escapes, one that is as it was written, one with escapes.
    case plain, text, escaped
    case array, object
  }

  struct Entry {
    let kind: Kind
    /// The value's first byte.
    let start: UInt32
    /// Of an array or object the index of the first entry behind it; of everything else the first
    /// byte behind it.
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

  /// The entry behind a value.
  func next(_ index: Int) -> Int {
    let entry = entries[index]
    return entry.isContainer ? Int(entry.end) : index + 1
  }

  /// The indices of an array's values, or of an object's keys.
  func children(of index: Int) -> [Int] {
    let entry = entries[index]
    var children: [Int] = []
    var child = index + 1
    while child < Int(entry.end) {
      children.append(child)
      child = next(entry.kind == .object ? child + 1 : child)
    }
    return children
  }

  /// The string of an entry that is one.
  func string(_ index: Int) -> String {
    Reader.string(entries[index], in: bytes)
  }

  /// The nearest double of an entry that is a number.
  func number(_ index: Int) -> Double {
    Reader.number(entries[index], in: bytes)
  }

  /// A number as it was written.
  func numberText(_ index: Int) -> String {
    let entry = entries[index]
    return String(decoding: bytes[Int(entry.start)..<Int(entry.end)], as: UTF8.self)
  }

  /// The index of the key of an object that is this one, as Swift compares strings.
  func key(_ key: String, in index: Int) -> Int? {
    let object = entries[index]
    guard object.kind == .object else { return nil }
    let letters = key.utf8
    let isASCII = letters.allSatisfy { $0 < 0x80 }
    var child = index + 1
    while child < Int(object.end) {
      let entry = entries[child]
      // Only strings beyond ASCII, or with escapes, can be equal where their bytes are not.
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
