package import Foundation
import ScrimCodecs
import ScrimKit
package import ScrimRender

/// A job with its reference image: `Tests/Golden/<effect>/<case>.json` and `.png`. Its source images are in
/// `sources/` next to it.
package struct GoldenCase: Sendable, CustomStringConvertible {
  /// The job.
  package let job: URL

  /// Every case of an effect, by name.
  package static func all(of effect: String, file: String = #filePath) -> [GoldenCase] {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Golden/\(effect)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted()
      .map { GoldenCase(job: folder.appending(path: $0)) }
  }

  /// The case's name, which describes what it tests.
  package var name: String { job.deletingPathExtension().lastPathComponent }

  /// As in "blend/all-modes".
  package var description: String { "\(job.deletingLastPathComponent().lastPathComponent)/\(name)" }

  private var reference: URL { job.deletingPathExtension().appendingPathExtension("png") }

  /// Renders the case and compares it with its reference.
  ///
  /// Fonts of another Debian release may differ by rounding: differences up to 2/255 are allowed anywhere, larger
  /// ones nowhere.
  ///
  /// - Parameter renderer: A renderer with the effects.
  /// - Returns: The difference; `nil` if the image equals the reference. With `RECORD=1` in the environment the
  ///   reference is replaced, which still counts as a failure.
  /// - Throws: `JobDiagnostics`, or an error of the file system.
  package func check(with renderer: TestRenderer) throws -> String? {
    let actual = try renderer.pixels(
      String(contentsOf: job, encoding: .utf8), sources: try sources())
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try write(actual, to: reference)
      return "recorded \(reference.lastPathComponent): look at it, then run without RECORD."
    }
    guard let data = try? Data(contentsOf: reference) else {
      return "there is no \(reference.lastPathComponent): record it with RECORD=1."
    }
    let expected = try data.withUnsafeBytes { try ImageDecoding.decode($0, limits: .standard) }
    guard let difference = actual.difference(from: expected) else {
      return "\(actual.width) × \(actual.height) pixels, expected "
        + "\(expected.width) × \(expected.height)."
    }
    guard difference.greatest > 2 else { return nil }
    // Beside the logs: what is temporary goes with the run.
    let folder =
      ProcessInfo.processInfo.environment["SCRIM_TEST_LOGS"].map { URL(filePath: $0) }
      ?? FileManager.default.temporaryDirectory
    let sheet = folder.appending(path: "scrim-golden-\(name).png")
    try write(Self.sheet(expected, actual), to: sheet)
    return "differs by up to \(difference.greatest)/255 in \(difference.samplesOverTwo) samples: "
      + "expected, difference × 8 and actual side by side in \(sheet.path)."
  }

  /// The files that the job names.
  package func sources() throws -> [String: SourceFile] {
    let folder = job.deletingLastPathComponent().appending(path: "sources")
    guard FileManager.default.fileExists(atPath: folder.path) else { return [:] }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.reduce(into: [:]) { files, name in
      files["sources/\(name)"] = .bytes([UInt8](try Data(contentsOf: folder.appending(path: name))))
    }
  }

  private func write(_ pixels: Pixels, to url: URL) throws {
    try Data(PNGEncoding.encode(pixels, compression: .small)).write(to: url)
  }

  private static func sheet(_ expected: Pixels, _ actual: Pixels) throws -> Pixels {
    var sheet = try Pixels(width: expected.width * 3, height: expected.height)
    let stride = sheet.bytesPerRow
    let third = expected.width * 4
    try sheet.withMutableBytes { target in
      expected.withBytes { expected_ in
        actual.withBytes { actual_ in
          for y in 0..<expected.height {
            for x in 0..<third {
              let a = expected_[y * expected.bytesPerRow + x]
              let b = actual_[y * actual.bytesPerRow + x]
              let distance = min(255, abs(Int(a) - Int(b)) * 8)
              target[y * stride + x] = a
              target[y * stride + third + x] = x % 4 == 3 ? 255 : UInt8(distance)
              target[y * stride + 2 * third + x] = b
            }
          }
        }
      }
    }
    return sheet
  }
}
