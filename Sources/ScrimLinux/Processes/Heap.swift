import CLinux

/// The heap of this process.
package enum Heap {
  /// Bytes allocated by malloc and not freed.
  package static var bytesInUse: Int { Int(scrim_heap_in_use()) }
}
