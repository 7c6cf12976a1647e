import ArgumentParser
import Glibc
import ScrimCommand
import ScrimLinux

/// Shows a job on a page of its own, and draws it anew whenever something of it is saved.
///
/// It promises to listen to this machine only, to answer only those who know the page's address,
/// and to write nothing. Pictures are drawn by a `scrim-worker`, as by `scrim render`.
@main
struct ScrimPreview: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrim-preview",
    abstract: "Shows a live preview of a job in a browser; started by \"scrim preview\".")

  @OptionGroup var options: PreviewOptions

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    // Nothing has to be saved, and a worker ends when its client is gone.
    for number in [SIGTERM, SIGINT, SIGHUP] { signal(number) { _ in _exit(0) } }
    do {
      // A path that cannot be a job is an error here, not on a page.
      _ = try JobFile(at: options.job)
      if let data = options.data { _ = try RowFile(at: data) }
      let store = PreviewStore()
      let queue = try RenderQueue(
        job: options.job, plugins: options.workers.plugins.folders,
        fonts: options.workers.fonts, options.fetching, data: options.data, store: store)
      let server = try PreviewServer(queue: queue, store: store, port: options.port)
      try await withThrowingTaskGroup { group in
        group.addTask { try await Thread.run { queue.work() } }
        group.addTask { try await server.run() }
        let address = try await server.address()
        StandardStream.output.write("\(address)\n")
        StandardStream.error.write("Watching \(options.job); Ctrl-C stops the preview.\n")
        try await group.next()
      }
    } catch let failure as Failure {
      StandardStream.error.write("scrim preview: \(failure.message)\n")
      throw failure.status.code
    } catch let error as SystemError {
      StandardStream.error.write("scrim preview: \(error).\n")
      throw ExitStatus.io.code
    }
  }
}
