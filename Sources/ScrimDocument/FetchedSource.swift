package import ScrimJSON

/// A line of what scrim-fetch prints.
package struct FetchedSource: Sendable, Hashable, Record {
  /// As in the job.
  package var url = ""
  package var source = PinnedSource()

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("url", &url)
    try fields.include(&source)
  }
}
