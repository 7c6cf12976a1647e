import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimSpool
import ScrimSubmission
import SystemPackage

extension BatchSubmission {
  /// Puts the bundle into the spool.
  ///
  /// - Parameters:
  ///   - spool: The spool's folder.
  ///   - token: Distinguishes this submission's report from those of others of the same name.
  /// - Throws: A ``Failure`` when the spool can't be written to.
  func drop(into spool: FilePath, token: String) throws {
    do {
      var bundle = try BundleWriter(in: spool)
      do {
        try bundle.add(job.bytes, as: "job.json")
        try bundle.add(data.file, as: dataPlace)
        if !options.isDefault {
          try bundle.add(options.json.bytes(), as: SubmissionOptions.file)
        }
        for (place, file) in files { try bundle.add(file, as: place) }
        try bundle.finish(as: "\(job.name)@\(token).scrim")
      } catch {
        bundle.discard()
        throw error
      }
    } catch let error as Errno {
      throw Failure(.io, "\(spool.appending("drop")) cannot be written: \(error).")
    }
  }
}
