import CLinux
import Glibc
import Synchronization
import SystemPackage

/// A program started with a socket as descriptor 3, or with given standard streams, and no other inherited descriptors.
///
/// It is waited for and killed by a descriptor, not by its process ID, which the kernel reuses. Releasing the object
/// kills the process and reaps it, so that no zombie stays.
public final class ChildProcess: Sendable {
  public let id: Int32
  /// Readable once the process has ended.
  public let descriptor: OwnedDescriptor
  private let residentMemory: ResidentMemory?
  private let threadCount: ThreadCount?
  private let ended = Mutex<(end: ProcessEnd, peakMemory: Int)?>(nil)

  /// Starts `program`. Standard input and output are /dev/null.
  ///
  /// - Parameters:
  ///   - program: Its path; PATH is not searched.
  ///   - arguments: The arguments without the program's name.
  ///   - environment: `NAME=value`; nothing is inherited.
  ///   - socket: Becomes descriptor 3.
  ///   - standardError: Becomes descriptor 2.
  /// - Throws: ``SystemError``.
  public convenience init(
    program: String, arguments: [String], environment: [String], socket: OwnedDescriptor,
    standardError: Int32 = 2
  ) throws(SystemError) {
    try self.init(program, arguments, environment) { arguments, environment, process in
      scrim_spawn(program, arguments, environment, socket.raw, standardError, process)
    }
  }

  /// Starts `program` with `input` as standard input, and `output` as standard output and standard error.
  ///
  /// - Parameters:
  ///   - program: Its path; PATH is not searched.
  ///   - arguments: The arguments without the program's name.
  ///   - environment: `NAME=value`; nothing is inherited.
  ///   - input: Becomes descriptor 0.
  ///   - output: Becomes descriptors 1 and 2.
  /// - Throws: ``SystemError``.
  package convenience init(
    program: String, arguments: [String], environment: [String], input: OwnedDescriptor,
    output: OwnedDescriptor
  ) throws(SystemError) {
    try self.init(program, arguments, environment) { arguments, environment, process in
      scrim_spawn_filter(program, arguments, environment, input.raw, output.raw, process)
    }
  }

  private typealias Strings = UnsafePointer<UnsafeMutablePointer<CChar>?>

  /// Starts a program by a function that returns 0 or an error number.
  private init(
    _ program: String, _ arguments: [String], _ environment: [String],
    spawn: (Strings, Strings, UnsafeMutablePointer<pid_t>) -> Int32
  ) throws(SystemError) {
    var process: pid_t = 0
    let failure = CStrings.with([program] + arguments) { arguments in
      CStrings.with(environment) { environment in spawn(arguments, environment, &process) }
    }
    guard failure == 0 else { throw SystemError(Errno(rawValue: failure), "start \(program)") }
    id = process
    residentMemory = ResidentMemory(of: process)
    threadCount = ThreadCount(of: process)
    let number = scrim_process_descriptor(process)
    guard number >= 0 else {
      let error = SystemError.current("watch \(program)")
      // Not reaped yet, so the ID is still this process's.
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

  /// Kills the process; no effect if it has ended.
  public func kill() {
    _ = scrim_process_signal(descriptor.raw, SIGKILL)
  }

  /// The resident memory of the process in bytes; `nil` if it cannot be read, or the process has ended.
  public var memory: Int? { residentMemory?.bytes }

  /// The part of it that is in no file, in bytes.
  package var anonymousMemory: Int? { residentMemory?.anonymousBytes }

  /// The number of its threads; `nil` if it cannot be read, or the process has ended.
  package var threads: Int? { threadCount?.value }

  /// Waits for the end of the process and returns how it ended; may be called repeatedly.
  public func wait() -> ProcessEnd { waitWithUsage().end }

  /// The peak resident memory of the process in bytes, as counted by the kernel. Waits for its end.
  public var peakMemory: Int { waitWithUsage().peakMemory }

  private func waitWithUsage() -> (end: ProcessEnd, peakMemory: Int) {
    ended.withLock { ended in
      if let ended { return ended }
      while waitid(P_PID, id_t(id), nil, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
      // Kills its children as well: until it is reaped, the process group ID is not reused.
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

/// Null-terminated arrays of C strings, for exec.
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

/// How a process ended.
public enum ProcessEnd: Sendable, Hashable {
  case exited(status: Int32)
  case signalled(Int32)
}
