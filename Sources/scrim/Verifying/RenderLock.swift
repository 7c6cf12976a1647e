import ScrimDocument
import ScrimJSON
import ScrimRecords

/// What the images of a job depend on, `NAME.lock.json`: written by `scrim render --lock`, read by `scrim verify`.
struct RenderLock: Record {
  /// The images of a job, or of a row and variant of a template.
  struct Part: Record {
    var name = ""
    var row: Int?
    var variant: String?
    /// As the command set them for all outputs.
    var scale: Double?
    var format: String?
    var seed = 0
    /// The images, with paths relative to the lock.
    var outputs: [OutputRecord] = []
    var digests: [String: String] = [:]
    var concealing: [String] = []

    mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("name", &name)
      try fields.optional("row", &row)
      try fields.optional("variant", &variant)
      try fields.optional("scale", &scale)
      try fields.optional("format", &format)
      try fields.required("seed", &seed)
      try fields.required("outputs", &outputs)
      try fields.required("digests", &digests)
      try fields.optional("concealing", &concealing, default: [])
    }
  }

  static let ending = ".lock.json"
  private static let currentVersion = 1

  private var version = Self.currentVersion
  /// As `scrim environment --json` prints it.
  var environment = JSON.null
  /// SHA-256 of the document or template; `nil` if some image conceals a part of it.
  var document: String?
  var images: [Part] = []

  mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("lock", &version, in: Self.currentVersion...Self.currentVersion)
    try fields.required("environment", &environment)
    try fields.optional("document", &document)
    try fields.required("images", &images)
  }

  /// Adds the images of a job.
  mutating func add(_ report: RenderReport, _ part: Part) {
    var part = part
    part.seed = report.seed
    part.digests = report.details?.digests ?? [:]
    part.concealing = report.details?.concealing ?? []
    images.append(part)
    if !part.concealing.isEmpty { document = nil }
  }
}
