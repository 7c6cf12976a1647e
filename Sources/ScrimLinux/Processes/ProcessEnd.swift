/// How a process ended.
public enum ProcessEnd: Sendable, Hashable {
  case exited(status: Int32)
  case signalled(Int32)
}
