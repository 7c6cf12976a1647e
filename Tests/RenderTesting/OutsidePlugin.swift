package import Foundation

/// The plugins of `Tests/Fixtures/GlowPlugin`, built as somebody else would: in a package of its own,
/// with ScrimKit named by its path. One build serves all tests of a run.
package struct OutsidePlugin: Sendable {
  /// Where `libGlow.so` and `libHalo.so` are.
  package let folder: URL

  package static let built = Result { try OutsidePlugin() }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The folder of this test program: `.build/release` in SwiftPM's words.
  package static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  private init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    // Beside the products, not below the sources; what was built stays for the next run.
    let place = Self.products.deletingLastPathComponent().appending(path: "outside-plugin")
    let package = place.appending(path: "glow-plugin")
    let build = place.appending(path: "build")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try? FileManager.default.removeItem(at: package)
    try FileManager.default.copyItem(
      at: root.appending(path: "Tests/Fixtures/GlowPlugin"), to: package)
    let manifest = package.appending(path: "Package.swift")
    let text = try String(contentsOf: manifest, encoding: .utf8).replacing(
      "../../../Sources/ScrimKit", with: root.appending(path: "Sources/ScrimKit").path)
    try text.write(to: manifest, atomically: true, encoding: .utf8)

    let swift = Process()
    swift.executableURL = URL(filePath: "/usr/bin/env")
    swift.arguments = [
      "swift", "build", "-c", "release", "--disable-build-manifest-caching", "--package-path",
      package.path, "--scratch-path", build.path,
    ]
    let output = Pipe()
    swift.standardOutput = output
    swift.standardError = output
    try swift.run()
    let words = try output.fileHandleForReading.readToEnd() ?? Data()
    swift.waitUntilExit()
    guard swift.terminationStatus == 0 else {
      throw Failure(description: String(decoding: words, as: UTF8.self))
    }
    folder = build.appending(path: "release")
  }
}
