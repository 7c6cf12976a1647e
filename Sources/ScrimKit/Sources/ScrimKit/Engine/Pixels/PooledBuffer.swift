internal import Glibc
internal import Synchronization

/// Memory for pixels, pooled for the next image.
///
/// 8 MB of new memory cost 3 ms in page faults, more than a blur of the pixels in it. So used memory returns to a pool
/// of at most `idleLimit` bytes. The least recently used blocks are freed first, and the kernel may reclaim the pages
/// of older ones when memory is short.
final class PooledBuffer {
  /// The first byte, aligned to 64 bytes.
  let base: UnsafeMutableRawPointer
  /// The requested size, bytes.
  let byteCount: Int
  private let block: Block

  /// Maximum size of all idle blocks, bytes.
  static let idleLimit = 96 << 20

  /// Creates an uninitialized buffer of at least `byteCount` bytes.
  ///
  /// - Throws: `DrawingError` if out of memory.
  init(byteCount: Int) throws(DrawingError) {
    self.byteCount = byteCount
    block = try Self.take(byteCount)
    base = block.base
  }

  /// Creates a buffer of zeros.
  ///
  /// - Throws: `DrawingError` if out of memory.
  convenience init(zeros byteCount: Int) throws(DrawingError) {
    try self.init(byteCount: byteCount)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  deinit { Self.release(block) }

  /// Checks that an array can be allocated, because Swift terminates the process if that fails.
  ///
  /// - Parameter byteCount: The size of the array, bytes.
  /// - Throws: `DrawingError` if out of memory.
  static func check(_ byteCount: Int) throws(DrawingError) {
    // Smaller sizes malloc usually serves without the kernel.
    guard byteCount >= smallest else { return }
    free(try allocate(byteCount + 64).base)
  }

  /// Memory from the system. `@unchecked Sendable` holds because a block has only one owner at a time.
  private struct Block: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let byteCount: Int
    /// Whether the kernel may reclaim its pages.
    var isOffered = false
  }

  private static let idle = Mutex<[Block]>([])
  /// Minimum pooled size, bytes; smaller blocks are left to malloc.
  private static let smallest = 1 << 17
  private static let hugePage = 2 << 20
  /// The number of idle blocks that the kernel may not reclaim. Writing to pages that were offered to the kernel costs
  /// more than half as much as to new ones.
  private static let kept = 4

  private static func take(_ byteCount: Int) throws(DrawingError) -> Block {
    guard byteCount >= smallest else { return try allocate(byteCount) }
    let found = idle.withLock { blocks -> Block? in
      // The newest block is most likely still in a CPU cache.
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
    // Huge pages reduce the time of writing through memory by a third, and page faults when it is new.
    let block = Block(base: try memory(whole, alignment: hugePage), byteCount: whole)
    madvise(block.base, whole & ~(hugePage - 1), MADV_HUGEPAGE)
    return block
  }

  private static func memory(
    _ byteCount: Int, alignment: Int
  ) throws(DrawingError) -> UnsafeMutableRawPointer {
    var base: UnsafeMutableRawPointer?
    if posix_memalign(&base, alignment, byteCount) == 0, let base { return base }
    // Idle blocks have unsuitable sizes, but count against the same memory limit.
    let unused = idle.withLock { blocks in
      defer { blocks = [] }
      return blocks
    }
    for block in unused { free(block.base) }
    if posix_memalign(&base, alignment, byteCount) == 0, let base { return base }
    throw DrawingError(outOfMemory: byteCount)
  }
}

/// Checks for available memory. Swift's arrays terminate the process if an allocation fails.
@_spi(Host) public enum FreeMemory {
  /// Checks that a large array can be allocated.
  ///
  /// - Parameter byteCount: The size of the array, bytes.
  /// - Throws: `DrawingError` if out of memory.
  public static func check(_ byteCount: Int) throws(DrawingError) {
    try PooledBuffer.check(byteCount)
  }
}
