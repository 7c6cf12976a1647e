import Glibc
package import ScrimJSON
package import ScrimLinux
import SystemPackage

/// One end of the connection between a client and its worker.
///
/// A message is one JSON object and up to 250 descriptors. It is one packet of a SOCK_SEQPACKET
/// socket; above 32 KiB the packet is the single byte `@` and the text travels in a sealed memory
/// file, which is the first descriptor then.
///
/// Neither end trusts the other: what is received is bounded, sealed and parsed strictly.
///
/// A worker cannot make memory files, since no limit of a process counts them: it asks the client for those that it
/// sends (`allocate`), and the client counts them.
package final class Channel: Sendable {
  /// The socket, for waiting on it together with others.
  package let socket: OwnedDescriptor

  static let inlineBytes = 32 << 10
  package static let largestMessage = 16 << 20
  static let maxDescriptors = 250

  private let requestsMemoryFiles: Bool

  /// Takes over a connected SOCK_SEQPACKET socket.
  ///
  /// - Parameters:
  ///   - socket: The socket.
  ///   - requestsMemoryFiles: Whether the other side is asked for memory files, as a worker must.
  package init(_ socket: OwnedDescriptor, requestsMemoryFiles: Bool = false) {
    self.socket = socket
    self.requestsMemoryFiles = requestsMemoryFiles
  }

  /// False once code in this process that does not own the socket has closed it.
  package var isOpen: Bool {
    var about = stat()
    return fstat(socket.raw, &about) == 0 && about.st_mode & S_IFMT == S_IFSOCK
  }

  /// Two connected ends.
  ///
  /// - Throws: ``SystemError``.
  package static func pair() throws(SystemError) -> (Channel, OwnedDescriptor) {
    let (near, far) = try PacketSocket.pair()
    return (Channel(near), far)
  }

  /// Sends a message. Waits while the other side is slow to read, unless `waits` is false.
  ///
  /// - Throws: ``ChannelError`` closed, system, malformed, noDescriptors.
  package func send(
    _ message: JSON, descriptors: [OwnedDescriptor] = [], waits: Bool = true
  ) throws(ChannelError) {
    let text = message.bytes()
    if text.count <= Self.inlineBytes {
      try sendPacket(text, descriptors, waits: waits)
    } else {
      let body = try memoryFile("message", text)
      try sendPacket([Self.bodyMark], [body] + descriptors, waits: waits)
    }
  }

  /// A sealed memory file with these bytes, to be sent along with a message.
  ///
  /// - Parameters:
  ///   - name: Its name, as /proc shows it.
  ///   - bytes: One at least.
  /// - Returns: The file, at its beginning.
  /// - Throws: ``ChannelError`` closed, system, malformed, noDescriptors.
  package func memoryFile(
    _ name: String, _ bytes: [UInt8]
  ) throws(ChannelError) -> OwnedDescriptor {
    let allocated = requestsMemoryFiles ? try requestMemoryFile(bytes.count) : nil
    do {
      guard let allocated else { return try MemoryFile.sealed(name, bytes) }
      try MemoryFile.fill(allocated, bytes)
      return allocated
    } catch {
      throw ChannelError(.system, error.description)
    }
  }

  private func requestMemoryFile(_ bytes: Int) throws(ChannelError) -> OwnedDescriptor {
    try sendPacket(WorkerResponse.allocate(bytes: bytes).json.bytes(), [], waits: true)
    let received: (message: JSON, descriptors: [OwnedDescriptor])?
    do {
      received = try receive()
    } catch {
      // The kernel cuts off descriptors for which this process has no room.
      guard error.code == .malformed else { throw error }
      throw ChannelError(.noDescriptors, "no file descriptor left for a memory file")
    }
    guard let (answer, files) = received else {
      throw ChannelError(.closed, "the peer closed the connection")
    }
    guard try WorkerRequest(json: answer, descriptors: files.count) == .allocated else {
      throw ChannelError(.malformed, "invalid answer to a request for a memory file")
    }
    return files[0]
  }

  /// Waits for a message.
  ///
  /// - Parameter timeout: `nil` waits for ever.
  /// - Returns: The message and its descriptors, or `nil` once the peer closed the connection.
  /// - Throws: ``ChannelError`` timedOut, malformed, system.
  package func receive(
    timeout: Duration? = nil
  ) throws(ChannelError) -> (message: JSON, descriptors: [OwnedDescriptor])? {
    if let timeout {
      do {
        guard try !Readiness.wait(for: [socket.raw], timeout: timeout).isEmpty else {
          throw ChannelError(.timedOut, "no message received in \(timeout)")
        }
      } catch let error as ChannelError {
        throw error
      } catch {
        throw ChannelError(.system, "\(error)")
      }
    }
    guard var (text, descriptors) = try receivePacket() else { return nil }
    if text == [Self.bodyMark] {
      guard !descriptors.isEmpty else {
        throw ChannelError(.malformed, "a message arrived without its body")
      }
      text = try Self.body(in: descriptors.removeFirst())
    }
    do {
      return (try JSON(parsing: text, limits: JSONLimits(bytes: Self.largestMessage)), descriptors)
    } catch {
      throw ChannelError(.malformed, "a message is not valid JSON: \(error.message)")
    }
  }

  private static let bodyMark = UInt8(ascii: "@")

  private static func body(in file: OwnedDescriptor) throws(ChannelError) -> [UInt8] {
    do {
      let size = try MemoryFile.size(ofSealed: file)
      guard size <= largestMessage else {
        throw ChannelError(.malformed, "a message of \(size) bytes is too long")
      }
      return try file.readAll(limit: largestMessage, of: "a message")
    } catch let error as ChannelError {
      throw error
    } catch {
      throw ChannelError(.malformed, "\(error)")
    }
  }

  private func sendPacket(
    _ bytes: [UInt8], _ descriptors: [OwnedDescriptor], waits: Bool
  ) throws(ChannelError) {
    do {
      try PacketSocket.send(bytes, descriptors, over: socket, waits: waits)
    } catch {
      switch error.code {
      case .brokenPipe, .connectionReset:
        throw ChannelError(.closed, "the peer closed the connection")
      case .resourceTemporarilyUnavailable:
        throw ChannelError(.malformed, "the peer does not read its answers")
      default: throw ChannelError(.system, error.description)
      }
    }
  }

  private func receivePacket() throws(ChannelError) -> ([UInt8], [OwnedDescriptor])? {
    do {
      return try PacketSocket.receive(
        from: socket, capacity: Self.inlineBytes, maxDescriptors: Self.maxDescriptors + 1)
    } catch {
      // A worker that died with messages of ours unread resets the line: that is a hang-up too.
      if error.code == .connectionReset { return nil }
      if error.code == Errno(rawValue: EMSGSIZE) {
        throw ChannelError(.malformed, "a packet is longer than this protocol allows")
      }
      throw ChannelError(.system, error.description)
    }
  }
}
