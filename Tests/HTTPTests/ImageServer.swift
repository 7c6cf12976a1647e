import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// The image servers of FetchTests, with HTTPS and HTTP, and a home whose fetch.toml lets a service use them.
final class ImageServer {
  let folder: TestFolder
  private let process = Process()
  private let port: Int

  /// A PNG of 8 × 8 red pixels.
  static let photo = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR4nGM8ISfHgA0wYRUdtBIA0MoBFD5jqJkAAAAASUVORK5CYII="
  )

  /// - Parameter allowed: Addresses that servers may have although they are not public.
  /// - Throws: If it does not start.
  init(allowed: [String] = ["127.0.0.1"]) throws {
    folder = try TestFolder()
    try #require(Self.photo).write(to: folder.url.appending(path: "photo.png"))
    process.executableURL = URL(filePath: "/usr/bin/python3")
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../FetchTests/server.py").standardized
    process.arguments = [script.path, folder.path]
    try process.run()
    try wait(for: "the ports") { [folder] in !folder.text("ports").isEmpty }
    port = try #require(folder.text("ports").split(separator: " ").first.flatMap { Int($0) })
    try folder.write(
      """
      [network]
      allow = \(JSON.array(allowed.map(JSON.string)).text())
      ports = ["\(port)"]
      ca-file = "\(folder.path)/ca.pem"
      [requests]
      retries = 0
      """, to: ".config/scrim/fetch.toml")
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func url(_ path: String, host: String = "127.0.0.1") -> String {
    "https://\(host):\(port)\(path)"
  }

  /// The paths of the requests so far.
  var requests: [String] {
    folder.text("requests").split(separator: "\n").compactMap {
      try? JSON(parsing: Array($0.utf8))["path"]?.string
    }
  }
}
