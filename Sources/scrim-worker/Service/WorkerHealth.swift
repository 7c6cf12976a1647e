import Glibc
import ScrimLinux

/// What jobs left behind in this process. The next job must not pay for it, so that a worn worker is
/// replaced.
struct WorkerHealth {
  private let descriptors: Int?
  private let memory: Int
  private let fontThreads: Int

  /// How many descriptors more than at the start are nothing to worry about: fonts are opened late.
  private static let toleratedDescriptors = 32
  /// So often threads are given half a millisecond to end; the answer waits for that.
  private static let retries = 10
  /// So often new threads are given half a millisecond for their names.
  private static let nameRetries = 100

  /// Looks at what is open before the first job.
  ///
  /// - Parameters:
  ///   - memory: What the process may have, bytes; of that it may keep half between jobs.
  ///   - fontThreads: The result of ``countFontThreads()``.
  init(memory: Int, fontThreads: Int) {
    self.memory = memory
    self.fontThreads = fontThreads
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

  /// Counts the threads that Pango keeps for asking fontconfig; Pango 1.50 has none, 1.56 one. To be called once the
  /// fonts are opened and before any plugin is loaded, which could give a thread that name.
  static func countFontThreads() -> Int {
    for _ in 0..<Self.nameRetries {
      let names = threadNames()
      // A thread has its creator's name until it gives itself one.
      guard let own = names.first, names.dropFirst().contains(own) else {
        return names.filter { $0.hasPrefix("[pango] fontcon") }.count
      }
      usleep(500)
    }
    return 0
  }

  private static func threadNames() -> [String] {
    let threads = (try? Folder.names(at: "/proc/self/task")) ?? []
    return threads.compactMap(Int.init).sorted().compactMap { thread in
      (try? OwnedDescriptor.open("/proc/self/task/\(thread)/comm", O_RDONLY))
        .flatMap { try? $0.readAll(limit: 64, of: "the name of a thread") }
        .map { String(decoding: $0.dropLast(), as: UTF8.self) }
    }
  }

  /// How many threads are there to stay that were not before plugins were loaded. Nothing of ours starts any, but Pango
  /// 1.50 looks for fonts on some that may be about to end.
  private func otherThreads() -> Int {
    let own = 1 + fontThreads
    for _ in 0..<Self.retries {
      guard let threads = Self.threadCount, threads > own else { return 0 }
      usleep(500)
    }
    return max(0, (Self.threadCount ?? own) - own)
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
