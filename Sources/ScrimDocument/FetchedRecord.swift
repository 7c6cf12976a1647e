package import ScrimJSON

/// A file of a job that was fetched for a URL.
package struct FetchedRecord: Sendable, Hashable, Record {
  /// The JSON pointer of the first `source` with the URL: reports hold no text of the job.
  package var source = ""
  /// 64 hexadecimal digits.
  package var sha256 = ""
  /// As in `image/jpeg`.
  package var type = ""
  /// When these bytes were received first: RFC 3339.
  package var fetched = ""

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("source", &source)
    try fields.required("sha256", &sha256)
    try fields.required("type", &type)
    try fields.required("fetched", &fetched)
  }
}
