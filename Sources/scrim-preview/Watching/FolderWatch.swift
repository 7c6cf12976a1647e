import Glibc
import ScrimLinux

/// Watches folders for saves. Folders and not files, since editors save by putting a
/// new file in the old one's place. A hint only: after an event the files are read.
struct FolderWatch {
  /// A file that is written in place counts once it is closed.
  private static let events =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_MOVE_SELF
    | IN_DELETE_SELF | IN_ONLYDIR
  private let inotify = try? Inotify()
  private var numbers: [String: Int32] = [:]

  /// Listens to these folders and no others; those that are not there are passed over.
  mutating func follow(_ folders: Set<String>) {
    guard let inotify else { return }
    for (folder, number) in numbers where !folders.contains(folder) { inotify.remove(number) }
    // Added anew each time: the same name may be another folder by now.
    numbers = folders.reduce(into: [:]) { numbers, folder in
      numbers[folder] = try? inotify.add(folder, Self.events)
    }
  }

  /// Waits until something is saved, the event is signalled, or the time is up.
  ///
  /// - Returns: Whether anything happened before the time was up.
  func wait(orFor wake: WakeEvent, timeout: Duration) -> Bool {
    let watched = inotify.map { [$0.descriptor.raw] } ?? []
    let ready = (try? Readiness.wait(for: watched + [wake.descriptor.raw], timeout: timeout)) ?? []
    wake.reset()
    if let inotify, ready.contains(inotify.descriptor.raw) { _ = inotify.events() }
    return !ready.isEmpty
  }
}
