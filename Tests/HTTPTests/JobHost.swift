import Foundation
import Glibc
import ProgramTesting
import ScrimJSON
import Testing

/// `scrim-http` and `scrimd` with a spool of their own. Keys are `shop` and `blog`.
final class JobHost: PostingHost {
  let service: RunningService
  private var daemon = Process()
  private let key: String
  private let more: String
  private let blog: String

  /// - Parameters:
  ///   - key: More of the key `shop`.
  ///   - more: More of the configuration.
  ///   - blog: More of the key `blog`.
  ///   - isRendering: Whether the daemon runs.
  ///   - environment: More variables of the service.
  /// - Throws: `Late`.
  init(
    _ key: String = "", _ more: String = "", blog: String = "", isRendering: Bool = true,
    environment: [String: String] = [:]
  ) throws {
    service = try RunningService(start: false)
    service.environment = environment
    (self.key, self.more, self.blog) = (key, more, blog)
    for name in ["jobs", "spool", "spool/drop"] { try service.folder.make(name) }
    try service.folder.write(String(repeating: "b", count: 40), to: "blog.secret")
    try service.folder.write(
      "[access]\nbridge-users = [\"\(getuid())\"]\n[disk]\nfree-bytes = 0\nfree-percent = 0\n",
      to: "scrim.toml")
    try configure(key)
    try startDaemon()
    if !isRendering { stopDaemon() }
    try service.start()
  }

  deinit { stopDaemon() }

  func configure(_ key: String) throws {
    let path = service.folder.path
    try service.configure(
      key,
      """
      [jobs]
      spool = "\(path)/spool"
      folder = "\(path)/jobs"
      \(more)
      [key.blog]
      secret-files = ["\(path)/blog.secret"]
      \(blog)
      """)
  }

  /// Starts the daemon, which makes the spool's folders.
  func startDaemon() throws {
    daemon = Process()
    daemon.executableURL = CommandRun.programs.appending(path: "scrimd")
    let path = service.folder.path
    daemon.arguments = [
      "--config", "\(path)/scrim.toml", "--spool", "\(path)/spool", "--workers", "1",
    ]
    try service.folder.write("", to: "daemon.log")
    daemon.standardError = try FileHandle(
      forWritingTo: service.folder.url.appending(path: "daemon.log"))
    try daemon.run()
    try service.wait(for: "the daemon") { service.folder.names("spool").contains("control.sock") }
  }

  /// By SIGKILL.
  func stopDaemon() {
    guard daemon.isRunning else { return }
    kill(daemon.processIdentifier, SIGKILL)
    daemon.waitUntilExit()
    unlink("\(service.folder.path)/spool/control.sock")
  }

  /// Stops and continues the daemon's process.
  func signalDaemon(_ signal: Int32) { kill(daemon.processIdentifier, signal) }

  /// The jobs in a state's folder.
  func jobs(in state: String) -> [String] {
    service.folder.names("spool/\(state)").filter { !$0.hasPrefix(".") }
  }

  /// Outputs that were not acknowledged.
  var storedResults: Int {
    jobs(in: "done").reduce(0) { count, id in
      count + service.folder.names("spool/done/\(id)").count { $0.hasPrefix("result.") }
    }
  }

  // MARK: Requests

  static let blog = "Authorization: Bearer \(String(repeating: "b", count: 40))"

  /// The head and body of a `POST`.
  static func post(
    _ body: [UInt8], _ target: String = "/jobs", type: String = "application/json",
    _ fields: [String] = [], authorization: String = RunningService.authorization
  ) -> [UInt8] {
    let head = HTTPClient.request(
      target, method: "POST",
      [authorization, "Content-Type: \(type)", "Content-Length: \(body.count)"] + fields)
    return Array(head.utf8) + body
  }

  /// A job with a square of a number's color.
  static func square(_ number: Int = 1) -> JSON {
    [
      "scrim": 1, "canvas": ["width": 9, "height": 5],
      "layers": [["fill": .string("#" + String(0x100000 + number, radix: 16))]],
    ]
  }
}
