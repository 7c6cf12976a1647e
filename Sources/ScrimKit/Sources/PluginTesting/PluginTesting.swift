import Foundation

/// Tests a built plugin with the `scrim` that will load it: the one in PATH, or the one that the environment variable
/// SCRIM names.
///
/// ```swift
/// let plugin = PluginTesting("Echo")
/// @Test func keepsWhatItDeclares() throws { try plugin.check() }
/// @Test func drawsTheExample() throws { try plugin.render("example.json") }
/// ```
public struct PluginTesting: Sendable {
  /// A run of `scrim` that failed.
  public struct Failure: Error, CustomStringConvertible {
    /// The arguments, and what `scrim` printed.
    public let description: String
  }

  private let library: String
  private let package: URL
  /// The build directory of the plugin, which also contains the tests.
  private let plugins = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// Finds a plugin of the package that the test is in.
  ///
  /// - Parameters:
  ///   - product: The name of the plugin's product.
  ///   - file: A file in a folder of the package's `Tests/`.
  public init(_ product: String, file: String = #filePath) {
    library = "lib\(product).so"
    package = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// Compares the plugin with what it declares, by `scrim effects check`.
  ///
  /// - Throws: ``Failure``.
  public func check() throws {
    try scrim("effects", "check", plugins.appending(path: library).path)
  }

  /// Renders a job of the package with the plugins of its build directory.
  ///
  /// - Parameter job: The job's path in the package.
  /// - Throws: ``Failure``, also if the image is not a PNG.
  public func render(_ job: String) throws {
    let image = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: image) }
    let job = package.appending(path: job).path
    try scrim("render", job, "-o", image.path, "--plugins", plugins.path)
    guard try Data(contentsOf: image).starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
      throw Failure(description: "\(job): the image is not a PNG")
    }
  }

  private func scrim(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [ProcessInfo.processInfo.environment["SCRIM"] ?? "scrim"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let words = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description: "scrim \(arguments.joined(separator: " ")): exit status "
          + "\(process.terminationStatus)\n\(String(decoding: words, as: UTF8.self))")
    }
  }
}
