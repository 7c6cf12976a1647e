import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

extension BatchSubmission {
  /// Puts the bundle into the spool.
  ///
  /// - Parameters:
  ///   - spool: The spool's folder.
  ///   - token: Distinguishes this submission's report from those of others of the same name.
  /// - Throws: A ``Failure`` when the spool can't be written to.
  func drop(into spool: FilePath, token: String) throws {
    try job.drop(
      into: spool, token: token, options: options, files: [(dataPlace, data.file)] + files)
  }
}
