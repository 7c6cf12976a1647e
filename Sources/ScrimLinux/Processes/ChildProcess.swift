import CLinux
import Glibc
import Synchronization
import SystemPackage

/// A program that was started with a socket as descriptor 3 and nothing else of ours.
///
/// It is waited for, and killed, by a descriptor, never by its number, which the kernel gives
/// again. Letting go of the object kills it and takes its status, so that no zombie stays.
public final class ChildProcess: Sendable {
  public let id: Int32
  /// Readable once the process has ended.
  public let descriptor: OwnedDescriptor
  private let residentMemory: ResidentMemory?
  private let ended = Mutex<(end: ProcessEnd, peakMemory: Int)?>(nil)

  /// Starts `program`. Standard input and output are /dev/null.
  ///
  /// - Parameters:
  ///   - program: Its path; it is not searched for.
  ///   - arguments: Without the program's own name.
  ///   - environment: `NAME=value`; nothing is inherited.
  ///   - socket: Becomes descriptor 3.
  ///   - standardError: Becomes descriptor 2.
  /// - Throws: ``SystemError``.
  public init(
    program: String, arguments: [String], environment: [String], socket: OwnedDescriptor,
    standardError: Int32 = 2
  ) throws(SystemError) {
    var process: pid_t = 0
    let failure = CStrings.with([program] + arguments) { arguments in
      CStrings.with(environment) { environment in
        scrim_spawn(program, arguments, environment, socket.raw, standardError, &process)
      }
    }
    guard failure == 0 else { throw SystemError(Errno(rawValue: failure), "start \(program)") }
    id = process
    residentMemory = ResidentMemory(of: process)
    let number = scrim_process_descriptor(process)
    guard number >= 0 else {
      let error = SystemError.current("watch \(program)")
      // Not waited for yet, so the number is still this process's.
      _ = Glibc.kill(process, SIGKILL)
      _ = waitpid(process, nil, 0)
      throw error
    }
    descriptor = OwnedDescriptor(owning: number)
  }

  deinit {
    kill()
    _ = wait()
  }

  /// Ends the process at once; no harm when it has ended.
  public func kill() {
    _ = scrim_process_signal(descriptor.raw, SIGKILL)
  }

  /// The resident memory of the process, bytes; `nil` where that cannot be seen, or it has ended.
  public var memory: Int? { residentMemory?.bytes }

  /// Waits for the end of the process and says how it ended, as often as it is asked.
  public func wait() -> ProcessEnd { waitWithUsage().end }

  /// The most resident memory that the process had, by the kernel's account, bytes. Waits for its end.
  public var peakMemory: Int { waitWithUsage().peakMemory }

  private func waitWithUsage() -> (end: ProcessEnd, peakMemory: Int) {
    ended.withLock { ended in
      if let ended { return ended }
      while waitid(P_PID, id_t(id), nil, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
      // What it started goes with it: as long as it was not waited for, the group is its own.
      _ = Glibc.kill(-id, SIGKILL)
      var status: Int32 = 0
      var usage = rusage()
      while wait4(id, &status, 0, &usage) < 0 && errno == EINTR {}
      let end: ProcessEnd =
        scrim_exited(status) != 0
        ? .exited(status: scrim_exit_status(status))
        : .signalled(scrim_ended_by_signal(status))
      // In KiB (getrusage(2)).
      let result = (end, usage.ru_maxrss << 10)
      ended = result
      return result
    }
  }
}

/// Arrays of C strings that end with a null pointer, as exec wants them.
private enum CStrings {
  static func with<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map(body) ?? withUnsafePointer(to: nil, body)
    }
  }
}
