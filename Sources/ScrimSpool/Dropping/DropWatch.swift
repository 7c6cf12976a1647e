import CLinux
import Glibc
import ScrimLinux
import SystemPackage

/// Hears of changes in `drop/` from inotify. A hint only: some mounts are silent, and a queue that
/// overflows forgets. The scan is the truth.
final class DropWatch {
  enum Change: Hashable {
    case closed(String)
    case moved(String)
    /// Anything else: worth a look.
    case other
  }

  let descriptor: OwnedDescriptor
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(_ folder: Folder) throws(SystemError) {
    descriptor = OwnedDescriptor(owning: try check(scrim_inotify(), "create an inotify instance"))
    let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR
    try check(
      inotify_add_watch(
        descriptor.raw, "/proc/self/fd/\(folder.descriptor.raw)", UInt32(events)),
      "watch \(folder.name)")
  }

  /// Takes all that has been heard.
  func changes() -> [Change] {
    var changes: [Change] = []
    while true {
      let count = read(descriptor.raw, &buffer, buffer.count)
      guard count > 0 else { return changes }
      buffer.withUnsafeBytes { bytes in
        var offset = 0
        let head = MemoryLayout<inotify_event>.size
        while offset + head <= count {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let name = bytes[(offset + head)...].prefix(Int(event.len)).prefix { $0 != 0 }
          changes.append(
            Self.change(mask: event.mask, name: String(decoding: name, as: UTF8.self)))
          offset += head + Int(event.len)
        }
      }
    }
  }

  private static func change(mask: UInt32, name: String) -> Change {
    if mask & UInt32(IN_MOVED_TO) != 0 { return .moved(name) }
    if mask & UInt32(IN_CLOSE_WRITE) != 0 { return .closed(name) }
    return .other
  }
}
