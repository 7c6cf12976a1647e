import ScrimJSON
import ScrimLinux
import ScrimProtocol

/// Where the worker shows its client which step it begins.
struct StepBoard {
  let cell: SharedCell

  func show(_ step: WorkerStep) { cell.write(step.json.bytes()) }
}
