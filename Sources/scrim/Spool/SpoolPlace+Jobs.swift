import ArgumentParser
import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimRecords
import SystemPackage

extension SpoolPlace: Place {
  static let program = "scrim"
  static let example = "hb7ydo2bmsq4xkva"
  static let owners = "user: a name or a number"

  static func remarks(on command: String) -> String {
    switch command {
    case "jobs":
      "Lists your own jobs; root, the daemon's account and operators see all."
    case "cancel":
      """
      A job that has not been accepted yet is cancelled by the identifier that scrim submit printed. A job that is \
      being rendered ends at once.
      """
    case "release":
      "Jobs that wait for a plugin are released when it is replaced, or enabled again."
    case "retry": "The report of the failure stays in out/ until the job ends again."
    case "wait":
      "The identifier that scrim submit prints is known at once, also while no scrimd is running."
    case "fetch":
      """
      Jobs that were submitted with --private are not delivered to out/: fetch is how you get their images, and of a \
      batch NAME.rows.jsonl. Once they are written and flushed, they are deleted from the spool, unless --keep is \
      given, or one went to a device, a pipe or standard output. Images of other jobs are copied as long as the spool \
      has them; those of a batch are in out/ only.
      """
    default: ""
    }
  }

  static var states: [State] { State.allCases.filter { $0 != .drop } }
  static func isOpen(_ state: State) -> Bool { state.isUnfinished || state == .hold }
  static func states(for action: JobAction) -> Set<State> { action.states }

  static func reference(_ text: String) throws -> JobReference {
    guard let job = JobReference(text) else {
      throw ValidationError(
        "\(text) is not a job: expected an ID such as 1795483755404-1000-uc5qydag, or the identifier "
          + "that scrim submit printed, such as hb7ydo2bmsq4xkva.")
    }
    return job
  }

  /// Reads the name or the number of a user.
  static func owner(_ text: String) throws -> UInt32 {
    if let number = UInt32(text) { return number }
    guard let entry = getpwnam(text) else { throw ValidationError("No user is named \(text).") }
    return entry.pointee.pw_uid
  }

  static func reference(to job: JobSummary) -> JobReference? { job.id.map(JobReference.id) }

  static func failure(_ error: any Error) -> Failure? { nil }

  init(_ options: SpoolOptions, command: String) throws {
    self.init(try options.find(), command: command)
  }

  func list(
    in states: [State], of owner: UInt32?, after: JobReference?, most: () -> Int?,
    _ use: ([JobSummary]) -> Bool
  ) throws {
    var last: JobID?
    if let after {
      guard case .id(let id) = after else {
        throw ValidationError("--after \(after): expected a job ID, as scrim jobs lists it.")
      }
      last = id
    }
    var request = JobRequest.list(states: states, user: owner, after: last, most: most())
    let line = try open(for: request)
    while true {
      guard case .jobs(let jobs, let next) = try ask(request, over: line) else {
        throw Failure(.io, "scrimd's answer is not a list of jobs.")
      }
      guard use(jobs), let next else { return }
      request = .list(states: states, user: owner, after: next, most: most())
    }
  }

  func page(of job: JobReference) throws -> JobPage { try page(details(of: job), job) }

  func page(ofJobWithKey key: String) throws -> JobPage {
    guard case .job(let job) = try ask(.find(key: key, tenant: nil)) else {
      throw Failure(.io, "scrimd's answer is not a job.")
    }
    return page(job, job.summary.id.map(JobReference.id))
  }

  private func page(_ job: JobDetails, _ reference: JobReference?) -> JobPage {
    (job.rows, job.json, reference.flatMap { report(of: $0, job) }?.json.text(pretty: true))
  }

  /// The report of a job that has ended, where this user can read it: under the token of its submission, or in `out/`
  /// as long as no later job has taken its name.
  private func report(of reference: JobReference, _ job: JobDetails) -> JobReport? {
    switch reference {
    case .token(let token): return DeliveredJob.report(ofSubmission: token, in: spool)
    case .id(let id):
      guard let name = job.summary.name else { return nil }
      let out = spool.appending("out")
      return [out, out.appending(job.summary.owner.description)].lazy
        .flatMap { folder in
          [ReportName.doneSuffix, ReportName.failedSuffix].map { folder.appending(name + $0) }
        }
        .compactMap { DeliveredJob(at: $0, out: out)?.report }.first { $0.id == id }
    }
  }

  func change(_ jobs: [JobReference], _ action: JobAction) throws -> [JobChange] {
    guard !jobs.isEmpty else { return [] }
    var changes: [JobChange] = []
    let line = try open(for: .change(action, []))
    for start in stride(from: 0, to: jobs.count, by: JobRequest.mostJobs) {
      let part = Array(jobs[start..<min(start + JobRequest.mostJobs, jobs.count)])
      guard case .changes(let results) = try ask(.change(action, part), over: line) else {
        throw Failure(.io, "scrimd's answer is not a list of changes.")
      }
      changes += results.map { change in
        (
          "\(change.job)",
          change.error.map { .failure(Failure($0.status, $0.message)) }
            ?? .success(change.state?.rawValue)
        )
      }
    }
    return changes
  }

  func endings(of jobs: [JobReference]) throws -> [JobReference: JobReport] {
    try jobs.reduce(into: [:]) { $0[$1] = try ending(of: $1) }
  }

  private func ending(of job: JobReference) throws -> JobReport? {
    if case .token(let token) = job, isDaemonAbsent {
      return DeliveredJob.report(ofSubmission: token, in: spool).flatMap {
        $0.status == .held ? nil : $0
      }
    }
    let details = try details(of: job)
    guard [.done, .failed, .corrupt].contains(details.summary.state) else { return nil }
    if let report = report(of: job, details) { return report }
    // It cannot be read, or a later job has replaced it.
    var report = JobReport()
    report.status = details.summary.state == .done ? .done : .failed
    report.job = details.summary.name ?? ""
    report.errors = details.errors
    return report
  }

  func pause(until end: ContinuousClock.Instant?) { usleep(200_000) }

  func fetch(
    _ job: JobReference, to places: OutputPlaces, keeps: Bool, _ console: Console
  ) throws {
    var (outputs, next) = try self.outputs(of: job, after: nil)
    guard !outputs.isEmpty else {
      throw Failure(.missing, "job \(job) has no images in the spool any more.")
    }
    var written: [WrittenFile] = []
    while true {
      let files = try places.files(
        for: outputs.map { ($0.output.file, OutputNames.format(of: $0.output.file) ?? "") })
      for ((_, image), file) in zip(outputs, files) {
        let copy = try file.write(image)
        console.result(copy)
        written.append(copy)
      }
      guard let cursor = next else { break }
      (outputs, next) = try self.outputs(of: job, after: cursor)
    }
    guard !keeps, try details(of: job).isPrivate else { return }
    guard try FetchedJob(job, self).acknowledge(written) else {
      return console.note(
        "The images of job \(job) stay in the spool: they are deleted after they were written to files. "
          + "scrim purge \(job) deletes them.")
    }
  }
}
