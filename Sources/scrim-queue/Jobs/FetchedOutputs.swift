import ScrimCommand
import ScrimLinux
import ScrimQueue
import ScrimSpool

/// Copies the outputs of a job, or of a batch, out of the queue.
struct FetchedOutputs {
  let client: QueueClient
  let places: OutputPlaces
  let console: Console

  /// Writes each output, whole or not at all, and prints its path.
  ///
  /// - Throws: ``QueueError``, ``Failure``.
  func fetch(_ id: Int) throws {
    guard let result = try QueuedResult(id, of: client) else {
      throw Failure(.missing, "job \(id) is not in the queue.")
    }
    let files = result.job.state.hasEnded ? try result.files(of: client) : []
    guard !files.isEmpty else {
      throw Failure(.missing, "job \(id) has no images: it is \(result.job.state.rawValue).")
    }
    let paths = try places.paths(
      for: files.map { ($0.name, OutputPlaces.format(of: $0.name) ?? "") })
    for (file, path) in zip(files, paths) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(file.bytes)
      do {
        for (job, output) in file.pieces {
          let start = bytes.count
          try client.read(output, of: job) { bytes += $0 }
          guard bytes.count - start == output.bytes,
            try Array(Digest.prefix(of: Array(bytes[start...]), bytes: 32)) == output.hash
          else { throw Failure(.io, "job \(job): \(output.file) is damaged in the queue.") }
        }
        try OutputFile.write(.own(bytes), to: path)
      } catch let error as SystemError {
        throw Failure(.io, "\(error).")
      }
      console.result(path: path)
    }
    let missing = result.parts.filter { $0.job.state != .done }
    guard !missing.isEmpty else { return }
    console.note(
      "job \(id): \(missing.count) of \(result.job.parts ?? 0) parts are not done: their rows are not in "
        + "\(result.job.name).rows.jsonl. scrim-queue retry \(id) renders them.")
  }
}
