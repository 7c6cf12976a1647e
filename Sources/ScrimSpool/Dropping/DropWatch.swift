import Glibc
import ScrimLinux

/// Hears of changes in `drop/` from inotify. A hint only: some mounts are silent, and a queue that
/// overflows forgets. The scan is the truth.
struct DropWatch {
  enum Change: Hashable {
    case closed(String)
    case moved(String)
    /// Anything else: worth a look.
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

  /// Takes all that has been heard.
  func changes() -> [Change] {
    inotify.events().map { event in
      if event.has(IN_MOVED_TO) { return .moved(event.name) }
      if event.has(IN_CLOSE_WRITE) { return .closed(event.name) }
      return .other
    }
  }
}
