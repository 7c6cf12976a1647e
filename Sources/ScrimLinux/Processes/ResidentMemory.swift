import CLinux
import Glibc

/// The resident memory of a process, as the kernel counts it (proc(5), statm).
package struct ResidentMemory: Sendable {
  private let file: ProcessFile

  /// Opens `/proc/PID/statm`; `nil` if it is inaccessible.
  package init?(of process: Int32) {
    guard let file = ProcessFile("statm", of: "\(process)") else { return nil }
    self.file = file
  }

  private init?() {
    guard let file = ProcessFile("statm", of: "self") else { return nil }
    self.file = file
  }

  /// The resident memory of this process in bytes; `nil` if it is inaccessible.
  package static var own: Int? { ResidentMemory()?.bytes }

  /// The resident memory in bytes; `nil` if it is inaccessible, or the process has ended.
  package var bytes: Int? { pages.map { $0.all * Int(getpagesize()) } }

  /// The part of it that is in no file, memory files included, in bytes.
  package var anonymousBytes: Int? { pages.map { ($0.all - $0.inFiles) * Int(getpagesize()) } }

  private var pages: (all: Int, inFiles: Int)? {
    let numbers = (file.text ?? "").split(separator: " ")
    guard numbers.count > 2, let all = Int(numbers[1]), let inFiles = Int(numbers[2]) else {
      return nil
    }
    return (all, inFiles)
  }
}

/// The number of threads of a process (proc(5), stat).
struct ThreadCount: Sendable {
  private let file: ProcessFile

  /// Opens `/proc/PID/stat`; `nil` if it is inaccessible.
  init?(of process: Int32) {
    guard let file = ProcessFile("stat", of: "\(process)") else { return nil }
    self.file = file
  }

  /// `nil` if it is inaccessible, or the process has ended.
  var value: Int? {
    // The process names itself, in parentheses: what follows the last one is the kernel's.
    guard let text = file.text, let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    // Field 20; the first of these is field 3.
    return fields.count > 17 ? Int(fields[17]) : nil
  }
}

/// A file of a process in `/proc`, which stays readable once it is open. It must be opened before the process forbids
/// memory dumps: after that, ProtectProc= of a systemd unit hides it.
private struct ProcessFile: Sendable {
  private let descriptor: OwnedDescriptor

  /// `nil` if it is inaccessible.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - process: The process ID, or `self`.
  init?(_ name: String, of process: String) {
    guard let file = try? OwnedDescriptor.open("/proc/\(process)/\(name)", O_RDONLY) else {
      return nil
    }
    descriptor = file
  }

  /// Its present content, of at most 1 KiB; `nil` if the process has ended.
  var text: String? {
    // The file's reported size is 0.
    var text = [UInt8](repeating: 0, count: 1024)
    let count = pread(descriptor.raw, &text, text.count, 0)
    return count > 0 ? String(decoding: text[..<count], as: UTF8.self) : nil
  }
}

/// The heap of this process.
package enum Heap {
  /// Bytes allocated by malloc and not freed.
  package static var bytesInUse: Int { Int(scrim_heap_in_use()) }
}
