import Glibc
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimSpool
import SystemPackage

/// A template with data on its way into a spool: one bundle, whatever the number of its rows.
struct BatchSubmission {
  let job: JobFile
  /// Distinguishes this submission's report from those of others of the same name.
  let token = RandomName.make(characters: DropName.tokenLength)
  private let data: RowFile
  private let options: SubmissionOptions
  private let sources: BatchSources

  /// - Parameters:
  ///   - template: The template with its data.
  ///   - options: What to ask of the daemon.
  ///   - sources: The files of its rows.
  /// - Throws: A ``Failure`` if it cannot be submitted.
  init(_ template: TemplateFile, options: SubmissionOptions, sources: BatchSources) throws {
    job = template.job
    guard let data = template.data else { throw Failure(.dataError, "a batch needs data.") }
    self.data = data
    self.options = options
    self.sources = sources
    if let violation = DropName.violation(in: job.name) {
      throw Failure(.dataError, "\(job.documentPath) cannot be submitted: its name \(violation).")
    }
    guard options.json.bytes().count <= SubmissionOptions.maxBytes else {
      throw Failure(
        .dataError,
        "\(options.rows.count) separate rows are more than a batch takes: submit them with --rows in parts."
      )
    }
  }

  /// Puts the bundle into the spool.
  ///
  /// - Parameter spool: The spool's folder.
  /// - Throws: A ``Failure`` when the spool can't be written to.
  func drop(into spool: FilePath) throws {
    do {
      var bundle = try BundleWriter(in: spool)
      do {
        try bundle.add(job.bytes, as: "job.json")
        try bundle.add(data.file, as: "data.\(data.format)")
        if !options.isDefault {
          try bundle.add(options.json.bytes(), as: SubmissionOptions.file)
        }
        for (place, file) in sources.files { try bundle.add(file, as: place) }
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
