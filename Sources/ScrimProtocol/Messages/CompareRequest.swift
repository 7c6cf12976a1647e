package import ScrimDocument
package import ScrimJSON

/// Two image files whose pixels are to be compared. They are its descriptors.
package struct CompareRequest: Sendable, Hashable, Record {
  /// Parts of the image, `[x, y, width, height]` in pixels of the second one.
  package var areas: [[Double]] = []
  package var limits = RenderLimits()

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("areas", &areas)
    try fields.required("limits", &limits)
  }
}

/// How the pixels of two images differ.
package struct ImageComparison: Sendable, Hashable, Record {
  /// `[width, height]` of each image, upright; empty for one that cannot be decoded.
  package var sizes: [[Int]] = []
  /// Why the first image cannot be decoded; `nil` if both can.
  package var error: String?
  /// Number of pixels that differ. The rest is about images of equal size.
  package var pixels = 0
  /// The largest difference of a channel, 0…255.
  package var most = 0
  /// The smallest rectangle with all pixels that differ, `[x, y, width, height]`; empty if none do.
  package var region: [Int] = []
  /// Whether a pixel of each area differs.
  package var areas: [Bool] = []

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("sizes", &sizes)
    try fields.optional("error", &error)
    try fields.defaulted("pixels", &pixels)
    try fields.defaulted("most", &most)
    try fields.defaulted("region", &region)
    try fields.defaulted("areas", &areas)
  }
}
