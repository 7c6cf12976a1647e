package import ScrimJSON

/// A plugin that a worker has loaded.
package struct WorkerPlugin: Sendable, Hashable, JSONRecord {
  /// Its file.
  package let path: String
  /// The effects that it provides.
  package let effects: [String]

  package init(path: String, effects: [String]) {
    self.path = path
    self.effects = effects
  }

  package init(fields: FieldReader) throws(FieldError) {
    path = try fields.string("path")
    effects = try fields.strings("effects")
  }

  /// The name of its file: `libGlow.so`.
  package var file: String { path.fileName }

  /// Where its build for x86-64-v3 is, if there is one (ld.so(8), glibc-hwcaps).
  package var variantPath: String {
    "\(path.dropLast(file.count))glibc-hwcaps/x86-64-v3/\(file)"
  }

  package var json: JSON { ["path": .string(path), "effects": .array(effects.map(JSON.string))] }
}
