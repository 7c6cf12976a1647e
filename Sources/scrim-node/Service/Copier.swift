import Glibc
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimQueue
import ScrimRecords
import SystemPackage

/// A thread with a connection of its own, which copies jobs into the spool, and their results into the queue.
final class Copier {
  private let settings: NodeConfiguration
  private let queue: CopyQueue
  private let store: BlobStore
  private let spool: LocalSpool
  private var leases: QueueLeases?

  /// Results that share a transaction.
  private static let mostResults = 32

  init(_ settings: NodeConfiguration, _ queue: CopyQueue, _ store: BlobStore) {
    self.settings = settings
    self.queue = queue
    self.store = store
    spool = LocalSpool(path: settings.spool)
  }

  /// Works until the queue is closed.
  func run() {
    while let tasks = queue.next(most: Self.mostResults) {
      do {
        let leases = try connected()
        if case .stage(let held) = tasks[0] {
          queue.finish([try stage(held, leases)])
        } else {
          try returnResult(tasks, leases)
        }
      } catch {
        if leases?.connection.isLost == true { leases = nil }
        queue.finish(tasks.map { .failed($0, reason: "\(error)") })
      }
    }
  }

  private func connected() throws -> QueueLeases {
    if let leases { return leases }
    let connection = try QueueConnection.openNode(
      settings.queue, program: "scrim-node", lease: settings.lease)
    let leases = QueueLeases(
      connection, node: settings.name, duration: settings.lease)
    self.leases = leases
    return leases
  }

  /// Brings a job into the spool. What is wrong with it by its tenant's doing ends it; nothing of it is believed.
  private func stage(_ held: HeldJob, _ leases: QueueLeases) throws -> CopyResult {
    let job = held.job
    let options: SubmissionOptions
    do {
      options = try Self.options(for: held)
      try Self.check(job)
    } catch {
      let report: JSON = [
        "job": .string(job.name), "status": "failed",
        "errors": [["code": "refused", "message": .string(error.message)]],
      ]
      let change = try leases.end(
        [LeaseResult(id: job.id, token: job.token, isDone: false, report: report.text())])
      if change.locked.contains(job.id) { return .locked(.stage(held)) }
      return change.changed.isEmpty ? .fenced(job) : .returned(job, isDone: false)
    }
    let files: [(place: String, file: OwnedDescriptor)]
    do {
      files = try job.files.map { file in
        (place: file.place, file: try store.open(file, of: job.tenant, from: leases))
      }
    } catch let error as QueueError where error.kind == .damaged || error.kind == .missingBlob {
      // Asking again gives the same answer: an attempt, so that the job ends with the reason.
      return try fail(.stage(held), error.message, leases)
    }
    do {
      try spool.drop(
        job.name, token: held.reportToken, document: job.document, options: options, files: files)
    } catch {
      if Self.contentErrors.contains(error), spool.hasDropFolder {
        let reason = "its files cannot be laid out as a bundle: \(error)."
        return try fail(.stage(held), reason, leases)
      }
      throw SystemError(error, "drop job \(job.id) into \(settings.spool)")
    }
    return .staged(job)
  }

  /// Errors of a bundle that its places cause, not the disk or the spool.
  private static let contentErrors: Set<Errno> = [
    .notDirectory, .isDirectory, .fileExists, .fileNameTooLong, .tooManySymbolicLinkLevels,
  ]

  /// Records a failed attempt of a task's job.
  private func fail(
    _ task: CopyTask, _ reason: String, _ leases: QueueLeases
  ) throws(QueueError) -> CopyResult {
    let job = task.job
    let change = try leases.fail(id: job.id, token: job.token, reason: reason)
    if change.locked.contains(job.id) { return .locked(task) }
    return change.changed.isEmpty ? .fenced(job) : .attemptFailed(job, reason: reason)
  }

  /// `submission.json` of a local job. Of the tenant's own members those that belong to templates, and limits, count.
  ///
  /// - Throws: ``Diagnostic`` refused.
  static func options(for held: HeldJob) throws(Diagnostic) -> SubmissionOptions {
    var options = try SubmissionOptions(parsing: Array(held.job.options.utf8)).ofQueuedJob
    options.tenant = held.job.tenant
    options.key = held.key
    options.priority = held.job.priority
    options.notAfter = held.job.notAfter
    options.delivery = .private
    // The queue counts attempts, on different nodes.
    options.attempts = 1
    return options
  }

  /// - Throws: ``Diagnostic`` refused for a name or a place that the spool would not take.
  static func check(_ job: LeasedJob) throws(Diagnostic) {
    if let violation = DropName.violation(in: job.name) {
      throw Diagnostic(code: "refused", message: "the job's name \(violation).")
    }
    let places = Set(job.files.map(\.place))
    guard places.count <= mostFiles else {
      throw Diagnostic(
        code: "refused",
        message: "a job has at most \(mostFiles) files; this one has \(places.count).")
    }
    if let time = job.notAfter, !(0...Self.latest).contains(time) {
      throw Diagnostic(code: "refused", message: "notAfter is not in the years 1970 to 9999.")
    }
    for file in job.files {
      let components = file.place.split(separator: "/", omittingEmptySubsequences: false)
      let isPath = components.allSatisfy { $0 == ".absolute" || DropName.isFileName(String($0)) }
      guard isPath, components.count <= 16, file.place.utf8.count <= 1024,
        let first = components.first, first != "job.json", first != BundleFile.options
      else {
        throw Diagnostic(
          code: "refused",
          message: "\(quoted(file.place)) is not the path of a file in a job's bundle.")
      }
      for count in 1..<components.count {
        let above = components[..<count].joined(separator: "/")
        guard !places.contains(above) else {
          throw Diagnostic(
            code: "refused",
            message: "\(quoted(file.place)) is below \(quoted(above)), which is a file.")
        }
      }
    }
  }

  /// As the queue has it.
  private static let mostFiles = 4160
  /// The end of 9999: UTC, milliseconds since 1970.
  private static let latest = 253_402_300_799_999

  /// Returns results: outputs in chunks first, then all in one transaction.
  private func returnResult(_ tasks: [CopyTask], _ leases: QueueLeases) throws {
    var results: [CopyResult] = []
    var ended: [Ended] = []
    for case .returnResult(let held, let report) in tasks {
      let job = held.job
      do {
        let local = report.id
        if let reason = Self.failedAttempt(report) {
          let result = try fail(.returnResult(held, report), reason, leases)
          results.append(result)
          if case .locked = result { continue }
          discard([local])
          continue
        }
        var result = LeaseResult(
          id: job.id, token: job.token, isDone: report.status == .done, report: report.json.text())
        if result.isDone, let local { result.outputs = try put(local, of: job, leases) }
        ended.append(Ended(task: .returnResult(held, report), result: result, local: local))
      } catch let error as CommandError where error.code == .missing {
        // Purged by an operator of this machine: asking again gives the same answer.
        let reason = "the local job was deleted before its result was returned."
        results.append(try fail(.returnResult(held, report), reason, leases))
      } catch {
        if leases.connection.isLost { throw error }
        results.append(.failed(.returnResult(held, report), reason: "\(error)"))
      }
    }
    let completed = try complete(ended, leases)
    // The node takes the next jobs meanwhile.
    queue.finish(results + completed.results)
    discard(completed.local)
  }

  /// A local job that has ended, on its way to the queue.
  private struct Ended {
    let task: CopyTask
    let result: LeaseResult
    let local: JobID?
  }

  /// Ends jobs in one transaction. One whose result the server refuses, or that waits for what another session has
  /// locked, does not keep the others from theirs.
  ///
  /// - Returns: What became of them, and the local jobs that nothing needs any more.
  private func complete(
    _ ended: [Ended], _ leases: QueueLeases
  ) throws -> (results: [CopyResult], local: [JobID?]) {
    do {
      let change = try leases.end(ended.map(\.result))
      let results = ended.map { item -> CopyResult in
        let job = item.task.job
        if change.locked.contains(job.id) { return .locked(item.task) }
        return change.changed.contains(job.id)
          ? .returned(job, isDone: item.result.isDone) : .fenced(job)
      }
      return (
        results, ended.filter { !change.locked.contains($0.result.id) }.map(\.local)
      )
    } catch {
      if leases.connection.isLost { throw error }
      guard let first = ended.first, ended.count == 1 else {
        var (results, local): ([CopyResult], [JobID?]) = ([], [])
        for item in ended {
          let one = try complete([item], leases)
          results += one.results
          local += one.local
        }
        return (results, local)
      }
      switch error.kind {
      case .refused:
        let reason = "the queue refused its result: \(error)"
        return ([try fail(first.task, reason, leases)], [first.local])
      case .locked: return ([.locked(first.task)], [])
      default: return ([.failed(first.task, reason: "\(error)")], [])
      }
    }
  }

  /// Stores the outputs of a local job in chunks.
  private func put(
    _ local: JobID, of job: LeasedJob, _ leases: QueueLeases
  ) throws -> [LeaseResult.Output] {
    var stored: [LeaseResult.Output] = []
    var (outputs, next) = try committed(local)
    while true {
      for (output, file) in outputs {
        let digest = try Digest()
        var (offset, part) = (0, 0)
        while offset < output.bytes {
          let bytes = try file.bytes(at: offset, count: QueueLeases.chunkBytes, of: output.file)
          guard !bytes.isEmpty else { break }
          try digest.add(bytes)
          try leases.put(bytes, part: part, of: stored.count, of: job)
          (offset, part) = (offset + bytes.count, part + 1)
        }
        stored.append(
          .init(file: output.file, bytes: offset, hash: try Array(digest.value())))
      }
      guard let cursor = next else { return stored }
      (outputs, next) = try spool.outputs(of: .id(local), after: cursor)
    }
  }

  /// The first outputs of a local job. Its report shows up shortly before the job is in `done/`.
  private func committed(
    _ local: JobID
  ) throws -> (
    outputs: [(output: OutputRecord, file: OwnedDescriptor)], next: OutputCursor?
  ) {
    let end = ContinuousClock.now + Self.patience
    while true {
      do {
        return try spool.outputs(of: .id(local))
      } catch let error as CommandError {
        guard error.code == .state, .now < end else { throw error }
        usleep(Self.pause)
      }
    }
  }

  private static let patience = Duration.seconds(2)
  private static let pause: useconds_t = 2000

  /// Deletes local jobs whose results are in the queue; what fails here is left to retention.
  private func discard(_ local: [JobID?]) {
    let known = local.compactMap { $0 }
    guard !known.isEmpty else { return }
    try? spool.change(known.map(JobReference.id), .purge)
  }

  /// The reason of an attempt that failed by a crash, by cancelling, or for want of a plugin; `nil` if the result is
  /// the job's own.
  static func failedAttempt(_ report: JobReport) -> String? {
    switch report.status {
    case .done: return report.cancellation
    case .held: return report.errors.first?.message ?? "the job waits for a plugin."
    case .failed:
      let wasEnded = !report.failedAttempts.isEmpty
      return report.errors.first {
        crashes.contains($0.code) || wasEnded && limits.contains($0.code)
      }?.message
    }
  }

  /// Codes of failures without an error in the job. A job of the queue is cancelled there: a local job by this node,
  /// which had lost the lease, and was restarted before it deleted it, or by an operator of this machine.
  private static let crashes: Set = [
    "worker-crash", "effect-crash", "plugin-disabled", "plugin-refused", "other-environment",
    "cancelled",
  ]
  /// Codes of limits that a busy machine may have exceeded, if an attempt was ended for it; otherwise the job is too
  /// large by itself.
  private static let limits: Set = ["time-limit", "out-of-memory"]
}
