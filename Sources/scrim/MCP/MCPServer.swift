import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimRecords
import Synchronization

/// Answers a client of the Model Context Protocol on standard input and output: a line per message.
///
/// It evaluates neither templates nor jobs; workers do, one for each call at once. A request is answered once, unless
/// the client cancels it; calls in progress when the input ends are answered, too. Messages, calls that wait, pixels,
/// time and replies have limits, so that no client makes it grow. Nothing but messages is written to standard output;
/// what plugins print goes to standard error.
final class MCPServer: Sendable {
  /// The versions of the protocol, in ascending order.
  private static let versions = ["2024-11-05", "2025-06-18"]
  /// A job of the largest size, in a string, and a few levels of JSON around it.
  private static let limits = JSONLimits(
    bytes: 2 * JSONLimits.standard.bytes, depth: JSONLimits.standard.depth + 8)

  private let settings: MCPSettings
  private let queue = CallQueue()
  private let output = Mutex(StandardStream.output)
  private let isInitialized = Mutex(false)

  init(_ settings: MCPSettings) {
    self.settings = settings
  }

  /// Answers until the input ends.
  ///
  /// - Throws: `SystemError`.
  func run() throws {
    let threads = try (0..<settings.calls).map { _ throws(SystemError) in
      try Thread { [self] in
        let runner = ToolRunner(settings)
        while let call = queue.next() { answer(call, by: runner) }
      }
    }
    defer {
      queue.close(threads: threads.count)
      for thread in threads { thread.join() }
    }
    var lines = MessageReader(try .standardInput(), limit: Self.limits.bytes)
    while let line = try lines.next() {
      do throws(RPCError) {
        guard case .message(let bytes) = line else {
          throw RPCError(
            .invalidRequest, "the message exceeds the limit of \(Self.limits.bytes) bytes.")
        }
        try handle(try RPCMessage(bytes, limits: Self.limits))
      } catch {
        respond(to: error.id, error)
      }
    }
  }

  private func handle(_ message: RPCMessage) throws(RPCError) {
    switch message {
    case .response: break
    case .notification("notifications/cancelled", let params):
      if let id = params?["requestId"] { queue.cancel(JSON(id)) }
    case .notification: break
    case .request(let request): try handle(request)
    }
  }

  private func handle(_ request: RPCRequest) throws(RPCError) {
    switch request.method {
    case "initialize": respond(to: request.id, try initialize(request))
    case "ping": respond(to: request.id, [:])
    case _ where !isInitialized.withLock { $0 }:
      throw RPCError(.invalidRequest, "\"initialize\" comes first.", id: request.id)
    case "tools/list":
      respond(to: request.id, ["tools": .array(Tool.allCases.map(\.declaration))])
    case "resources/list":
      respond(to: request.id, ["resources": .array(Resource.all(of: settings).map(\.declaration))])
    case "resources/templates/list": respond(to: request.id, ["resourceTemplates": []])
    case "tools/call", "resources/read": try queue.add(request)
    default:
      throw RPCError(
        .methodNotFound, "unknown method \(quoted(request.method)).", id: request.id)
    }
  }

  /// The version is the client's, or the newest one before it.
  private func initialize(_ request: RPCRequest) throws(RPCError) -> JSON {
    guard let wanted = request.params?["protocolVersion"]?.string else {
      throw RPCError(.invalidParams, "\"protocolVersion\": expected a string.", id: request.id)
    }
    isInitialized.withLock { $0 = true }
    let version = Self.versions.last { $0 <= wanted } ?? Self.versions[0]
    return [
      "protocolVersion": .string(version), "capabilities": ["tools": [:], "resources": [:]],
      "serverInfo": ["name": "scrim", "title": "Scrim", "version": .string(Release.number)],
      "instructions": .string(Tool.instructions),
    ]
  }

  private func answer(_ call: CallQueue.Call, by runner: ToolRunner) {
    // Neither a worker nor time for one that was cancelled before its turn.
    guard !call.cancellation.isSet else {
      _ = queue.finish(call)
      return
    }
    do throws(RPCError) {
      let result = try runner.result(of: call.request, until: call.cancellation)
      if queue.finish(call) { respond(to: call.request.id, result) }
    } catch {
      if queue.finish(call) { respond(to: call.request.id, error) }
    }
  }

  private func respond(to id: JSON, _ result: JSON) {
    send(["jsonrpc": "2.0", "id": id, "result": result])
  }

  private func respond(to id: JSON?, _ error: RPCError) {
    send([
      "jsonrpc": "2.0", "id": id ?? .null,
      "error": ["code": .integer(error.code.rawValue), "message": .string(error.message)],
    ])
  }

  private func send(_ message: JSON) {
    output.withLock { $0.write(message.text() + "\n") }
  }
}
