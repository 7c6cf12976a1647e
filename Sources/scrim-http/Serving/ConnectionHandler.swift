import Glibc
import NIOCore
import NIOHTTP1
import ScrimHTTP
import ScrimLinux

/// One connection: reads heads of requests, has them answered one after the other, and ends it when the client is too
/// slow or sends what is not allowed.
///
/// A request is answered once it is complete. One that is not valid, or has a body that the service does not want, is
/// refused at its head: what follows is discarded and never taken for a request. Used by the connection's event loop.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// For the first byte of a request.
    case waiting
    case receiving
    /// The head is complete and valid; the end is awaited.
    case complete(HTTPRequestHead, ServiceRequest)
    /// The body is awaited.
    case uploading(HTTPRequestHead, Upload)
    case answering
    case writing
    /// The last answer is on its way; what comes is discarded.
    case closing
  }

  private let service: ImageService
  private let limits: ConnectionLimits
  private let connections: LoopConnections
  private var state = State.waiting
  private var context: ChannelHandlerContext?
  /// The first handler of the connection.
  weak var bytesHandler: HeadBytesHandler?
  /// When this connection ends unless its state changes.
  private var deadline: NIODeadline
  /// Since when there is no request; the connection that waits longest gives way to a new one.
  private(set) var idleSince: NIODeadline
  /// Bytes since the last complete head.
  private var headBytes = 0
  private var isInputClosed = false
  /// Tells the service that the client has left before its answer.
  private var leave: (@Sendable () -> Void)?

  init(_ service: ImageService, _ limits: ConnectionLimits, _ connections: LoopConnections) {
    self.service = service
    self.limits = limits
    self.connections = connections
    idleSince = .now()
    deadline = idleSince + limits.head
  }

  // MARK: Life

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    connections.add(self)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    connections.remove(self)
    self.context = nil
    leave?()
    leave = nil
  }

  /// Whether it has no request: it may be closed without a loss.
  var isIdle: Bool {
    switch state {
    case .waiting, .receiving: true
    case .complete, .uploading, .answering, .writing, .closing: false
    }
  }

  /// Closes the connection at once.
  func close() { context?.close(promise: nil) }

  /// Closes the connection after the request that is being answered.
  func quiesce() {
    context?.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
  }

  /// Ends a connection whose time is over.
  func check(_ now: NIODeadline) {
    guard let context, now >= deadline else { return }
    switch state {
    case .receiving, .complete, .uploading: refuse(.requestTimeout)
    case .waiting, .writing, .closing: context.close(promise: nil)
    // Its time is that of the image.
    case .answering: break
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case ChannelEvent.inputClosed = event else {
      return context.fireUserInboundEventTriggered(event)
    }
    isInputClosed = true
    switch state {
    // A client that closes its side does not wait for the answer, as servers and proxies have it.
    case .waiting, .receiving, .complete, .uploading, .answering, .closing:
      context.close(promise: nil)
    case .writing: if leave != nil { context.close(promise: nil) }
    }
  }

  // MARK: Receiving

  /// Notes bytes before they are read as HTTP.
  func received(_ bytes: Int) {
    headBytes += bytes
    guard case .waiting = state else { return }
    state = .receiving
    deadline = .now() + limits.head
  }

  /// Refuses a head that goes on for too long, after ``received(_:)`` and reading.
  func checkHead() {
    guard case .receiving = state, headBytes > limits.headBytes else { return }
    refuse(.headTooLarge(limits.headBytes))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .closing = state { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      headBytes = 0
      receive(head)
    case .body(let part): receive(part)
    case .end:
      switch state {
      case .complete(let head, let request): answer(request, to: head, context)
      case .uploading(let head, let upload): submit(upload, to: head, context)
      case .waiting, .receiving, .answering, .writing, .closing: break
      }
    }
  }

  private func receive(_ part: ByteBuffer) {
    guard case .uploading(let head, let upload) = state else { return refuse(.bodyRefused) }
    do throws(Problem) {
      try upload.receive(Array(part.readableBytesView))
    } catch {
      refuse(error, head)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else {
      context.close(promise: nil)
      return
    }
    switch state {
    case .closing: break
    // What follows a request that is being answered is not valid: its answer is the last.
    case .answering, .writing: isInputClosed = true
    case .waiting, .receiving, .complete, .uploading:
      let isTooLarge = error == .headerOverflow
      refuse(
        isTooLarge ? .headTooLarge(limits.headBytes) : .badRequest("\(error)"))
    }
  }

  private func receive(_ head: HTTPRequestHead) {
    do throws(Problem) {
      let request = try read(head)
      guard request.method == .post else {
        state = .complete(head, request)
        return
      }
      state = .uploading(head, try service.begin(request))
      deadline = .now() + limits.body
      if head.headers["expect"].contains(where: { $0.lowercased() == "100-continue" }) {
        context?.writeAndFlush(
          wrapOutboundOut(.head(.init(version: .http1_1, status: .continue))), promise: nil)
      }
    } catch {
      refuse(error, head)
    }
  }

  private func read(_ head: HTTPRequestHead) throws(Problem) -> ServiceRequest {
    let bytes = head.headers.reduce(head.uri.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count + 4
    }
    guard bytes <= limits.headBytes else { throw .headTooLarge(limits.headBytes) }
    guard head.version == .http1_1 || head.version == .http1_0 else {
      throw .badRequest("The version must be HTTP/1.1.")
    }
    guard head.version == .http1_0 || head.headers["host"].count == 1 else {
      throw .badRequest("The field Host must be there once.")
    }
    let method: ServiceRequest.Method =
      switch head.method {
      case .GET, .HEAD: .get
      case .POST: .post
      case .DELETE: .delete
      default: throw service.refusal(ofMethodAt: String(head.uri.prefix { $0 != "?" }))
      }
    let lengths = head.headers["content-length"]
    let hasBody =
      head.headers.contains(name: "transfer-encoding") || lengths.contains { $0 != "0" }
    guard method == .post || !hasBody else { throw .bodyRefused }
    var target = head.uri[...]
    for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
      target = target.dropFirst(scheme.count).drop { $0 != "/" }
    }
    guard target.first == "/", target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .badRequest("The target must be a path of visible ASCII characters.")
    }
    return ServiceRequest(method, target: String(target)) { name in
      let values = head.headers[name]
      return values.isEmpty ? nil : values.joined(separator: ",")
    }
  }

  // MARK: Answering

  private func answer(
    _ request: ServiceRequest, to head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    state = .answering
    let (loop, bound) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
    let leave = service.answer(request) { answer in
      if loop.inEventLoop {
        bound.value.send(answer, to: head)
      } else {
        loop.execute { bound.value.send(answer, to: head) }
      }
    }
    if case .answering = state { self.leave = leave }
  }

  private func submit(
    _ upload: Upload, to head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    state = .answering
    // Those of the body are not those of the next head.
    headBytes = 0
    let (loop, bound) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
    service.submit(upload) { answer in
      loop.execute { bound.value.send(answer, to: head) }
    }
  }

  private func send(_ answer: Answer, to head: HTTPRequestHead) {
    // The client may have gone.
    guard let context, case .answering = state else { return }
    leave = nil
    let isKept = head.isKeepAlive && !isInputClosed
    state = .writing
    deadline = .now() + limits.write
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    write(answer, to: head, isKept: isKept, context).whenComplete { result in
      bound.value.sent(isKept: isKept, isFailed: (try? result.get()) == nil)
    }
  }

  private func sent(isKept: Bool, isFailed: Bool) {
    guard let context, case .writing = state else { return }
    // The client may have closed its side meanwhile.
    guard isKept, !isFailed, !isInputClosed else { return context.close(promise: nil) }
    idleSince = .now()
    deadline = idleSince + limits.idle
    state = .waiting
    // Bytes of the next request may be here already.
    if headBytes > 0 { received(0) }
  }

  /// Answers with a problem, and ends the connection: what comes is not read as a request.
  ///
  /// The answers to earlier requests are written already. It goes past the handlers of HTTP, which allow no response
  /// without a request.
  private func refuse(_ problem: Problem, _ head: HTTPRequestHead? = nil) {
    state = .closing
    deadline = .now() + limits.linger
    let answer = Answer(problem)
    let status = HTTPResponseStatus(statusCode: answer.status)
    service.sent(status: answer.status)
    let lines =
      ["HTTP/1.1 \(status.code) \(status.reasonPhrase)"]
      + headers(of: answer, to: head, isKept: false).map { "\($0.name): \($0.value)" }
    var bytes = ByteBuffer(string: lines.joined(separator: "\r\n") + "\r\n\r\n")
    if head?.method != .HEAD, case .bytes(let body) = answer.body { bytes.writeBytes(body) }
    bytesHandler?.end(with: bytes)
  }

  private func write(
    _ answer: Answer, to head: HTTPRequestHead, isKept: Bool, _ context: ChannelHandlerContext
  ) -> EventLoopFuture<Void> {
    service.sent(status: answer.status)
    let headers = headers(of: answer, to: head, isKept: isKept)
    let status = HTTPResponseStatus(statusCode: answer.status)
    // Only of an answer without a known length the version decides how it is sent.
    let version = answer.body.count == nil ? head.version : .http1_1
    context.write(
      wrapOutboundOut(.head(.init(version: version, status: status, headers: headers))),
      promise: nil)
    if head.method != .HEAD, answer.status != 304 {
      switch answer.body {
      case .bytes(let bytes) where bytes.isEmpty: break
      case .bytes(let bytes):
        context.write(
          wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: bytes)))),
          promise: nil)
      case .file(let file, let count): return write(file, from: 0, to: count, context)
      case .events(let events): return write(events, context)
      }
    }
    return context.writeAndFlush(wrapOutboundOut(.end(nil)))
  }

  /// Writes events until their end.
  private func write(_ events: JobEvents, _ context: ChannelHandlerContext) -> EventLoopFuture<Void>
  {
    context.flush()
    let end = context.eventLoop.makePromise(of: Void.self)
    leave = {
      events.leave()
      end.fail(ChannelError.eof)
    }
    let (loop, bound) = (
      context.eventLoop, NIOLoopBound((self, context), eventLoop: context.eventLoop)
    )
    events.begin { part in
      loop.execute {
        let (handler, context) = bound.value
        // The client may have gone.
        guard handler.context != nil, handler.leave != nil else { return }
        handler.deadline = .now() + max(handler.limits.write, Self.eventPause)
        switch part {
        case .text(let text):
          // A client that takes none gets the next one, or its time is over.
          guard context.channel.isWritable else { return }
          let buffer = context.channel.allocator.buffer(string: text)
          context.writeAndFlush(handler.wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
        case .end:
          handler.leave = nil
          context.writeAndFlush(handler.wrapOutboundOut(.end(nil)), promise: end)
        }
      }
    }
    return end.futureResult
  }

  /// Longer than between two events or comments.
  private static let eventPause = TimeAmount.seconds(60)

  /// Bytes of a file that are read at once: of what the daemon has just written, so without waiting for a disk.
  private static let partBytes = 256 << 10

  /// Writes a file in parts, each once the client has taken the one before.
  private func write(
    _ file: OwnedDescriptor, from offset: Int, to end: Int, _ context: ChannelHandlerContext
  ) -> EventLoopFuture<Void> {
    guard offset < end else { return context.writeAndFlush(wrapOutboundOut(.end(nil))) }
    guard
      let part = try? file.bytes(
        at: offset, count: min(Self.partBytes, end - offset), of: "an output"), !part.isEmpty
    else {
      // Shorter than was said: the client must not take it for complete.
      return context.eventLoop.makeFailedFuture(ChannelError.eof)
    }
    deadline = .now() + limits.write
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let buffer = context.channel.allocator.buffer(bytes: part)
    return context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(buffer)))).flatMap {
      let (handler, context) = bound.value
      return handler.write(file, from: offset + part.count, to: end, context)
    }
  }

  private func headers(of answer: Answer, to head: HTTPRequestHead?, isKept: Bool) -> HTTPHeaders {
    var headers = HTTPHeaders()
    headers.reserveCapacity(answer.headers.count + 3)
    for (name, value) in answer.headers { headers.add(name: name, value: value) }
    headers.add(name: "Date", value: connections.date)
    if let count = answer.body.count, answer.status != 304, answer.status != 204 {
      headers.add(name: "Content-Length", value: "\(count)")
    }
    if !isKept {
      headers.add(name: "Connection", value: "close")
    } else if head?.version == .http1_0 {
      headers.add(name: "Connection", value: "keep-alive")
    }
    return headers
  }
}
