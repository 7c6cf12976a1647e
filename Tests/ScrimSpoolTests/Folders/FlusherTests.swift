import Foundation
import ScrimLinux
import ScrimRecords
import ScrimSpool
import Synchronization
import SystemPackage
import Testing

/// Flushes that threads share.
@Suite struct FlusherTests {
  /// A disk that can be made to wait and to fail.
  private final class Disk: Sendable {
    let flushes = Mutex(0)
    let fails = Mutex(false)
    let begun = Semaphore()
    let mayEnd = Semaphore()

    func flush() throws(SystemError) {
      flushes.withLock { $0 += 1 }
      begun.signal()
      mayEnd.wait()
      if fails.withLock({ $0 }) { throw SystemError(.ioError, "flush") }
    }
  }

  private func thread(_ act: @escaping @Sendable () -> Void) throws -> ScrimLinux.Thread {
    try ScrimLinux.Thread(act)
  }

  @Test func aLoneThreadFlushesAtOnce() throws {
    let disk = Disk()
    let flusher = Flusher(syncing: disk.flush)
    disk.mayEnd.signal()
    try flusher.flush([], since: flusher.start())
    #expect(disk.flushes.withLock { $0 } == 1)
  }

  @Test func whoComeMeanwhileShareTheNextFlush() throws {
    let disk = Disk()
    let flusher = Flusher(syncing: disk.flush)
    let ended = Atomic(0)
    let first = try thread {
      _ = try? flusher.flush([], since: flusher.start())
    }
    disk.begun.wait()
    let others = try (0..<8).map { _ in
      try thread {
        guard (try? flusher.flush([], since: flusher.start())) != nil else { return }
        ended.add(1, ordering: .relaxed)
      }
    }
    while flusher.waitingThreads < 8 { usleep(1000) }
    disk.mayEnd.signal()
    first.join()
    disk.mayEnd.signal()
    for other in others { other.join() }
    #expect(disk.flushes.withLock { $0 } == 2)
    #expect(ended.load(ordering: .relaxed) == 8)
  }

  /// Who does not wait is flushed for by the thread that flushes, after its own flush.
  @Test func aThreadThatDoesNotWaitHasItsFlush() throws {
    let disk = Disk()
    let flusher = Flusher(syncing: disk.flush)
    let first = try thread { _ = try? flusher.flush([], since: flusher.start()) }
    disk.begun.wait()
    try flusher.flushSoon([])
    #expect(disk.flushes.withLock { $0 } == 1)
    disk.mayEnd.signal()
    disk.mayEnd.signal()
    first.join()
    #expect(disk.flushes.withLock { $0 } == 2)
    // Alone it flushes itself.
    disk.mayEnd.signal()
    try flusher.flushSoon([])
    #expect(disk.flushes.withLock { $0 } == 3)
  }

  /// While the file system has much else to write, the files of a folder are flushed singly, several at a time.
  @Test func filesAreFlushedSinglyAfterASlowFlush() throws {
    let test = try TestSpool()
    let folder = try Folder.open(path: test.path).makeFolder("tree")
    for index in 0..<100 { try folder.writeNew(Array("\(index)".utf8), as: "file-\(index)") }
    _ = try folder.makeFolder("inner").writeNew([], as: "empty")
    let flushes = Mutex(0)
    let flusher = Flusher { () throws(SystemError) in
      flushes.withLock { $0 += 1 }
      usleep(300_000)
    }
    try flusher.flush([.tree(folder)], since: flusher.start())
    #expect(flushes.withLock { $0 } == 1)
    try flusher.flush(
      [.tree(folder), .names(folder), .entry("file-7", folder)], since: flusher.start())
    #expect(flushes.withLock { $0 } == 1)
  }

  /// The kernel reports a failed write once: it must not be lost for those who had written, and ask later.
  @Test func aFailureIsThatOfAllWhoHadWritten() throws {
    let disk = Disk()
    let flusher = Flusher(syncing: disk.flush)
    let before = flusher.start()
    disk.fails.withLock { $0 = true }
    disk.mayEnd.signal()
    #expect(throws: SystemError.self) { try flusher.flush([], since: flusher.start()) }
    disk.fails.withLock { $0 = false }
    disk.mayEnd.signal()
    #expect(throws: SystemError.self) { try flusher.flush([], since: before) }
    disk.mayEnd.signal()
    try flusher.flush([], since: flusher.start())
  }
}
