package import ScrimCommand
package import ScrimJSON
import ScrimLinux
package import ScrimQueue
package import ScrimRecords

/// How a job of the queue ended, or a batch in parts, whose results are one.
package struct QueuedResult: JobEnding {
  /// A file of the result.
  package struct File {
    package let name: String
    /// One output, or the same one of each part, which follow each other.
    package fileprivate(set) var pieces: [(job: Int, output: QueueOutput)]

    package var bytes: Int { pieces.reduce(0) { $0 + $1.output.bytes } }

    /// Reads it, a chunk at a time. Each piece is checked at its end.
    ///
    /// - Throws: ``Damaged``, `QueueError`, `SystemError`, or what `use` throws.
    package func read(_ client: QueueClient, _ use: ([UInt8]) throws -> Void) throws {
      for (job, output) in pieces {
        let digest = try Digest()
        var bytes = 0
        try client.read(output, of: job) { chunk in
          try digest.add(chunk)
          bytes += chunk.count
          try use(chunk)
        }
        guard bytes == output.bytes, try Array(digest.value()) == output.hash else {
          throw Damaged(job: job, file: output.file)
        }
      }
    }

    /// Its bytes in the queue are not those that a node has stored.
    package struct Damaged: Error, CustomStringConvertible {
      let job: Int
      let file: String

      package var description: String { "job \(job): \(file) is damaged in the queue" }
    }
  }

  /// The job, or the batch as one job.
  package let job: QueueJob
  /// Of a batch, in the order of their rows.
  package let parts: [QueueJobDetails]
  /// The job itself, if it is not a batch.
  package let single: QueueJobDetails?

  /// Is `nil` if this session sees neither a job nor a batch.
  ///
  /// - Parameters:
  ///   - id: The number of a job or batch.
  ///   - client: The queue.
  /// - Throws: ``QueueError``.
  package init?(_ id: Int, of client: QueueClient) throws(QueueError) {
    if let details = try client.job(id) {
      job = details.job
      parts = []
      single = details
    } else if let batch = try client.batch(id) {
      job = batch.job
      parts = batch.parts
      single = nil
    } else {
      return nil
    }
  }

  /// The files of what is done, a batch's list of rows first.
  ///
  /// - Throws: ``QueueError``.
  package func files(of client: QueueClient) throws(QueueError) -> [File] {
    guard single == nil else {
      guard job.state == .done else { return [] }
      return try client.outputs(of: job.id).map { File(name: $0.file, pieces: [(job.id, $0)]) }
    }
    var rows = File(name: "\(job.name).rows.jsonl", pieces: [])
    var files: [File] = []
    for part in parts where part.job.state == .done {
      for output in try client.outputs(of: part.job.id) {
        if output.file == rows.name {
          rows.pieces.append((part.job.id, output))
        } else {
          files.append(File(name: output.file, pieces: [(part.job.id, output)]))
        }
      }
    }
    return (rows.pieces.isEmpty ? [] : [rows]) + files
  }

  package var title: String? { job.name }

  /// The reports that there are: one of a job, one for each part of a batch that has ended.
  package var reports: [JobReport] { (single.map { [$0] } ?? parts).compactMap(Self.report) }

  private static func report(of part: QueueJobDetails) -> JobReport? {
    part.report.flatMap { try? JobReport(json: JSON(parsing: Array($0.utf8))) }
  }

  /// The errors of all reports.
  package var errors: [Diagnostic] { reports.flatMap(\.errors) }

  /// How the rows of a batch ended; `nil` for a job without rows.
  package var summary: BatchSummary? {
    let reports = reports
    guard reports.contains(where: { $0.batch != nil }) else { return nil }
    return BatchSummary(reports, name: job.name)
  }

  /// How a command ends that waited for it; `nil` if all of it is done.
  package var exitStatus: ExitStatus? {
    let status = reports.compactMap(\.exitStatus).first
    return job.state == .done ? status : status ?? .dataError
  }

  /// One report in place of those of the parts; the job's own if it is not a batch. `nil` as long as it has not ended.
  package var report: JSON? {
    guard job.state.hasEnded else { return nil }
    // As its node wrote it, which may be of another release.
    if let single { return single.report.flatMap { try? JSON(parsing: Array($0.utf8)) } }
    var members: [JSON.Member] = [
      .init("status", .string(job.state == .done ? "done" : "failed")),
      .init("job", .string(job.name)), .init("id", .string(String(job.id))),
      .init("parts", .array(parts.map(Self.part))),
    ]
    if let summary {
      members.append(.init("rows", summary.json))
      members.append(.init("data", reports.lazy.compactMap { $0.batch?.data?.json }.first ?? .null))
      let list: JSON = ["file": .string("\(job.name).rows.jsonl"), "format": "jsonl"]
      members.append(.init("outputs", [list]))
    }
    members.append(.init("errors", .array(errors.prefix(Self.mostErrors).map(\.json))))
    return .object(members)
  }

  /// As in the report of a batch that one node renders.
  private static let mostErrors = 100

  private static func part(_ part: QueueJobDetails) -> JSON {
    [
      "id": .string(String(part.job.id)), "state": .string(part.job.state.rawValue),
      "node": part.job.node.field,
      "rows": (report(of: part)?.batch?.rows).field,
    ]
  }
}
