import Glibc
import ScrimLinux
import SystemPackage

/// Delivers a report to a program, on its standard input.
struct ProgramTarget: Sendable {
  let hook: Hook
  /// Called with lines that the program writes.
  let onLine: @Sendable (Delivery, String) -> Void

  /// `EX_DATAERR` (sysexits.h): the program will never take this report.
  static let refusal: Int32 = 65
  private static let mostLines = 50
  private static let mostBytes = 500
  /// How long a running program may take after the service was told to stop.
  private static let grace = Duration.seconds(5)

  /// Runs the program until it ends.
  ///
  /// - Parameters:
  ///   - delivery: The delivery.
  ///   - report: The open report, at its beginning.
  ///   - stop: Ends the program after a grace period.
  /// - Returns: How it ended.
  func deliver(
    _ delivery: Delivery, _ report: OwnedDescriptor, until stop: ShutdownEvent
  ) -> Outcome {
    do {
      let pipe = try NonblockingPipe(for: "the output of a hook")
      let process = try start(delivery, report, pipe.writingEnd)
      return wait(for: process, delivery, pipe.readingEnd, until: stop)
    } catch {
      return .unavailable(reason: "\(error)", after: nil)
    }
  }

  private func start(
    _ delivery: Delivery, _ report: OwnedDescriptor, _ output: OwnedDescriptor
  ) throws(SystemError) -> ChildProcess {
    // A program may not expect EAGAIN from its standard output.
    try check(fcntl(output.raw, F_SETFL, 0), "create a pipe for the output of a hook")
    return try ChildProcess(
      program: hook.command[0], arguments: Array(hook.command.dropFirst()),
      environment: [
        "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "SCRIM_HOOK=\(hook.name)",
        "SCRIM_JOB_ID=\(delivery.id)", "SCRIM_ATTEMPT=\(delivery.failures + 1)",
      ], input: report, output: output)
  }

  private func wait(
    for process: ChildProcess, _ delivery: Delivery, _ output: OwnedDescriptor,
    until stop: ShutdownEvent
  ) -> Outcome {
    let begin = ContinuousClock.now
    var end = begin + hook.limit
    var isStopping = false
    var lines = OutputLines(most: Self.mostLines, bytes: Self.mostBytes)
    func take() { for line in lines.read(output) { onLine(delivery, line) } }
    while true {
      var waited = [process.descriptor.raw]
      if !lines.isAtEnd { waited.append(output.raw) }
      if !isStopping { waited.append(stop.descriptor.raw) }
      let ready =
        (try? Readiness.wait(for: waited, timeout: max(.zero, end - .now)))
        ?? [process.descriptor.raw]
      if ready.contains(output.raw) { take() }
      if ready.contains(process.descriptor.raw) { break }
      if stop.isSet, !isStopping {
        isStopping = true
        end = min(end, .now + Self.grace)
      }
      guard ContinuousClock.now < end else {
        process.kill()
        _ = process.wait()
        take()
        return isStopping
          ? .stopped : .retry(reason: "exceeded its time limit of \(hook.limit)")
      }
    }
    let how = process.wait()
    take()
    for line in lines.rest() { onLine(delivery, line) }
    switch how {
    case .exited(status: 0): return .delivered
    case .exited(status: Self.refusal): return .dead(reason: "exit status \(Self.refusal)")
    case .exited(let status): return .retry(reason: "exit status \(status)")
    case .signalled(let number): return .retry(reason: "ended by signal \(number)")
    }
  }
}
