import ScrimCommand
import ScrimLinux
import ScrimQueue
import ScrimSpool

/// Copies the outputs of a job out of the queue.
struct FetchedOutputs {
  let client: QueueClient
  let places: OutputPlaces
  let console: Console

  /// Writes each output, whole or not at all, and prints its path.
  ///
  /// - Throws: ``QueueError``, ``Failure``.
  func fetch(_ id: Int) throws {
    let outputs = try client.outputs(of: id)
    guard !outputs.isEmpty else {
      let state = try client.job(id)?.job.state
      throw Failure(
        .missing,
        state.map { "job \(id) has no images: it is \($0.rawValue)." }
          ?? "job \(id) is not in the queue.")
    }
    let paths = try places.paths(
      for: outputs.map { ($0.file, OutputPlaces.format(of: $0.file) ?? "") })
    for (output, path) in zip(outputs, paths) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(output.bytes)
      try client.read(output, of: id) { bytes += $0 }
      do {
        guard bytes.count == output.bytes,
          try Array(Digest.prefix(of: bytes, bytes: 32)) == output.hash
        else { throw Failure(.io, "job \(id): \(output.file) is damaged in the queue.") }
        try OutputFile.write(.own(bytes), to: path)
      } catch let error as SystemError {
        throw Failure(.io, "\(error).")
      }
      console.result(path: path)
    }
  }
}
