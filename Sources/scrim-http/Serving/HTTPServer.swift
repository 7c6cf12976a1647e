import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import ScrimHTTP
import ScrimLinux

/// Listens, and gives each connection to one of a few event loops. Its methods block: they are for the main thread.
struct HTTPServer {
  private let group: MultiThreadedEventLoopGroup
  private let connections: [NIOLoopBoundBox<LoopConnections>]
  private let checks: [RepeatedTask]
  private let channel: any Channel

  /// Event loops answer from memory and wait for nothing.
  private static let mostLoops = 4
  /// Bytes that are read of a connection at once.
  private static let readBytes = 16 << 10

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - address: Where, unless a socket is passed.
  ///   - socket: A socket that systemd passed.
  ///   - limits: What a connection may take.
  ///   - service: Answers requests.
  /// - Throws: `IOError` if the address cannot be used.
  init(
    _ address: ListenAddress, socket: Int32?, _ limits: ConnectionLimits, _ service: ImageService
  ) throws {
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let group = MultiThreadedEventLoopGroup(numberOfThreads: min(Self.mostLoops, cores))
    var byLoop: [ObjectIdentifier: NIOLoopBoundBox<LoopConnections>] = [:]
    var checks: [RepeatedTask] = []
    let loops = Array(group.makeIterator())
    let most = max(1, limits.most / loops.count)
    for loop in loops {
      let box = try loop.submit {
        NIOLoopBoundBox(LoopConnections(most: most), eventLoop: loop)
      }.wait()
      byLoop[ObjectIdentifier(loop)] = box
      checks.append(
        loop.scheduleRepeatedTask(
          initialDelay: LoopConnections.interval, delay: LoopConnections.interval
        ) { _ in box.value.check() })
    }
    let boxes = byLoop
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 1024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.readBytes)
      )
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard let box = boxes[ObjectIdentifier(channel.eventLoop)] else {
            throw ChannelError.ioOnClosedChannel
          }
          let connection = ConnectionHandler(service, limits, box.value)
          try channel.pipeline.syncOperations.addHandlers(
            HeadBytesHandler(connection), HTTPResponseEncoder(),
            ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)),
            HTTPServerPipelineHandler(), connection)
        }
      }
    do {
      if let socket {
        channel = try bootstrap.withBoundSocket(socket).wait()
      } else {
        switch address {
        case .loopback(let host, let port):
          channel = try bootstrap.bind(host: host, port: port).wait()
        case .unix(let path):
          channel = try bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true)
            .wait()
          // The proxy is in this program's group.
          chmod(path, 0o660)
        }
      }
    } catch {
      try? group.syncShutdownGracefully()
      throw error
    }
    self.group = group
    self.checks = checks
    connections = Array(byLoop.values)
  }

  /// As in a URL, or the path of a Unix socket.
  var address: String {
    guard let local = channel.localAddress else { return "a passed socket" }
    if let path = local.pathname { return "unix:\(path)" }
    let host = local.ipAddress ?? ""
    return "http://\(host.contains(":") ? "[\(host)]" : host):\(local.port ?? 0)"
  }

  /// Accepts no more connections, and waits until all requests are answered.
  ///
  /// - Parameter limit: How long at most.
  func drain(limit: Duration) {
    try? channel.close().wait()
    for box in connections {
      try? box.eventLoop.submit { box.value.quiesce() }.wait()
    }
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
      let open = connections.reduce(0) { count, box in
        count + ((try? box.eventLoop.submit { box.value.count }.wait()) ?? 0)
      }
      guard open > 0 else { break }
      _ = try? Readiness.wait(for: [], timeout: .milliseconds(20))
    }
  }

  /// Ends all connections.
  func close() {
    for check in checks { check.cancel() }
    try? group.syncShutdownGracefully()
  }
}
