extension String {
  /// The last component of a path: what follows its last slash.
  package var fileName: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}
