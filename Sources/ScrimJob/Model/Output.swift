package import ScrimJSON
package import ScrimKit

/// One file that a job writes.
package struct Output: Sendable, Hashable {
  package enum Format: String, ParameterChoice {
    case png, jpeg, webp, pdf, svg
  }

  package enum Compression: String, ParameterChoice {
    case fast, small
  }

  /// How many colour samples a JPEG has.
  package enum Subsampling: String, ParameterChoice {
    /// A half in both directions.
    case half = "4:2:0"
    /// As many as pixels.
    case none = "4:4:4"
  }

  /// A name below the output folder, with `/` between components, none of which is `..`.
  package var file: String
  package var format: Format
  /// For JPEG and lossy WebP, 1…100.
  package var quality: Int
  /// JPEG only; `nil` is chosen by the quality.
  package var subsampling: Subsampling?
  /// WebP only.
  package var lossless: Bool
  /// PNG only.
  package var compression: Compression
  /// The most bytes of the file; `nil` for no limit of its own.
  package var maxBytes: Int?
  /// The lowest quality with which it may become as small as `maxBytes`; `nil` for the default.
  package var minQuality: Int?
  /// The fewest colours of a palette with which a PNG may become as small as `maxBytes`; `nil` for none.
  package var minColors: Int?
  /// Whether the words are tagged text. PDF only.
  package var textLayer = false
  /// Device pixels per px; `nil` uses the canvas's scale.
  package var scale: Double?
  /// The matte that the image is flattened onto; JPEG, which has no alpha, defaults to white.
  package var background: Color?
  /// Keys that its format does not have, which replaces the job's own.
  package var ignoredKeys: [String] = []
  /// The path of its object; of the default output, that of the document.
  package var path: [PathElement]

  package init(file: String, format: Format, path: [PathElement] = []) {
    self.file = file
    self.format = format
    self.path = path
    quality = 85
    lossless = false
    compression = .fast
  }
}
