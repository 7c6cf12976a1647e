import Glibc
import ScrimLinux

/// `swift-backtrace`, the program of the Swift toolchain that the runtime starts when a process crashes,
/// to print where. It names functions, files and lines, which need the debug information that SwiftPM's
/// debug and release builds have.
package enum Backtracer {
  /// Where it is in a toolchain, from its root.
  private static let place = "libexec/swift/linux/swift-backtrace"

  /// Its path: in the toolchain whose runtime this process uses, or else in that of the `swift` in `PATH`;
  /// `nil` if there is none.
  package static var path: String? {
    (runtimeRoots() + commandRoots()).map { "\($0)/\(place)" }.first { access($0, X_OK) == 0 }
  }

  /// The value of `SWIFT_BACKTRACE` for a process that is debugged.
  static var settings: String {
    let program = path.map { ",swift-backtrace=\($0)" } ?? ""
    return "enable=yes,interactive=no,color=no,images=none,registers=none\(program)"
  }

  /// The folder above `lib/swift/linux`, for each library that is there.
  private static func runtimeRoots() -> [String] {
    DynamicLoader.libraryPaths.compactMap { path in
      path.firstRange(of: "/lib/swift/linux/").map { String(path[..<$0.lowerBound]) }
    }
  }

  /// The folder above the `bin` that `swift` is in, links followed.
  private static func commandRoots() -> [String] {
    let folders = getenv("PATH").map { String(cString: $0).split(separator: ":") } ?? []
    return folders.compactMap { folder in
      guard let real = realpath("\(folder)/swift", nil) else { return nil }
      defer { free(real) }
      let path = String(cString: real)
      return path.firstRange(of: "/bin/").map { String(path[..<$0.lowerBound]) }
    }
  }
}
