internal import Glibc
internal import Synchronization

/// Memory for pixels, kept for the next picture.
///
/// A fresh 8 MB costs 3 ms of page faults, more than a blur of what lies in it. So what was used goes
/// back to a pool, at most `idleLimit` bytes of it: the longest unused is given up first, and what was
/// not used of late the kernel may take whenever memory runs short.
final class PooledBuffer {
  /// The first byte, aligned to 64.
  let base: UnsafeMutableRawPointer
  /// How many bytes were asked for.
  let byteCount: Int
  private let block: Block

  /// How much lies idle at most, bytes.
  static let idleLimit = 96 << 20

  /// A buffer of at least `byteCount` bytes, filled with anything.
  ///
  /// - Throws: `DrawingError` if there is no memory.
  init(byteCount: Int) throws(DrawingError) {
    self.byteCount = byteCount
    block = try Self.take(byteCount)
    base = block.base
  }

  /// A buffer of zeros.
  ///
  /// - Throws: `DrawingError` if there is no memory.
  convenience init(zeros byteCount: Int) throws(DrawingError) {
    try self.init(byteCount: byteCount)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  deinit { Self.release(block) }

  /// Checks that memory for an array can be had, which ends the process if it can't.
  ///
  /// - Parameter byteCount: The size of the array, bytes.
  /// - Throws: `DrawingError` if there is no memory.
  static func check(_ byteCount: Int) throws(DrawingError) {
    // What is smaller malloc has, as a rule, without asking the kernel.
    guard byteCount >= smallest else { return }
    free(try allocate(byteCount + 64).base)
  }

  /// Memory from the system. Sendable, since whoever holds a block is the only one that does.
  private struct Block: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let byteCount: Int
    /// Whether the kernel may take its pages.
    var isOffered = false
  }

  private static let idle = Mutex<[Block]>([])
  /// Less than this is malloc's business.
  private static let smallest = 1 << 17
  private static let hugePage = 2 << 20
  /// So many of the idle blocks are kept as they are. Writing to pages that were offered to the kernel
  /// costs more than half of what fresh ones cost.
  private static let kept = 4

  private static func take(_ byteCount: Int) throws(DrawingError) -> Block {
    guard byteCount >= smallest else { return try allocate(byteCount) }
    let found = idle.withLock { blocks -> Block? in
      // The newest is the likeliest to be in a cache still.
      let fit = blocks.lastIndex { $0.byteCount >= byteCount && $0.byteCount <= byteCount * 5 / 4 }
      return fit.map { blocks.remove(at: $0) }
    }
    if let found { return found }
    return try allocate(byteCount)
  }

  private static func release(_ block: Block) {
    guard block.byteCount >= smallest, block.byteCount <= idleLimit else {
      free(block.base)
      return
    }
    let surplus = idle.withLock { blocks -> [Block] in
      var returned = block
      returned.isOffered = false
      blocks.append(returned)
      var total = blocks.reduce(0) { $0 + $1.byteCount }
      var old: [Block] = []
      while total > idleLimit {
        total -= blocks[0].byteCount
        old.append(blocks.removeFirst())
      }
      for index in blocks.indices.dropLast(kept) where !blocks[index].isOffered {
        madvise(blocks[index].base, blocks[index].byteCount, MADV_FREE)
        blocks[index].isOffered = true
      }
      return old
    }
    for block in surplus { free(block.base) }
  }

  private static func allocate(_ byteCount: Int) throws(DrawingError) -> Block {
    guard byteCount >= smallest else {
      return Block(base: try memory(max(64, byteCount), alignment: 64), byteCount: byteCount)
    }
    let whole = (byteCount + 4095) & ~4095
    guard whole >= 2 * hugePage else {
      return Block(base: try memory(whole, alignment: 4096), byteCount: whole)
    }
    // A third less time for what is written through, and fewer faults when it is fresh.
    let block = Block(base: try memory(whole, alignment: hugePage), byteCount: whole)
    madvise(block.base, whole & ~(hugePage - 1), MADV_HUGEPAGE)
    return block
  }

  private static func memory(
    _ byteCount: Int, alignment: Int
  ) throws(DrawingError) -> UnsafeMutableRawPointer {
    var base: UnsafeMutableRawPointer?
    if posix_memalign(&base, alignment, byteCount) == 0, let base { return base }
    // Idle blocks have other sizes, but take of the same limit.
    let unused = idle.withLock { blocks in
      defer { blocks = [] }
      return blocks
    }
    for block in unused { free(block.base) }
    if posix_memalign(&base, alignment, byteCount) == 0, let base { return base }
    throw DrawingError(outOfMemory: byteCount)
  }
}
