import ScrimProtocol

extension WorkerProgram {
  /// What this kernel cannot deny workers, found by starting one that loads no plugins and ending it.
  ///
  /// - Returns: Words for a log; empty when everything is on.
  /// - Throws: ``WorkerError`` notStarted, notReady.
  package func lacking() throws(WorkerError) -> [String] {
    var bare = self
    bare.options.plugins = []
    return try Worker(bare).lacking
  }

  /// Refuses to go on without a part of the sandbox.
  ///
  /// - Parameter lacking: What there is not of it.
  /// - Throws: ``WorkerError`` unsandboxed.
  package func insist(on lacking: [String]) throws(WorkerError) {
    guard !lacking.isEmpty else { return }
    throw WorkerError(
      .unsandboxed,
      "the kernel's sandbox lacks \(lacking.joined(separator: ", ")), and the configuration requires "
        + "a complete one ([workers] sandbox = \"required\")")
  }
}
