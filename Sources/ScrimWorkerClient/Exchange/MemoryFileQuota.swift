import Glibc
import ScrimLinux
import ScrimProtocol

/// How much of memory files a worker may still be given while it does one thing. It can make none itself,
/// and no limit of its process counts what it takes in them.
struct MemoryFileQuota {
  private let limit: Int
  private var rest: Int

  /// - Parameter bytes: What all files may have together, in whole pages.
  init(bytes: Int) {
    limit = bytes
    rest = bytes
  }

  /// Gives the worker at the other end a file of so many bytes, which it asked for.
  ///
  /// - Throws: ``ChannelError`` malformed when it asks for too much, or does not take what it asked for;
  ///   closed; ``SystemError``.
  mutating func grant(_ bytes: Int, to channel: Channel) throws {
    let page = Int(getpagesize())
    guard bytes <= rest, (bytes + page - 1) / page * page <= rest else {
      throw ChannelError(.malformed, "it requested more than \(limit) bytes of memory files")
    }
    rest -= (bytes + page - 1) / page * page
    let file = try MemoryFile.allocate("allocated", bytes: bytes)
    try channel.send(WorkerRequest.allocated.json, descriptors: [file], waits: false)
  }
}
