import Glibc
import ScrimJSON
import ScrimLinux
import ScrimProtocol

/// Where the worker shows its client which step it begins.
struct StepBoard {
  let cell: SharedCell
  let line: Channel

  /// Ends the process if an effect has closed the connection: the last step, which the client blames, is that effect's.
  func show(_ step: WorkerStep) {
    guard line.isOpen else { exit(0) }
    cell.write(step.json.bytes())
  }
}
