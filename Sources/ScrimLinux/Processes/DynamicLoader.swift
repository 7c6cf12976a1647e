import CLinux

/// The libraries loaded by this process.
package enum DynamicLoader {
  /// The paths of all loaded libraries, as known to the loader.
  package static var libraryPaths: [String] {
    var paths: [String] = []
    withUnsafeMutablePointer(to: &paths) { paths in
      scrim_each_library(
        { path, context in
          guard let path, let context else { return }
          context.assumingMemoryBound(to: [String].self).pointee.append(String(cString: path))
        }, paths)
    }
    return paths
  }
}
