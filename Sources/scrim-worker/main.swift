// scrim-worker renders jobs, and does nothing else.
//
// scrimd and scrim start it with a socket as descriptor 3; it serves one request after the other
// until the other side hangs up. It opens no file that a job names: those come as descriptors.
//
// The order is what makes the sandbox hold: it reads its options, which come from the program that started it; then it
// gives up what rendering does not need, before there is any thread (one that was there first would stay outside);
// then it opens fonts and loads plugins (a standby worker: once it is told to), and only then reads anything else.
// So nothing here may be async.
//
// It is killed by SIGALRM when a job takes too long, and ends with 0 when the other side hangs up,
// 64 when it was started by hand, 70 when its sandbox or the connection is broken, 71 and 72 when a job has it
// run out of descriptors or memory.

import Glibc
import ScrimLinux
import ScrimProtocol

do {
  let line = try Startup.line()
  let (options, steps) = try Startup.options(from: line)
  // Of a worker that is debugged a crash has its backtrace, by handlers of Swift's runtime.
  if !options.isDebugged {
    try OutOfMemoryExit.install(status: WorkerExit.outOfMemory)
  }
  let (renderer, health, lacking) = try Startup.renderer(options, line, steps)
  let service = Service(line: line, renderer: renderer, steps: steps, health: health)
  try service.run(lacking: lacking)
} catch let error as ChannelError where error.code == .closed {
  exit(0)
} catch let error as NoChannel {
  Journal.error(error.description)
  exit(64)
} catch {
  Journal.error("\(error)")
  exit(70)
}
