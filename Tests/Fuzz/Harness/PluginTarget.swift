import ScrimPlugins

/// What is read of a plugin's file before the loader is asked: headers, notes, needed libraries.
enum PluginTarget {
  static func run(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    do throws(PluginRefusal) {
      let library = try ELFLibrary(bytes)
      for name in library.needed {
        require(!name.utf8.contains(0), "a library's name ends at the first zero")
        // What is not UTF-8 becomes U+FFFD, three bytes for one.
        require(name.utf8.count <= 3 * bytes.count, "a library's name stands in the file")
      }
      try PluginIdentity(of: library).check(against: .host)
    } catch {
      require(error.reason.hasSuffix("."), "a reason is a sentence: \(error.reason)")
      require(error.reason.utf8.count < 1024, "a reason fits a line: \(error.reason)")
      require(
        !error.reason.unicodeScalars.contains { $0.properties.generalCategory == .control },
        "reasons have no control characters: \(error.reason)")
    }
    return .interesting
  }
}
