import Glibc
import ScrimLinux

/// Receives changes of `drop/` from inotify. A hint only: some mounts send no events, and an overflowing queue loses
/// them. The scan is authoritative.
struct DropWatch {
  enum Change: Hashable {
    case closed(String)
    case moved(String)
    /// Any other event; triggers a scan.
    case other
  }

  private let inotify: Inotify

  init(_ folder: Folder) throws(SystemError) {
    inotify = try Inotify()
    try inotify.add(
      "/proc/self/fd/\(folder.descriptor.raw)",
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR, as: folder.name)
  }

  var descriptor: OwnedDescriptor { inotify.descriptor }

  /// Returns and clears the pending changes.
  func changes() -> [Change] {
    inotify.events().map { event in
      if event.has(IN_MOVED_TO) { return .moved(event.name) }
      if event.has(IN_CLOSE_WRITE) { return .closed(event.name) }
      return .other
    }
  }
}
