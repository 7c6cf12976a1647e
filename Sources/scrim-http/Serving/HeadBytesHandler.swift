import NIOCore

/// The first handler of a connection: counts the bytes of heads before they are parsed, and ends a connection whose
/// request was refused. Used by the connection's event loop.
final class HeadBytesHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let connection: ConnectionHandler
  private var context: ChannelHandlerContext?
  private var isEnding = false
  /// Bytes that came after the last answer.
  private var discarded = 0

  init(_ connection: ConnectionHandler) {
    self.connection = connection
    connection.bytesHandler = self
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isEnding else {
      discarded += unwrapInboundIn(data).readableBytes
      if discarded > ConnectionLimits.mostDiscarded { context.close(promise: nil) }
      return
    }
    connection.received(unwrapInboundIn(data).readableBytes)
    context.fireChannelRead(data)
    connection.checkHead()
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    guard isEnding else { return context.fireChannelReadComplete() }
    context.read()
  }

  /// Sends the last bytes, and discards what comes until the client closes the connection, within limits: if bytes
  /// were left unread, the kernel would reset the connection, and the client would not get the answer.
  func end(with bytes: ByteBuffer) {
    guard let context, !isEnding else { return }
    isEnding = true
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(bytes)).whenComplete { _ in
      bound.value.close(mode: .output, promise: nil)
    }
    context.read()
  }
}
