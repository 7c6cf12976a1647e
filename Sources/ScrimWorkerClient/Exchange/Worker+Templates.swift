import ScrimDocument
package import ScrimJSON
package import ScrimLinux
package import ScrimProtocol

extension Worker {
  /// Has a template evaluated for the next rows of its data.
  ///
  /// - Parameters:
  ///   - job: The template.
  ///   - stop: Once set, the reply is not awaited.
  /// - Returns: The reply, and the jobs of each row and variant, with errors in place of those that there are not.
  /// - Throws: ``WorkerFailure`` if there is no reply.
  package func prepare(
    _ job: TemplateJob, stop: ShutdownEvent? = nil
  ) throws(WorkerFailure) -> (reply: PrepareReply, jobs: [PreparedJob]) {
    let exchange = Exchange(
      .prepare(job.request), descriptors: job.descriptors, seconds: job.request.limits.seconds,
      outputBytes: PrepareReply.maxBytes, stop: stop)
    let (reply, bytes): (PrepareReply, [UInt8]) = try perform(exchange) { response, attached in
      guard case .prepared(let reply) = response else { throw ProtocolViolation.unexpectedReply }
      guard let file = attached.descriptors.first else { return (reply, []) }
      _ = try MemoryFile.size(ofSealed: file)
      return (reply, try file.readAll(limit: PrepareReply.maxBytes, of: "the jobs of a template"))
    }
    retireReason = retireReason ?? reply.retireReason
    var rest = bytes[...]
    var jobs: [PreparedJob] = []
    for document in reply.documents {
      guard document.bytes <= rest.count else {
        throw .crashed(
          WorkerCrash(cause: .protocolViolation("the documents are shorter than it said")))
      }
      jobs.append(PreparedJob(about: document, document: Array(rest.prefix(document.bytes))))
      rest = rest.dropFirst(document.bytes)
    }
    return (reply, jobs)
  }

  /// Finds the next rows of a template's data.
  ///
  /// - Parameter job: The template.
  /// - Returns: The reply, and its rows.
  /// - Throws: ``WorkerFailure`` if there is no reply.
  package func index(
    _ job: TemplateJob
  ) throws(WorkerFailure) -> (reply: IndexReply, rows: [RowPlace]) {
    let exchange = Exchange(
      .index(job.request), descriptors: job.descriptors, seconds: job.request.limits.seconds,
      outputBytes: IndexReply.maxBytes)
    let (reply, bytes): (IndexReply, [UInt8]) = try perform(exchange) { response, attached in
      guard case .indexed(let reply) = response else { throw ProtocolViolation.unexpectedReply }
      guard let file = attached.descriptors.first else { return (reply, []) }
      _ = try MemoryFile.size(ofSealed: file)
      return (reply, try file.readAll(limit: IndexReply.maxBytes, of: "an index"))
    }
    retireReason = retireReason ?? reply.retireReason
    let isEnd = reply.next == nil || !reply.errors.isEmpty
    guard let rows = RowPlace.read(bytes, count: reply.rows), isEnd || !rows.isEmpty else {
      throw .crashed(
        WorkerCrash(cause: .protocolViolation("an index that is not as long as it said")))
    }
    return (reply, rows)
  }

  /// Finds where errors of a job come from in the template that gave it.
  ///
  /// - Parameters:
  ///   - diagnostics: The errors, with paths in the job's document.
  ///   - prepared: The job.
  ///   - job: The template.
  /// - Returns: The errors with their places in the template.
  /// - Throws: ``WorkerFailure`` if there is no reply.
  package func locate(
    _ diagnostics: [Diagnostic], of prepared: PreparedJob, in job: TemplateJob
  ) throws(WorkerFailure) -> [Diagnostic] {
    guard !diagnostics.isEmpty else { return [] }
    let request = LocateRequest(
      template: job.at(prepared.about), variant: prepared.about.variant, diagnostics: diagnostics)
    let exchange = Exchange(
      .locate(request), descriptors: job.descriptors, seconds: job.request.limits.seconds)
    return try perform(exchange) { response, _ in
      guard case .located(let located) = response else { throw ProtocolViolation.unexpectedReply }
      return located
    }
  }
}
