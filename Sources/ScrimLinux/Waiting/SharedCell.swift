import CLinux
import Glibc
import SystemPackage

/// The latest bytes that one process has written for another one: shared memory, in which neither waits for the other
/// and neither has to be woken.
///
/// The other process is not trusted: the memory's size is sealed, and what is read is a copy. Used by one thread of
/// each process.
package final class SharedCell {
  /// The most bytes that it holds.
  package static let capacity = Int(SCRIM_CELL_CAPACITY)

  private let memory: UnsafeMutableRawPointer

  /// Creates a cell that holds no bytes.
  ///
  /// - Parameter name: The memory file's name, as /proc shows it.
  /// - Returns: The cell, and the descriptor with which the other process maps it.
  /// - Throws: ``SystemError``.
  package static func create(
    _ name: String
  ) throws(SystemError) -> (cell: SharedCell, descriptor: OwnedDescriptor) {
    let file = try MemoryFile.allocate(name, bytes: Int(SCRIM_CELL_BYTES))
    return (try SharedCell(file), file)
  }

  /// Maps a cell that another process has created.
  ///
  /// - Throws: ``SystemError``; EINVAL if the file has another size.
  package init(_ file: OwnedDescriptor) throws(SystemError) {
    guard try file.status(of: "a shared cell").st_size == Int64(SCRIM_CELL_BYTES) else {
      throw SystemError(.invalidArgument, "map a shared cell")
    }
    guard let memory = scrim_cell_map(file.raw) else {
      throw SystemError.current("map a shared cell")
    }
    self.memory = memory
  }

  deinit {
    scrim_cell_unmap(memory)
  }

  /// The bytes that were written last.
  package var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.capacity) { buffer, count in
      count = scrim_cell_read(memory, buffer.baseAddress)
    }
  }

  /// Replaces the bytes; more than ``capacity`` leave it with none.
  package func write(_ bytes: [UInt8]) {
    scrim_cell_write(memory, bytes, bytes.count)
  }
}
