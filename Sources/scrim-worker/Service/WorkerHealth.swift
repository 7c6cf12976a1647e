import Glibc
import ScrimLinux

/// What jobs left behind in this process. The next job must not pay for it, so that a worn worker is
/// replaced.
struct WorkerHealth {
  private let descriptors: Int?
  private let memory: Int

  /// How many descriptors more than at the start are nothing to worry about: fonts are opened late.
  private static let toleratedDescriptors = 32
  /// So often threads are given half a millisecond to end; the answer waits for that.
  private static let retries = 10

  /// Looks at what is open before the first job.
  ///
  /// - Parameter memory: What the process may have, bytes; of that it may keep half between jobs.
  init(memory: Int) {
    self.memory = memory
    descriptors = Self.descriptorCount
  }

  /// Why no other job should be drawn here; `nil` if nothing is wrong, or nothing can be seen.
  func retireReason() -> String? {
    let threads = otherThreads()
    if threads > 0 {
      return threads == 1
        ? "1 thread of an effect is still running"
        : "\(threads) threads of an effect are still running"
    }
    if let before = descriptors {
      // Where the folder has to be listed, that takes a descriptor.
      guard let now = Self.descriptorCount else { return "no file descriptor is left" }
      if now > before + Self.toleratedDescriptors {
        return "\(now - before) file descriptors were left open"
      }
    }
    if let resident = ResidentMemory.own, resident > memory / 2 {
      return "\(resident >> 20) MiB of memory are in use"
    }
    return nil
  }

  /// Threads that are there to stay. Nothing of ours starts any, but Pango looks for fonts on some that
  /// may be about to end.
  private func otherThreads() -> Int {
    for _ in 0..<Self.retries {
      guard let threads = Self.threadCount, threads > 1 else { return 0 }
      usleep(500)
    }
    return max(0, (Self.threadCount ?? 1) - 1)
  }

  /// A folder in `/proc/self/task` for each thread; two links are the folder's own.
  private static var threadCount: Int? {
    status(of: "/proc/self/task").map { Int($0.st_nlink) - 2 }
  }

  /// Linux 6.2 and later say it as a size; listing the folder takes five more system calls for each job.
  private static var descriptorCount: Int? {
    let size = status(of: "/proc/self/fd").map { Int($0.st_size) } ?? 0
    return size > 0 ? size : (try? Folder.names(at: "/proc/self/fd"))?.count
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}
