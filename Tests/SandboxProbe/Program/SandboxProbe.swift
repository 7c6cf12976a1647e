import CProbe
import Dispatch
import Glibc
import ScrimLinux

/// Enters the workers' sandbox and tries what it must deny, once for each attempt, in a process of its
/// own each. Prints "<attempt>: <answer>" lines.
///
///     sandbox-probe <version of Landlock, 0 for none> [<attempt>…]
///     sandbox-probe outside <attempt>…
///
/// With `outside` there is no sandbox: that shows what the attempts can do.
@main
enum SandboxProbe {
  /// The highest version of Landlock to use; `nil` for no sandbox.
  // Written once, before there is a second thread.
  private nonisolated(unsafe) static var landlock: Int32?

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let first = arguments.first, first == "outside" || Int32(first) != nil else {
      print("usage: sandbox-probe <version of Landlock> | outside [<attempt>…]")
      exit(64)
    }
    landlock = Int32(first)
    let named = arguments.dropFirst()
    let all = (0..<probe_count()).map { String(cString: probe_name($0)) } + ["needed"]
    for name in named.isEmpty ? all : Array(named) { print("\(name): \(answer(to: name))") }
  }

  private static func answer(to name: String) -> String {
    // A buffered line would be printed by each process.
    fflush(nil)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { answer in
      probe_run({ SandboxProbe.attempt($0) }, name, answer.baseAddress, answer.count)
      return answer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  /// Enters the sandbox, and makes the attempt.
  ///
  /// - Returns: 0 if it succeeded, otherwise an error number.
  private static func attempt(_ name: UnsafePointer<CChar>?) -> Int32 {
    guard let name else { return EINVAL }
    if let landlock {
      do {
        _ = try Sandbox.enter(
          readOnlyPaths: Sandbox.systemPaths + ["/tmp"],
          limits: Sandbox.Limits(memory: 2 << 30, fileBytes: 256 << 20), landlock: landlock)
      } catch {
        return EBADF
      }
    }
    switch String(cString: name) {
    case "needed": return probe_needed()
    case "dispatch": return dispatch()
    default: return probe_attempt(name)
    }
  }

  /// Threads, queues and timers of Dispatch, which Foundation and Swift's runtime use. With Landlock it
  /// may end the process (`/proc/<thread>/stat` can't be read).
  private static func dispatch() -> Int32 {
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "probe", attributes: .concurrent)
    for _ in 0..<32 { queue.async(group: group) { usleep(100) } }
    group.enter()
    queue.asyncAfter(deadline: .now() + .milliseconds(5)) { group.leave() }
    return group.wait(timeout: .now() + 10) == .success ? 0 : ETIMEDOUT
  }
}
