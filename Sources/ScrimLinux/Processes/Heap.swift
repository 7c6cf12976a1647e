import CLinux

/// The heap of this process.
package enum Heap {
  /// Bytes that malloc has handed out and not got back.
  package static var bytesInUse: Int { Int(scrim_heap_in_use()) }
}
