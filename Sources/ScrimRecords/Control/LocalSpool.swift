import Glibc
package import ScrimDocument
import ScrimJSON
package import ScrimLinux
package import SystemPackage

/// The spool of this machine, as a bridge uses it: bundles into `drop/`, reports from `reports/`, commands by the
/// daemon's socket.
package struct LocalSpool: Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// The report under a submission's token; `nil` until there is one.
  package func report(_ token: String) -> JobReport? {
    let number = Glibc.open("\(path)/reports/\(token).json", O_RDONLY | O_CLOEXEC)
    guard number >= 0,
      let bytes = try? OwnedDescriptor(owning: number).readAll(
        limit: RecordLimits.report, of: "a report"),
      let content = try? JSON(parsing: bytes, limits: JSONLimits(bytes: RecordLimits.report))
    else { return nil }
    return try? JobReport(json: content)
  }

  /// Whether jobs can be dropped at all.
  package var hasDropFolder: Bool {
    var about = stat()
    return stat("\(path)/drop", &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
  }

  /// Puts a bundle into the spool, flushed.
  ///
  /// - Parameters:
  ///   - name: The job's name.
  ///   - token: Of the submission, for its report.
  ///   - document: `job.json`.
  ///   - options: `submission.json`.
  ///   - files: The files with their places.
  /// - Throws: `Errno`.
  package func drop(
    _ name: String, token: String, document: [UInt8], options: SubmissionOptions,
    files: [(place: String, file: OwnedDescriptor)]
  ) throws(Errno) {
    try BundleWriter.drop(
      name, token: token, document: document, options: options, files: files, into: FilePath(path))
  }

  /// The local job of a lease.
  ///
  /// - Returns: `nil` if there is none.
  /// - Throws: `SystemError`, `CommandError`.
  package func job(withKey key: String, tenant: String) throws -> JobDetails? {
    do {
      guard case .job(let job) = try ask(.find(key: key, tenant: tenant)).answer else { return nil }
      return job
    } catch let error as CommandError where error.code == .missing {
      return nil
    }
  }

  /// Outputs of a local job that is done.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - cursor: The end of the previous part.
  /// - Returns: The outputs, and the end of the part if there are more.
  /// - Throws: `SystemError`, `CommandError`.
  package func outputs(
    of job: JobReference, after cursor: OutputCursor? = nil
  ) throws -> (
    outputs: [(output: OutputRecord, file: OwnedDescriptor)], next: OutputCursor?
  ) {
    let (answer, files) = try ask(.fetch(job, after: cursor))
    guard case .outputs(let outputs, let next) = answer, outputs.count == files.count else {
      throw CommandError(.failed, "scrimd's answer is not a list of outputs.")
    }
    return (Array(zip(outputs, files)).map { ($0.0, $0.1) }, next)
  }

  /// The digest of the environment in which scrimd renders jobs; "" until it has read its files.
  ///
  /// - Throws: `SystemError`, `CommandError`.
  package func environment() throws -> String {
    guard case .environment(let digest) = try ask(.environment).answer else { return "" }
    return digest
  }

  /// Changes local jobs; what is not possible is left to the next call, or to retention.
  ///
  /// - Throws: `SystemError`, `CommandError`.
  package func change(_ jobs: [JobReference], _ action: JobAction) throws {
    for start in stride(from: 0, to: jobs.count, by: JobRequest.mostJobs) {
      let part = jobs[start..<min(start + JobRequest.mostJobs, jobs.count)]
      _ = try ask(.change(action, Array(part)))
    }
  }

  /// Local jobs of this account.
  ///
  /// - Throws: `SystemError`, `CommandError`.
  package func jobs(in states: [State]) throws -> [JobSummary] {
    var (found, last) = ([JobSummary](), JobID?.none)
    while true {
      guard
        case .jobs(let jobs, let next) = try ask(
          .list(states: states, user: geteuid(), after: last)
        ).answer
      else { throw CommandError(.failed, "scrimd's answer is not a list of jobs.") }
      found += jobs
      guard let next else { return found }
      last = next
    }
  }

  /// - Throws: `SystemError`, `CommandError`.
  package func details(of job: JobReference) throws -> JobDetails? {
    guard case .job(let job) = try ask(.show(job)).answer else { return nil }
    return job
  }

  private func ask(_ request: JobRequest) throws -> (answer: JobAnswer, files: [OwnedDescriptor]) {
    let (answer, files) = try ControlClient(toSpool: path).ask(request)
    if case .refused(let error) = answer { throw error }
    return (answer, files)
  }
}
