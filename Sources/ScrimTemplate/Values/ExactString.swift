/// A string that is compared by its code points.
///
/// Swift's own comparison knows canonical equivalence: for it, the Kelvin sign and the letter K are equal.
struct ExactString: Hashable {
  let string: String

  init(_ string: String) {
    self.string = string
  }

  static func == (one: ExactString, other: ExactString) -> Bool {
    isSame(one.string, other.string)
  }

  func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
  }
}

/// Whether two strings have the same code points.
func isSame(_ one: String, _ other: String) -> Bool {
  one.utf8.count == other.utf8.count && one.utf8.elementsEqual(other.utf8)
}

/// Whether a string comes before another by code points, which UTF-8 sorts in the same order.
func precedes(_ one: String, _ other: String) -> Bool {
  one.utf8.lexicographicallyPrecedes(other.utf8)
}

/// Whether a name follows `[A-Za-z_][A-Za-z0-9_]*`.
package func isIdentifier(_ name: some Sequence<UInt8>) -> Bool {
  var isFirst = true
  for byte in name {
    guard isFirst ? isIdentifierStart(byte) : isIdentifierPart(byte) else { return false }
    isFirst = false
  }
  return !isFirst
}

func isIdentifierStart(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "_"):
    true
  default: false
  }
}

func isIdentifierPart(_ byte: UInt8) -> Bool {
  isIdentifierStart(byte) || isDigit(byte)
}

func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
