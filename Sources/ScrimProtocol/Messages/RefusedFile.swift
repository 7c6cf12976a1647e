package import ScrimJSON

/// A plugin, or a folder of plugins, that was not loaded.
package struct RefusedFile: Sendable, Hashable, JSONRecord {
  package let path: String
  /// Why, in whole sentences.
  package let reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  package init(fields: FieldReader) throws(FieldError) {
    path = try fields.string("path")
    reason = try fields.string("reason")
  }

  /// The name of its file: `libGlow.so`.
  package var file: String { path.fileName }

  package var json: JSON { ["path": .string(path), "reason": .string(reason)] }
}
