import Foundation
import Glibc
import ProgramTesting
import ScrimJSON
import Testing

/// A `scrim mcp` process and its client.
final class MCPSession {
  private let workshop: Workshop
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()

  /// Starts it, and sends `initialize`.
  init(_ arguments: String..., in workshop: Workshop) throws {
    self.workshop = workshop
    process.executableURL = CommandRun.programs.appendingPathComponent("scrim")
    process.arguments = ["mcp"] + arguments
    process.currentDirectoryURL = workshop.folder
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let result = try request(
      "initialize",
      [
        "protocolVersion": "2025-06-18", "capabilities": [:],
        "clientInfo": ["name": "tests", "version": "1"],
      ], id: "initialize")
    try #require(result["result"]?["protocolVersion"] == "2025-06-18")
    try send(["jsonrpc": "2.0", "method": "notifications/initialized"])
  }

  deinit {
    guard process.isRunning else { return }
    // The tests' threads block SIGTERM, and so does what they start.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func send(_ message: JSON) throws {
    try send(message.bytes())
  }

  /// Sends bytes with a line feed.
  func send(_ bytes: [UInt8]) throws {
    try input.fileHandleForWriting.write(contentsOf: bytes + [UInt8(ascii: "\n")])
  }

  func sendRequest(_ method: String, _ params: JSON = [:], id: JSON = 1) throws {
    try send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
  }

  func sendCall(_ tool: String, _ arguments: JSON = [:], id: JSON = 1) throws {
    try sendRequest("tools/call", ["name": .string(tool), "arguments": arguments], id: id)
  }

  /// Waits for the next message.
  func receive() throws -> JSON {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = [UInt8](rest[..<end])
        rest = Data(rest[rest.index(after: end)...])
        return try JSON(parsing: line, limits: JSONLimits(bytes: 1 << 26))
      }
      let part = output.fileHandleForReading.availableData
      try #require(!part.isEmpty, "scrim mcp has ended")
      rest += part
    }
  }

  /// Sends a request, and waits for its response.
  func request(_ method: String, _ params: JSON = [:], id: JSON = 1) throws -> JSON {
    try sendRequest(method, params, id: id)
    let response = try receive()
    #expect(response["id"] == id && response["jsonrpc"] == "2.0")
    return response
  }

  /// Calls a tool, and waits for its result.
  func call(_ tool: String, _ arguments: JSON = [:]) throws -> MCPResult {
    try sendCall(tool, arguments)
    return try result()
  }

  /// Waits for the result of a call.
  func result() throws -> MCPResult {
    let response = try receive()
    return MCPResult(json: try #require(response["result"], "\(response.text())"))
  }

  /// Ends the input, and waits for the process.
  ///
  /// - Returns: The messages until its end, and its exit status.
  func finish() throws -> (messages: [JSON], status: Int32) {
    try input.fileHandleForWriting.close()
    rest += output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = try rest.split(separator: UInt8(ascii: "\n")).map {
      try JSON(parsing: [UInt8]($0), limits: JSONLimits(bytes: 1 << 26))
    }
    return (lines, process.terminationStatus)
  }
}

/// The result of a tool.
struct MCPResult {
  let json: JSON

  var isError: Bool { json["isError"]?.boolean ?? true }
  /// The first item, which is text.
  var text: String { json["content"]?.array?.first?["text"]?.string ?? "" }
  /// The text as JSON.
  var value: JSON { (try? JSON(parsing: Array(text.utf8))) ?? .null }
  var images: [JSON] { (json["content"]?.array ?? []).filter { $0["type"] == "image" } }
  var errors: [JSON] { value["errors"]?.array ?? [] }

  func bytes(ofImage index: Int) -> [UInt8] {
    [UInt8](Data(base64Encoded: images[index]["data"]?.string ?? "") ?? Data())
  }
}
