import Glibc
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimSpool
import SystemPackage

/// A job that has ended: its report, which is `NAME.result.json` or `NAME.failed.json` in the output folder and has
/// another name under the submission's token, and its images.
struct DeliveredJob {
  /// More than any report has; what is longer was not written by the daemon.
  private static let limit = 16 << 20

  let report: JobReport
  private let imageFolder: FilePath

  /// - Parameters:
  ///   - path: The report's file.
  ///   - out: The spool's `out/`.
  init?(at path: FilePath, out: FilePath) {
    let number = open(path.string, O_RDONLY | O_CLOEXEC)
    guard number >= 0,
      let bytes = try? OwnedDescriptor(owning: number).readAll(limit: Self.limit, of: "a report"),
      let content = try? JSON(parsing: bytes, limits: JSONLimits(bytes: Self.limit)),
      let report = try? JobReport(json: content)
    else { return nil }
    // Its owner's folder, if results are arranged so.
    let owner = content["id"]?.string?.split(separator: "-").dropFirst().first.map(String.init)
    let ownFolder = owner.map { out.appending($0) }
    imageFolder = ownFolder.flatMap { FileStatus(of: $0)?.isFolder == true ? $0 : nil } ?? out
    self.report = report
  }

  /// The delivered images, each with its file name and format.
  var images: [(path: FilePath, file: String, format: String)] {
    report.outputs.map { (imageFolder.appending($0.file), $0.file, $0.format ?? "") }
  }
}
