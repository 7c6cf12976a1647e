/// Detects the end of a document that is still being written.
package enum DocumentEnd {
  /// True if every bracket that was opened outside a string is closed. Further bytes do not change whether such a
  /// document is valid; its reader decides that.
  package static func isReached(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    var opened = false
    var inString = false
    var escaped = false
    for byte in bytes {
      if inString {
        if escaped {
          escaped = false
        } else if byte == UInt8(ascii: "\\") {
          escaped = true
        } else if byte == UInt8(ascii: "\"") {
          inString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        opened = true
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return opened && depth <= 0 && !inString
  }
}
