import CLinux

/// The libraries of this process.
package enum DynamicLoader {
  /// The paths of all that are loaded, as the loader knows them.
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
