package import ScrimJSON

/// What one job may cost. All ceilings are inclusive.
package struct RenderLimits: Sendable, Hashable, JSONRecord {
  /// Pixels of the canvas, scale included.
  package var canvasPixels = 100_000_000
  /// Bytes of each input file.
  package var inputBytes = 64 << 20
  /// Pixels of each input image.
  package var inputPixels = 50_000_000
  /// Input files.
  package var inputs = 64
  /// Fonts that a job brings along.
  package var fonts = 16
  /// Bytes of these fonts together, decompressed.
  package var fontBytes = 64 << 20
  /// Outputs.
  package var outputs = 64
  /// Layers, those in groups too.
  package var layers = 256
  /// Nesting of the document.
  package var depth = JSONLimits.standard.depth
  /// Bytes of the document.
  package var jobBytes = JSONLimits.standard.bytes
  /// Bytes of all outputs together.
  package var outputBytes = 256 << 20
  /// Wall-clock seconds for all of it.
  package var seconds = 60
  /// Memory of the worker, bytes.
  package var memory = 2 << 30

  package init() {}

  /// The default limits.
  package static let standard = RenderLimits()

  /// Maximum size and depth of the document.
  package var document: JSONLimits { JSONLimits(bytes: jobBytes, depth: depth) }

  private static let keys: [(String, any WritableKeyPath<RenderLimits, Int> & Sendable)] =
    [
      ("canvasPixels", \.canvasPixels), ("inputBytes", \.inputBytes),
      ("inputPixels", \.inputPixels), ("inputs", \.inputs),
      ("fonts", \.fonts), ("fontBytes", \.fontBytes),
      ("outputs", \.outputs), ("layers", \.layers), ("depth", \.depth),
      ("jobBytes", \.jobBytes), ("outputBytes", \.outputBytes), ("seconds", \.seconds),
      ("memory", \.memory),
    ]

  /// Only limits that are not the defaults.
  package var json: JSON {
    .object(
      Self.keys.compactMap { key, path in
        let limit = self[keyPath: path]
        return limit == Self.standard[keyPath: path] ? nil : JSON.Member(key, .integer(limit))
      })
  }

  /// Limits that are not named keep their defaults.
  package init(fields: FieldReader) throws(FieldError) {
    for (key, path) in Self.keys {
      guard let limit = try fields.optionalInteger(key, in: 0 ... .max) else { continue }
      self[keyPath: path] = limit
    }
  }
}
