package import ScrimJSON

/// What one job may cost. All ceilings are inclusive.
package struct RenderLimits: Sendable, Hashable, Record {
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
  package var layers = 20_000
  /// Of these, layers with a text, an image, an SVG, a code, a shadow or effects, which cost far more than a fill.
  package var costlyLayers = 256
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

  /// Limits that are the defaults are left out.
  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    let limits = 0...Int.max
    let standard = Self.standard
    try fields.optional("canvasPixels", &canvasPixels, in: limits, default: standard.canvasPixels)
    try fields.optional("inputBytes", &inputBytes, in: limits, default: standard.inputBytes)
    try fields.optional("inputPixels", &inputPixels, in: limits, default: standard.inputPixels)
    try fields.optional("inputs", &inputs, in: limits, default: standard.inputs)
    try fields.optional("fonts", &fonts, in: limits, default: standard.fonts)
    try fields.optional("fontBytes", &fontBytes, in: limits, default: standard.fontBytes)
    try fields.optional("outputs", &outputs, in: limits, default: standard.outputs)
    try fields.optional("layers", &layers, in: limits, default: standard.layers)
    try fields.optional("costlyLayers", &costlyLayers, in: limits, default: standard.costlyLayers)
    try fields.optional("depth", &depth, in: limits, default: standard.depth)
    try fields.optional("jobBytes", &jobBytes, in: limits, default: standard.jobBytes)
    try fields.optional("outputBytes", &outputBytes, in: limits, default: standard.outputBytes)
    try fields.optional("seconds", &seconds, in: limits, default: standard.seconds)
    try fields.optional("memory", &memory, in: limits, default: standard.memory)
  }
}
