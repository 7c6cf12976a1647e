package import ScrimJSON
import ScrimLinux

extension RecordFields {
  /// A time, UTC, milliseconds since 1970, which is written as in RFC 3339.
  package mutating func required(
    _ key: String, timestamp time: inout Int
  ) throws(FieldError) {
    var text = Timestamp.text(ofMilliseconds: time)
    try required(key, &text)
    guard let reader else { return }
    guard let read = Timestamp.milliseconds(of: text) else {
      throw reader.error(key, expected: "a time")
    }
    time = read
  }

  package mutating func optional(
    _ key: String, timestamp time: inout Int?
  ) throws(FieldError) {
    guard reader == nil ? time != nil : reader?.has(key) ?? false else { return }
    var present = time ?? 0
    try required(key, timestamp: &present)
    time = present
  }
}
