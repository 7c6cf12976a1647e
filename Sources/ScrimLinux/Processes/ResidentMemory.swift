import Glibc

/// The resident memory of a process, as the kernel counts it (proc(5), statm).
package struct ResidentMemory: Sendable {
  private let file: OwnedDescriptor

  /// Opens `/proc/PID/statm`; `nil` if it is inaccessible. Must be called before the process forbids memory dumps:
  /// after that, ProtectProc= of a systemd unit hides the file.
  package init?(of process: Int32) {
    self.init(path: "/proc/\(process)/statm")
  }

  private init?(path: String) {
    guard let file = try? OwnedDescriptor.open(path, O_RDONLY) else { return nil }
    self.file = file
  }

  /// The resident memory of this process in bytes; `nil` if it is inaccessible.
  package static var own: Int? { ResidentMemory(path: "/proc/self/statm")?.bytes }

  /// The resident memory in bytes; `nil` if it is inaccessible, or the process has ended.
  package var bytes: Int? {
    // The file's reported size is 0.
    var text = [UInt8](repeating: 0, count: 256)
    let count = pread(file.raw, &text, text.count, 0)
    guard count > 0 else { return nil }
    let numbers = String(decoding: text[..<count], as: UTF8.self).split(separator: " ")
    guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
    return pages * Int(getpagesize())
  }
}
