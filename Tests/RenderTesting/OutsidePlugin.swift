package import Foundation
import Glibc
import ProgramTesting

/// The plugins of `Tests/Fixtures/GlowPlugin`, built like third-party ones: in a package of their own, which refers
/// to ScrimKit by path. One build serves all tests of a run.
package struct OutsidePlugin: Sendable {
  /// The folder of `libGlow.so` and `libHalo.so`.
  package let folder: URL

  package static let built = Result { try OutsidePlugin() }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private init() throws {
    folder = try OutsideBuild.plugins(
      of: OutsideBuild.root.appending(path: "Tests/Fixtures/GlowPlugin"))
  }
}

/// Builds packages of third-party effects in one place, one at a time, even if several test processes run. The SDK is
/// thus built once for all of them. Build products are kept for the next run.
package enum OutsideBuild {
  /// The folder of our sources.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let turn = NSLock()

  /// Builds a package with the SDK of the sources.
  ///
  /// - Parameter package: Its folder; a copy is built, so that the folder is not modified.
  /// - Returns: A folder with its plugins only.
  /// - Throws: An `OutsidePlugin.Failure` with the build's output.
  package static func plugins(of package: URL) throws -> URL {
    turn.lock()
    defer { turn.unlock() }
    let files = FileManager.default
    let name = package.lastPathComponent
    let place = CommandRun.programs.deletingLastPathComponent().appending(path: "outside-plugin")
    try files.createDirectory(at: place, withIntermediateDirectories: true)
    let lock = open(place.appending(path: "lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(lock) }
    guard flock(lock, LOCK_EX) == 0 else {
      throw OutsidePlugin.Failure(description: "\(place.path)/lock cannot be locked.")
    }
    let copy = place.appending(path: "packages/\(name)")
    let build = place.appending(path: "build")
    try? files.removeItem(at: copy)
    try files.createDirectory(
      at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try files.copyItem(at: package, to: copy)

    let run = try CommandRun(
      "-c", "exec swift \"$@\" 2>&1", "sh", "build", "-c", "release",
      "--disable-build-manifest-caching", "--package-path", copy.path, "--scratch-path", build.path,
      program: "/bin/sh",
      environment: ["SCRIM_SDK": root.appending(path: "Sources/ScrimKit").path])
    guard run.status == 0 else { throw OutsidePlugin.Failure(description: run.output) }
    return try gather(from: build.appending(path: "release"), of: copy, at: place)
  }

  /// Copies the package's products from among those of other packages, and the SDK's libraries, which a build puts
  /// beside them, to a folder of this process; the folders of processes that have ended are removed.
  private static func gather(from build: URL, of package: URL, at place: URL) throws -> URL {
    let files = FileManager.default
    let plugins = place.appending(path: "plugins")
    for process in (try? files.contentsOfDirectory(atPath: plugins.path)) ?? []
    where !files.fileExists(atPath: "/proc/\(process)") {
      try? files.removeItem(at: plugins.appending(path: process))
    }
    let folder = plugins.appending(path: "\(getpid())/\(package.lastPathComponent)")
    try? files.removeItem(at: folder)
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    let targets = try files.contentsOfDirectory(
      atPath: package.appending(path: "Sources").path)
    for name in (targets + ["ScrimKit", "ScrimJSON"]).map({ "lib\($0).so" })
    where files.fileExists(atPath: build.appending(path: name).path) {
      try files.copyItem(at: build.appending(path: name), to: folder.appending(path: name))
    }
    return folder
  }
}
