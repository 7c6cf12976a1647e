import Glibc
import ScrimKit
import ScrimLinux
import ScrimProtocol
import ScrimRender

/// Nobody is at the other end: the program was started by hand.
struct NoLine: Error, CustomStringConvertible {
  let description = "started by scrimd or scrim, not by hand; try `scrim render`."
}

/// From a new process to one that may be given jobs.
enum Starting {
  /// The descriptor at which the supervisor put the socket.
  private static let socket: Int32 = 3

  /// The line to the supervisor.
  ///
  /// - Throws: ``NoLine``.
  static func line() throws -> Channel {
    var about = stat()
    guard fstat(socket, &about) == 0, about.st_mode & S_IFMT == S_IFSOCK else { throw NoLine() }
    return Channel(OwnedDescriptor(owning: socket), asksForRoom: true)
  }

  /// Enters the sandbox, loads the plugins, and closes the sandbox behind them.
  ///
  /// - Parameters:
  ///   - options: What the supervisor said.
  ///   - line: Where plugins are announced.
  /// - Returns: What draws, and what this kernel can't deny it.
  /// - Throws: `SystemError` when the sandbox could not be switched on.
  static func renderer(
    _ options: WorkerOptions, _ line: Channel
  ) throws -> (JobRenderer, lacking: [String]) {
    let libraries = LoadedLibraries.folders()
    let lacking = try Sandbox.enter(
      readOnlyPaths: Sandbox.systemPaths + libraries + options.plugins,
      limits: Sandbox.Limits(
        memory: UInt64(options.memory), fileBytes: UInt64(options.outputBytes)))
    let plugins = PluginShelf(options) { path in
      // Who is not there any more hears of it when the worker is ready.
      try? line.send(WorkerResponse.loading(plugin: path).json)
    }
    for refusal in plugins.refused where !options.isQuiet {
      Journal.warning("\(refusal.path): \(refusal.reason)")
    }
    let renderer = JobRenderer(
      plugins: plugins, cacheBytes: options.cacheBytes, memory: options.memory, line: line)
    return (renderer, lacking + (try Sandbox.seal()))
  }
}
