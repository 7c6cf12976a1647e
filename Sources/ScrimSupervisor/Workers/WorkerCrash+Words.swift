import Glibc
import ScrimProtocol

extension WorkerCrash {
  /// True for an end that the code of the effect brought about itself: a bad access, a trap, an
  /// abort, no end, an exit. A SIGKILL comes from outside or for want of memory and says nothing about it.
  public var isOwnFault: Bool {
    switch cause {
    case .signal(let number): Self.faults.contains { $0.number == number }
    case .timeLimit, .nonsense: true
    // Between effects a worker exits by itself only when something around it is broken.
    case .exit: effect != nil
    }
  }

  /// The effect that was at work.
  public var effect: String? { step?.effect }

  /// As in "… ended by SIGSEGV in effect \"glow\" (libGlow.so) of layers[2]".
  public var words: String {
    let how =
      switch cause {
      case .signal(let number): "ended by \(Self.name(ofSignal: number))"
      case .exit(WorkerExit.outOfDescriptors): "ran out of descriptors"
      case .exit(let status): "ended with status \(status)"
      case .timeLimit(let seconds): "took longer than \(seconds) s"
      case .nonsense(let what): "broke the protocol (\(what))"
      }
    guard let step else { return "the worker \(how)" }
    let layer = step.layer.map { " of layers[\($0)]" } ?? ""
    if let effect = step.effect {
      let file = plugin.map { " (\($0.file))" } ?? ""
      return "the worker \(how) in effect \"\(effect)\"\(file)\(layer)"
    }
    return "the worker \(how) in stage \(step.stage)\(layer)"
  }

  private static let faults: [(number: Int32, name: String)] = [
    (SIGSEGV, "SIGSEGV"), (SIGBUS, "SIGBUS"), (SIGILL, "SIGILL"), (SIGFPE, "SIGFPE"),
    (SIGABRT, "SIGABRT"), (SIGTRAP, "SIGTRAP"), (SIGSYS, "SIGSYS"), (SIGXFSZ, "SIGXFSZ"),
  ]

  private static func name(ofSignal number: Int32) -> String {
    if number == SIGKILL { return "SIGKILL" }
    if number == SIGTERM { return "SIGTERM" }
    return faults.first { $0.number == number }?.name ?? "signal \(number)"
  }
}
