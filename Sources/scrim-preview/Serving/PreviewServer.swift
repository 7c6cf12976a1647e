import FlyingFox
import FlyingSocks
import Foundation
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimProtocol

/// Gives out the page, its pictures, and what happens to the job.
struct PreviewServer: Sendable {
  /// How long a page waits for a drawing before it asks again.
  private static let patience = Duration.seconds(10)
  /// Longer than a worker may draw, seconds.
  private static let limit = 90.0

  private let queue: RenderQueue
  private let store: PreviewStore
  private let secret = RandomName.make(characters: 16)
  private let server: HTTPServer

  /// - Parameters:
  ///   - queue: Draws what the page wants to try.
  ///   - store: Has the drawings.
  ///   - port: Where to listen; 0 takes a free port.
  /// - Throws: `SocketError`.
  init(queue: RenderQueue, store: PreviewStore, port: UInt16) throws {
    self.queue = queue
    self.store = store
    server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), timeout: Self.limit, logger: .disabled)
  }

  /// Answers until the task is cancelled.
  ///
  /// - Throws: A `Failure` when it can't listen.
  func run() async throws {
    await server.appendRoute("*") { await answer($0) }
    do {
      try await server.run()
    } catch let error as SocketError {
      throw Failure(.io, "The page cannot be served: \(error.localizedDescription)")
    }
  }

  /// The page's address, once it can be asked for.
  func address() async throws -> String {
    try await server.waitUntilListening()
    return "http://127.0.0.1:\(await port)/\(secret)/"
  }

  private var port: UInt16 {
    get async {
      if case .ip4(_, let port) = await server.listeningAddress { port } else { 0 }
    }
  }

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    do {
      let path = try await RequestGuard(port: port, secret: secret).admit(request)
      return try await answer(request, at: path)
    } catch let refusal as Refusal {
      return .text(refusal.reason, refusal.status)
    } catch {
      return .text("\(error)", .internalServerError)
    }
  }

  private func answer(_ request: HTTPRequest, at path: [Substring]) async throws -> HTTPResponse {
    switch (request.method, path.first, path.count) {
    case (.POST, "draw", 1): return try await drawing(of: request)
    case (.POST, "choose", 1): return try await choose(request)
    case (.GET, let name?, 1):
      if let file = PageFile.all["\(name)"] { return .page(file) }
      if name == "effects" { return .json(store.effects?.json ?? ["effects": [], "contents": []]) }
      if name == "drawing" { return await nextDrawing(request) }
    case (.GET, "picture", 3):
      guard let number = Int(path[1]), let index = Int(path[2]),
        let image = store.image(number, index)
      else { throw Refusal(.notFound, "This image is no longer available.") }
      return .image(image.bytes, format: image.format)
    case (.GET, _, _): break
    default: throw Refusal(.methodNotAllowed, "The preview only supports GET, and POST to render.")
    }
    throw Refusal(.notFound, "Not found.")
  }

  /// The next drawing of what is saved, as soon as there is one.
  private func nextDrawing(_ request: HTTPRequest) async -> HTTPResponse {
    let known = request.query.first { $0.name == "after" }.flatMap { Int($0.value) } ?? 0
    guard let drawing = await store.drawing(after: known, within: Self.patience) else {
      return HTTPResponse(statusCode: .noContent)
    }
    return .json(drawing.json)
  }

  /// A drawing of the document that the page sends.
  private func drawing(of request: HTTPRequest) async throws -> HTTPResponse {
    .json(await queue.draw(try await body(of: request)).json)
  }

  /// Shows another row of a template, or other values: the next drawing has them.
  private func choose(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let json = try? JSON(parsing: try await body(of: request)), let choice = RowChoice(json)
    else {
      throw Refusal(
        .badRequest, "Expected an object with a \"row\" from 1 and \"settings\" that are strings.")
    }
    queue.choose(choice)
    return .json([:])
  }

  private func body(of request: HTTPRequest) async throws -> [UInt8] {
    // Pages of other sites can't say this without asking first.
    guard request.headers[.contentType] == "application/json" else {
      throw Refusal(.unsupportedMediaType, "A job must be application/json.")
    }
    let limit = JSONLimits.standard.bytes
    var document: [UInt8] = []
    for try await part in request.bodySequence {
      document += part
      guard document.count <= limit else {
        throw Refusal(.payloadTooLarge, "A job may have at most \(limit) bytes.")
      }
    }
    return document
  }
}
