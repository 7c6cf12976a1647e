package import ScrimJSON

/// What was fetched for a URL, or why nothing was.
package struct PinnedSource: Sendable, Hashable, Record {
  /// The file, below the folder of the bundle or of the cache: `sources/SHA-256.jpg`; `nil` with an error.
  package var file: String?
  /// 64 hexadecimal digits.
  package var sha256: String?
  /// By the content, as in `image/jpeg`.
  package var type: String?
  /// When these bytes were received first: RFC 3339.
  package var fetched: String?
  /// The URL behind all redirects.
  package var from: String?
  /// Why it could not be fetched, without a full stop: "HTTP status 404".
  package var error: String?

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.optional("file", &file)
    try fields.optional("sha256", &sha256)
    try fields.optional("type", &type)
    try fields.optional("fetched", &fetched)
    try fields.optional("from", &from)
    try fields.optional("error", &error)
  }
}
