import ScrimDocument
package import ScrimJSON

/// A plugin that a worker has loaded.
package struct WorkerPlugin: Sendable, Hashable, Record {
  /// Its file.
  package var path = ""
  /// The effects that it provides.
  package var effects: [String] = []

  package init(path: String, effects: [String]) {
    self.path = path
    self.effects = effects
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("path", &path)
    try fields.required("effects", &effects)
  }

  /// The name of its file: `libGlow.so`.
  package var file: String { path.fileName }

  /// Where its build for x86-64-v3 is, if there is one (ld.so(8), glibc-hwcaps).
  package var variantPath: String {
    "\(path.dropLast(file.count))glibc-hwcaps/x86-64-v3/\(file)"
  }
}
