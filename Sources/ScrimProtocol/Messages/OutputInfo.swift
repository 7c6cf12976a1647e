package import ScrimJSON

/// A rendered image, whose bytes are the content of the message.
package struct OutputInfo: Sendable, Hashable, JSONRecord {
  /// The name below the output folder.
  package var file: String
  /// `png`, `jpeg`, …
  package var format: String
  /// Pixels.
  package var width: Int
  package var height: Int
  package var bytes: Int
  /// The layer that alone is on it, by its index in the document; `nil` for an output of the job.
  package var layer: Int?

  package init(
    file: String, format: String, width: Int, height: Int, bytes: Int, layer: Int? = nil
  ) {
    self.file = file
    self.format = format
    self.width = width
    self.height = height
    self.bytes = bytes
    self.layer = layer
  }

  package init(fields: FieldReader) throws(FieldError) {
    file = try fields.string("file")
    format = try fields.string("format")
    width = try fields.integer("width", in: 0 ... .max)
    height = try fields.integer("height", in: 0 ... .max)
    bytes = try fields.integer("bytes", in: 0 ... .max)
    layer = try fields.optionalInteger("layer")
  }

  package var json: JSON {
    [
      "file": .string(file), "format": .string(format), "width": .integer(width),
      "height": .integer(height), "bytes": .integer(bytes),
      "layer": layer.map(JSON.integer) ?? .null,
    ]
  }
}
