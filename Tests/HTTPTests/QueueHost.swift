import Foundation
import ProgramTesting
import QueueTesting
import ScrimJSON

/// `scrim-http` with a queue of its own, and a node if it is to render. Keys are `shop`, and `blog`, whose role is `mill`.
final class QueueHost: PostingHost {
  let queue: TestQueue
  let service: RunningService
  private let jobs: String
  private var node: NodeProgram?

  /// - Parameters:
  ///   - key: More of the key `shop`.
  ///   - jobs: More of the table `jobs`.
  ///   - isRendering: Whether there is a node with a daemon.
  ///   - queue: The queue; a new one by default.
  ///   - environment: More variables of the service.
  /// - Throws: If one of them does not start.
  init(
    _ key: String = "", jobs: String = "", isRendering: Bool = true, queue: TestQueue? = nil,
    environment: [String: String] = [:]
  ) throws {
    self.jobs = jobs
    self.queue = try queue ?? TestQueue()
    service = try RunningService(start: false)
    service.environment = environment
    try service.folder.write(String(repeating: "b", count: 40), to: "blog.secret")
    try configure(key)
    if isRendering { try startNode() }
    try service.start()
  }

  func configure(_ key: String) throws {
    let (server, folder) = (queue.server, service.folder.path)
    try service.configure(
      key,
      """
      [jobs]
      queue = "postgresql:///\(queue.database)?host=\(server.folder)&port=\(server.port)"
      \(jobs)
      [key.blog]
      secret-files = ["\(folder)/blog.secret"]
      queue-role = "mill"
      """)
  }

  func startNode() throws {
    let node = try NodeProgram(url: queue.url("node1"))
    try node.startDaemon()
    self.node = node
  }

  /// The value of a line that the service has logged; `nil` if there is none.
  func logged(_ message: String, _ name: String) -> String? {
    service.folder.text("log").split(separator: "\n").lazy
      .compactMap { try? JSON(parsing: Array($0.utf8)) }
      .first { $0["message"]?.string == message }?[name]?.string
  }
}
