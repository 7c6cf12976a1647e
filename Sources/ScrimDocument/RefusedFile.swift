package import ScrimJSON

/// A plugin, or a folder of plugins, that was not loaded.
package struct RefusedFile: Sendable, Hashable, Record {
  package var path = ""
  /// Why, in whole sentences.
  package var reason = ""

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("path", &path)
    try fields.required("reason", &reason)
  }

  /// The name of its file: `libGlow.so`.
  package var file: String { path.fileName }
}

extension String {
  /// The last component of a path: what follows its last slash.
  package var fileName: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}
