package import ScrimJSON
import ScrimProtocol
import ScrimWorkerClient

/// Finds the errors of jobs before they are submitted, as `scrim validate` does, all in one worker.
///
/// The daemon decides about its effects, fonts, files and limits: what this machine lacks is only a warning.
package final class JobCheck {
  /// Codes of errors that another installation, or the daemon's configuration, might not have.
  private static let local: Set = [
    "unknown-effect", "unknown-content", "missing-font", "plugin-refused", "plugin-disabled",
    "other-environment",
    "too-large", "too-many", "out-of-memory", "template-limit",
  ]

  private let workers: LocalWorkers
  private let console: Console
  private let printsWarnings: Bool
  /// Whether no worker can be started, which has been printed.
  private var isOff = false

  /// - Parameters:
  ///   - console: Where warnings are printed.
  ///   - fetcher: Where the files of URLs come from.
  ///   - printsWarnings: Whether they are.
  package init(_ console: Console, _ fetcher: SourceFetcher, printsWarnings: Bool = true) {
    self.console = console
    self.printsWarnings = printsWarnings
    workers = LocalWorkers { try LocalWorker(plugins: [], fetcher: fetcher) }
  }

  /// Checks a job.
  ///
  /// - Parameter template: The job; of a template with its values, and with the data of which the first row is taken.
  /// - Returns: The errors.
  /// - Throws: A ``Failure`` if the job cannot be checked here.
  package func check(_ template: TemplateFile) throws -> [Diagnostic] {
    guard !isOff else { return [] }
    do {
      _ = try workers.ready()
    } catch let failure as Failure {
      isOff = true
      console.note("Jobs are submitted without a check: \(failure.message)")
      return []
    }
    do {
      let reply =
        TemplateFile.isTemplate(template.job)
        ? try firstRow(of: template) : try workers.ready().validate(LocalJob(template.job))
      let errors = reply.errors.filter { !isLocal($0) }
      if errors.isEmpty, printsWarnings {
        console.warn(reply.errors.filter(isLocal) + reply.warnings, in: template.job)
      }
      return errors
    } catch let failure as Failure {
      console.note("\(template.job.documentPath) is submitted without a check: \(failure.message)")
      return []
    }
  }

  private func firstRow(of template: TemplateFile) throws -> ValidateReply {
    var file = template
    if let first = file.data?.selection.first?.lowerBound ?? (file.data == nil ? nil : 1) {
      file.data?.selection = [first...first]
    }
    let worker = try workers.ready()
    let (reply, jobs) = try worker.prepare(worker.open(file), of: file)
    var all = ValidateReply { $0.errors = reply.errors }
    for job in jobs {
      // An error in the data is its row's, and reported with the batch.
      guard job.about.errors.isEmpty else {
        if file.data == nil { all.errors += job.about.errors }
        continue
      }
      let one = try worker.validate(job, worker.open(file), of: file)
      all.errors += file.data == nil ? one.errors : one.errors.filter(\.isOfTemplate)
      all.warnings += one.warnings
    }
    return all
  }

  private func isLocal(_ error: Diagnostic) -> Bool {
    // The daemon may be allowed to read files that this user may not.
    Self.local.contains(error.code)
      || error.code == "missing-source" && error.message.hasPrefix("\"/")
  }
}

extension Diagnostic {
  /// Whether all rows of a template have the error: its place has no value of the data.
  fileprivate var isOfTemplate: Bool { template?.columns.isEmpty ?? true }
}
