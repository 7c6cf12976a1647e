package import ScrimJSON

/// An image that a job gives, from the worker to the report and to clients. Its bytes travel beside it.
package struct OutputRecord: Sendable, Hashable, Record {
  /// Its name below the folder of outputs, such as `small/story.png`.
  package var file = ""
  /// `png`, `jpeg`, …; "" of one that is listed only.
  package var format = ""
  /// Pixels; 0 of what is no image.
  package var width = 0
  package var height = 0
  package var bytes = 0
  /// The quality by which it has at most `maxBytes`; `nil` without such a limit.
  package var quality: Int?
  /// The most colours of the palette by which it has at most `maxBytes`; `nil` without one.
  package var colors: Int?
  /// The layer that alone is on it, by its index in the document; `nil` for an output of the job.
  package var layer: Int?
  /// The variant of the template that gave it.
  package var variant: String?
  /// 64 hexadecimal digits; `nil` before it is stored.
  package var sha256: String?

  package init() {}

  package init(
    file: String, format: String = "", width: Int = 0, height: Int = 0, bytes: Int = 0,
    layer: Int? = nil, sha256: String? = nil
  ) {
    self.file = file
    self.format = format
    self.width = width
    self.height = height
    self.bytes = bytes
    self.layer = layer
    self.sha256 = sha256
  }

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    let sizes = 0...Int.max
    try fields.required("file", &file)
    try fields.optional("format", &format, default: "")
    try fields.optional("width", &width, in: sizes, default: 0)
    try fields.optional("height", &height, in: sizes, default: 0)
    try fields.optional("bytes", &bytes, in: sizes, default: 0)
    try fields.optional("quality", &quality)
    try fields.optional("colors", &colors)
    try fields.optional("layer", &layer)
    try fields.optional("variant", &variant)
    try fields.optional("sha256", &sha256)
  }
}
