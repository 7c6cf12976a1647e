import ScrimLinux

/// What a worker may take that no limit of the kernel bounds for a single process.
///
/// Threads are bounded only for all processes of a user or a unit together, and RLIMIT_DATA forgets memory that was
/// written and then made read-only. So the client looks at a worker that is busy, several times a second, and ends
/// one that has more.
extension Worker {
  /// Threads of a worker. Rendering takes a handful; the others are for plugins.
  package static let maxThreads = 64
  /// How often the client looks.
  static let usageInterval = Duration.milliseconds(50)
  /// Memory besides data: the first thread's stack, and pages of libraries that were relocated.
  private static let toleratedMemory = 160 << 20

  /// Whether it has too many threads or too much memory while no request is in progress.
  package var exceedsLimits: Bool { Self.excess(of: process, memoryLimit: memoryLimit) != nil }

  /// Which limit a process exceeds; `nil` if none, or nothing can be seen.
  static func excess(of process: ChildProcess, memoryLimit: Int) -> WorkerCrash.Cause? {
    if let threads = process.threads, threads > maxThreads { return .threadLimit(maxThreads) }
    if let memory = process.anonymousMemory, memory > memoryLimit + toleratedMemory {
      return .memoryLimit(bytes: memoryLimit)
    }
    return nil
  }
}
