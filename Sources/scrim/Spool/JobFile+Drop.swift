import ScrimCommand
import ScrimLinux
import ScrimRecords
import ScrimSpool
import SystemPackage

extension JobFile {
  /// Puts the job into a spool.
  ///
  /// - Parameters:
  ///   - spool: The spool's folder.
  ///   - token: Distinguishes this submission's report from those of others of the same name.
  ///   - options: What to ask of the daemon.
  ///   - files: The files with their places.
  /// - Throws: A ``Failure`` when the spool can't be written to.
  func drop(
    into spool: FilePath, token: String, options: SubmissionOptions,
    files: [(place: String, file: OwnedDescriptor)]
  ) throws(Failure) {
    do throws(Errno) {
      try BundleWriter.drop(
        name, token: token, document: bytes, options: options, files: files, into: spool)
    } catch {
      throw Failure(.io, "\(spool.appending("drop")) cannot be written: \(error).")
    }
  }
}
