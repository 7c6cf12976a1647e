package import ScrimJSON
package import ScrimKit

/// One file that a job makes.
package struct Output: Sendable, Hashable {
  package enum Format: String, ParameterChoice {
    case png, jpeg, webp, pdf, svg
  }

  package enum Compression: String, ParameterChoice {
    case fast, small
  }

  /// A name below the output folder; steps are separated by `/`, none is `..`.
  package var file: String
  package var format: Format
  /// Of JPEG and lossy WebP, 1…100.
  package var quality: Int
  /// WebP only.
  package var lossless: Bool
  /// PNG only.
  package var compression: Compression
  /// Device pixels a px; `nil`: the canvas's.
  package var scale: Double?
  /// Lies under the whole picture; JPEG, which has no alpha, is white where it is not given.
  package var background: Color?
  /// The way to the object that asks for it; of the default output, the document.
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
