import CLinux
import Glibc

/// Changes in folders, from inotify(7). A hint only: some file systems report none, and events are lost if the
/// kernel's queue overflows.
package final class Inotify: Sendable {
  package struct Event: Sendable, Hashable {
    /// `IN_CLOSE_WRITE` and so on.
    package let mask: UInt32
    /// The name in the folder; empty for the folder itself.
    package let name: String

    /// Whether the event is of this kind.
    package func has(_ kind: some BinaryInteger) -> Bool { mask & UInt32(kind) != 0 }
  }

  /// Readable while events are pending.
  package let descriptor: OwnedDescriptor

  /// - Throws: ``SystemError``; EMFILE if the user has too many instances.
  package init() throws(SystemError) {
    descriptor = OwnedDescriptor(owning: try check(scrim_inotify(), "create an inotify instance"))
  }

  /// Watches a path, or changes its watched events.
  ///
  /// - Parameters:
  ///   - path: The path of a folder or file.
  ///   - events: `IN_CLOSE_WRITE | …`.
  ///   - name: The name for messages, if not the path.
  /// - Returns: The number of the watch.
  /// - Throws: ``SystemError``.
  @discardableResult
  package func add(
    _ path: String, _ events: some BinaryInteger, as name: String? = nil
  ) throws(SystemError) -> Int32 {
    try check(
      inotify_add_watch(descriptor.raw, path, UInt32(events)), "watch \(name ?? path)")
  }

  /// Ends a watch.
  package func remove(_ watch: Int32) {
    _ = inotify_rm_watch(descriptor.raw, watch)
  }

  /// Returns and removes the pending events.
  package func events() -> [Event] {
    var events: [Event] = []
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
      while true {
        let count = read(descriptor.raw, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        Self.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &events)
      }
    }
    return events
  }

  private static func parse(_ bytes: UnsafeRawBufferPointer, into events: inout [Event]) {
    let head = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + head <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let name = bytes[(offset + head)...].prefix(Int(event.len)).prefix { $0 != 0 }
      events.append(Event(mask: event.mask, name: String(decoding: name, as: UTF8.self)))
      offset += head + Int(event.len)
    }
  }
}
