import Foundation
import QueueTesting
import ScrimQueue
import Testing

/// How long the kernel waits for a network that carries nothing. `Tests/Queue/partition.py` has such a network.
@Suite struct NetworkTimeoutTests {
  @Test func aNodeWaitsForAThirdOfItsLease() throws {
    let queue = try TestQueue()
    for (lease, timeout, idle, interval) in [
      (6, 2000, 1, 1), (30, 10_000, 3, 1), (60, 20_000, 6, 3), (3600, 20_000, 6, 3),
      (2, 1000, 1, 1),
    ] {
      let node = try QueueConnection.openNode(
        url(queue, "node1"), program: "test", lease: .seconds(lease))
      #expect(try option(TCP_USER_TIMEOUT, of: node) == timeout, "lease \(lease) s")
      #expect(try option(TCP_KEEPIDLE, of: node) == idle, "lease \(lease) s")
      #expect(try option(TCP_KEEPINTVL, of: node) == interval, "lease \(lease) s")
    }
  }

  @Test func aClientWaitsForHalfAMinute() throws {
    let client = try QueueConnection(url(TestQueue(), "shop"), program: "test")
    #expect(try option(TCP_USER_TIMEOUT, of: client) == 30_000)
    #expect(try option(TCP_KEEPIDLE, of: client) == 10)
    #expect(try option(TCP_KEEPINTVL, of: client) == 5)
    #expect(try option(TCP_KEEPCNT, of: client) == 3)
  }

  @Test func valuesInTheURLTakePrecedence() throws {
    let own = "?tcp_user_timeout=1234&keepalives_idle=77&client_encoding=LATIN1"
    let node = try QueueConnection.openNode(
      url(TestQueue(), "node1") + own, program: "test", lease: .seconds(60))
    #expect(try option(TCP_USER_TIMEOUT, of: node) == 1234)
    #expect(try option(TCP_KEEPIDLE, of: node) == 77)
    // What it leaves out stays.
    #expect(try option(TCP_KEEPINTVL, of: node) == 3)
  }

  @Test func theServerHasTheSameUnlessRoleOrURLSayOtherwise() throws {
    let queue = try TestQueue()
    func expect(_ value: String, _ options: String = "") throws {
      let node = try QueueConnection.openNode(
        url(queue, "node1") + options, program: "test", lease: .seconds(60))
      // An assertion that fails is an error of the statement.
      try node.run(
        """
        DO $$ BEGIN
          ASSERT current_setting('tcp_user_timeout') = '\(value)', current_setting('tcp_user_timeout');
        END $$
        """)
    }
    try expect("20000")
    try expect("1500", "?options=-c%20tcp_user_timeout%3D1500")
    _ = try queue.psql("ALTER ROLE node1 IN DATABASE \(queue.database) SET tcp_user_timeout = 1234")
    try expect("1234")
  }

  @Test func connectingToASilentAddressEnds() throws {
    // A listener whose queue is full drops what comes, as a network does that is cut.
    let port = try freePort()
    let sockets = (0..<5).map { _ in
      socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    }
    defer { for socket in sockets { close(socket) } }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = UInt16(port).bigEndian
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        #expect(bind(sockets[0], address, length) == 0 && listen(sockets[0], 0) == 0)
        for client in sockets.dropFirst() { _ = connect(client, address, length) }
      }
    }
    let start = ContinuousClock.now
    let error = #expect(throws: QueueError.self) {
      try QueueConnection("host=127.0.0.1 port=\(port)", program: "test", patience: .seconds(4))
    }
    #expect(error?.kind == .unavailable)
    #expect(error?.message.contains("timeout expired") == true, "\(error?.message ?? "")")
    #expect(ContinuousClock.now - start > .seconds(1))
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  /// The kernel of a server that hangs acknowledges what comes: only the missing answer tells.
  @Test func aServerThatDoesNotAnswerIsGivenUp() throws {
    let queue = try TestQueue()
    let patient = try QueueConnection(queue.url("shop"), program: "test", silence: .seconds(600))
    try patient.run("SELECT 1; SELECT 2")
    // More than the socket takes at once.
    let bytes = [UInt8](repeating: 7, count: 16 << 20)
    try QueueClient(patient).put(bytes, hash: LeaseTests.hash(bytes))
    let connection = try QueueConnection(queue.url("shop"), program: "test", silence: .seconds(1))
    let error = #expect(throws: QueueError.self) { try connection.run("SELECT pg_sleep(100)") }
    #expect(
      error
        == QueueError(.unavailable, "the queue's server has not answered a statement for 1 s."))
    #expect(connection.isLost)
    #expect(throws: QueueError.self) { try connection.run("SELECT 1") }
  }

  private func url(_ queue: TestQueue, _ role: String) -> String {
    "postgresql://\(role)@127.0.0.1:\(queue.server.port)/\(queue.database)"
  }

  private func option(_ name: Int32, of connection: QueueConnection) throws -> Int32 {
    var (value, length) = (Int32(-1), socklen_t(4))
    #expect(getsockopt(connection.socket, Int32(IPPROTO_TCP), name, &value, &length) == 0)
    return value
  }
}
