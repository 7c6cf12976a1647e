import Glibc

/// The program file that this process runs, which an upgrade replaces.
struct InstalledProgram: Sendable {
  private let path: String?
  private let device: UInt
  private let inode: UInt

  init() {
    path = Self.ownPath
    var about = stat()
    let isKnown = stat("/proc/self/exe", &about) == 0
    device = isKnown ? about.st_dev : 0
    inode = isKnown ? about.st_ino : 0
  }

  /// Whether another file has its path now. False while the file is missing: an upgrade may be under way.
  var isReplaced: Bool {
    var about = stat()
    guard inode != 0, let path, stat(path, &about) == 0 else { return false }
    return about.st_dev != device || about.st_ino != inode
  }

  private static var ownPath: String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
