import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// The images of a job that is done, by its ID: whatever files have their names in `out/` by now.
///
/// An image is copied from `out/` if the file there has this job's mark, and otherwise fetched from the daemon, which
/// has a second link of it for as long as it keeps the job. Either way its bytes are those of the report.
struct JobImages {
  /// The images could not be fetched in time: there is no daemon.
  struct TimedOut: Error {}

  private let job: DeliveredJob
  private let spool: FilePath
  private let polling: ReportPolling

  /// - Parameters:
  ///   - job: The job.
  ///   - spool: The spool's folder.
  ///   - polling: When to stop asking the daemon.
  init(of job: DeliveredJob, spool: FilePath, until polling: ReportPolling) {
    self.job = job
    self.spool = spool
    self.polling = polling
  }

  /// Opens all images, in the order of the report.
  ///
  /// - Throws: ``Failure`` gone if the spool has one no longer, io if one is damaged; ``TimedOut``.
  func open() throws -> [(output: OutputRecord, file: OwnedDescriptor)] {
    var found: [String: OwnedDescriptor] = [:]
    for output in job.report.outputs {
      if let file = job.open(output), try isWhole(file, output) { found[output.file] = file }
    }
    if found.count < job.report.outputs.count, let id = job.report.id {
      let missing = Set(job.report.outputs.map(\.file)).subtracting(found.keys)
      found.merge(try fetch(missing, of: id)) { own, _ in own }
    }
    return try job.report.outputs.map { output in
      guard let file = found[output.file] else { throw gone(output) }
      guard try isWhole(file, output) else {
        throw Failure(
          .io, "\(name): \(quoted(output.file)) is damaged: its SHA-256 is not that of the report.")
      }
      return (output, file)
    }
  }

  private var name: String { "job \(job.report.id?.description ?? quoted(job.report.job))" }

  private func gone(_ output: OutputRecord) -> Failure {
    Failure(
      .gone,
      "\(name) is done, but its output \(quoted(output.file)) is in the spool no longer: "
        + "a later job has replaced it, or it was fetched or deleted.")
  }

  private func isWhole(_ file: OwnedDescriptor, _ output: OutputRecord) throws -> Bool {
    guard let sha256 = output.sha256 else { return true }
    do {
      return try Digest.sha256(of: file, named: output.file) == sha256
    } catch {
      throw Failure(.io, "\(error).")
    }
  }

  /// Asks the daemon, also one that is started again meanwhile.
  private func fetch(
    _ files: Set<String>, of id: JobID
  ) throws -> [String: OwnedDescriptor] {
    while true {
      do {
        return try fetchOnce(files, of: id)
      } catch let error as SystemError {
        // Nobody listens, or the connection was lost: fetching changes nothing and may be repeated.
        guard error.code != .permissionDenied else {
          throw Failure(
            .io, "\(spool): no permission for control.sock: join the group that it belongs to.")
        }
      } catch let error as CommandError {
        switch error.code {
        case .missing: return [:]
        case .denied: throw Failure(.io, error.message)
        // The report comes a moment before the job is done.
        case .state, .failed, .busy: break
        }
      }
      guard !polling.hasTimedOut else { throw TimedOut() }
      polling.pause()
    }
  }

  private func fetchOnce(
    _ files: Set<String>, of id: JobID
  ) throws -> [String: OwnedDescriptor] {
    var found: [String: OwnedDescriptor] = [:]
    var cursor: OutputCursor?
    repeat {
      let daemon = try ControlClient(toSpool: spool.string)
      let (answer, opened) = try daemon.ask(.fetch(.id(id), after: cursor))
      if case .refused(let error) = answer {
        throw error.code == .failed ? Failure(.io, error.message) : error
      }
      guard case .outputs(let outputs, let next) = answer, outputs.count == opened.count else {
        throw Failure(.io, "scrimd's answer is not a list of outputs.")
      }
      for (output, file) in zip(outputs, opened) where files.contains(output.file) {
        found[output.file] = file
      }
      cursor = next
    } while cursor != nil && found.count < files.count
    return found
  }
}
