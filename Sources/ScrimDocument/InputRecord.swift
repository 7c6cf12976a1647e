package import ScrimJSON

/// An image file of a job with parts that no output has.
package struct InputRecord: Sendable, Hashable, Record {
  /// The JSON pointer of the first `source` with its name: reports hold no text of the job.
  package var source = ""
  /// `png`, `jpeg` or `webp`.
  package var format = ""
  /// `c2pa`, `gps`, `gain-map`, `animation`, `video`.
  package var dropped: [String] = []

  package init() {}

  package init(source: String, format: String, dropped: [String]) {
    self.source = source
    self.format = format
    self.dropped = dropped
  }

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("source", &source)
    try fields.required("format", &format)
    try fields.required("dropped", &dropped)
  }
}
