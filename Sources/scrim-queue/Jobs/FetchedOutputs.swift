import ScrimCommand
import ScrimDocument
import ScrimLinux
import ScrimQueue
import ScrimQueueClient
import ScrimRecords
import SystemPackage

/// Copies the outputs of a job, or of a batch, out of the queue.
struct FetchedOutputs {
  let client: QueueClient
  let places: OutputPlaces
  let console: Console
  /// How long a pipe may take an output; `nil` for no limit.
  var deadline: ContinuousClock.Instant?
  /// Whether the queue does not learn that they were fetched, and so keeps them longer.
  var keeps = false

  /// Writes each output, whole or not at all.
  ///
  /// - Returns: The outputs, with their paths.
  /// - Throws: ``QueueError``, ``Failure``.
  func fetch(_ result: QueuedResult) throws -> [SubmissionRecord.Output] {
    let id = result.job.id
    var written: [SubmissionRecord.Output] = []
    let files = result.job.state.hasEnded ? try result.files(of: client) : []
    guard !files.isEmpty else {
      throw Failure(.missing, "job \(id) has no images: it is \(result.job.state.rawValue).")
    }
    let targets = try places.files(
      for: files.map { ($0.name, OutputNames.format(of: $0.name) ?? "") })
    for (file, target) in zip(files, targets) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(file.bytes)
      do {
        try file.read(client) { bytes += $0 }
        let path = try target.write(.own(bytes), until: deadline).shown
        written.append(
          SubmissionRecord.Output(
            path: path?.string, file: file.name, format: OutputNames.format(of: file.name),
            bytes: bytes.count, sha256: try Digest.sha256(of: bytes)))
      } catch  where error is SystemError || error is QueuedResult.File.Damaged {
        throw Failure(.io, "\(error).")
      }
    }
    if !keeps { try client.noteFetched([id]) }
    let missing = result.parts.filter { $0.job.state != .done }
    if !missing.isEmpty {
      console.note(
        "job \(id): \(missing.count) of \(result.job.parts ?? 0) parts are not done: their rows are not in "
          + "\(result.job.name).rows.jsonl. scrim-queue retry \(id) renders them.")
    }
    return written
  }
}
