import CLinux
import Glibc
import ScrimLinux

/// Hears that something is saved in folders. Folders and not files, since editors save by putting a
/// new file in the old one's place. A hint only: whoever hears something looks at the files.
struct FolderWatch {
  /// A file that is written in place is heard of once it is closed.
  private static let events =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_MOVE_SELF
    | IN_DELETE_SELF | IN_ONLYDIR
  private let descriptor: OwnedDescriptor?
  private var numbers: [String: Int32] = [:]

  init() {
    let number = scrim_inotify()
    descriptor = number >= 0 ? OwnedDescriptor(owning: number) : nil
  }

  /// Listens to these folders and no others; those that are not there are passed over.
  mutating func follow(_ folders: Set<String>) {
    guard let descriptor else { return }
    for (folder, number) in numbers where !folders.contains(folder) {
      inotify_rm_watch(descriptor.raw, number)
    }
    // Added anew each time: the same name may be another folder by now.
    numbers = folders.reduce(into: [:]) { numbers, folder in
      let number = inotify_add_watch(descriptor.raw, folder, UInt32(Self.events))
      if number >= 0 { numbers[folder] = number }
    }
  }

  /// Waits until something has happened, the bell has rung, or the time is up.
  ///
  /// - Returns: Whether there was something before the time was up.
  func wait(orFor wake: WakeEvent, timeout: Duration) -> Bool {
    let watched = descriptor.map { [$0.raw] } ?? []
    let ready = (try? Readiness.wait(for: watched + [wake.descriptor.raw], timeout: timeout)) ?? []
    wake.reset()
    if let descriptor, ready.contains(descriptor.raw) {
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      while read(descriptor.raw, &buffer, buffer.count) > 0 {}
    }
    return !ready.isEmpty
  }
}
