import Glibc
package import ScrimJSON
package import ScrimLinux
import SystemPackage

/// One end of the connection between a client and its worker.
///
/// A message is one JSON object, up to 250 descriptors and, where the message's kind has one, a content: the bytes of
/// a document or an image. It is one packet of a SOCK_SEQPACKET socket. The content follows the text after a zero byte;
/// where both together have more than 32 KiB it travels in a sealed memory file instead, the first descriptor. A text
/// of more than 32 KiB is in a sealed memory file too: the packet is the single byte `@`, and the file comes before
/// all others.
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

  /// Sends a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - content: Its content, for the kinds that have one.
  ///   - descriptors: What comes with it besides.
  ///   - waits: Whether to wait while the other side is slow to read.
  /// - Throws: ``ChannelError`` closed, system, malformed, noDescriptors.
  package func send(
    _ message: JSON, content: ImmutableBytes? = nil, descriptors: [OwnedDescriptor] = [],
    waits: Bool = true
  ) throws(ChannelError) {
    var (text, descriptors) = (message.bytes(), descriptors)
    switch content {
    case .own(let bytes)? where text.count + 1 + bytes.count <= Self.inlineBytes:
      text.append(0)
      text += bytes
    case .own(let bytes)?: descriptors.insert(try memoryFile("content", bytes), at: 0)
    case .file(let file, _)?: descriptors.insert(file, at: 0)
    case nil: break
    }
    if text.count <= Self.inlineBytes {
      try sendPacket(text, descriptors, waits: waits)
    } else {
      let body = try memoryFile("message", text)
      try sendPacket([Self.bodyMark], [body] + descriptors, waits: waits)
    }
  }

  /// The content of a message that will be sent: in a sealed memory file where it does not fit into a packet.
  ///
  /// - Parameters:
  ///   - name: The file's name, as /proc shows it.
  ///   - bytes: One at least.
  /// - Returns: The content.
  /// - Throws: ``ChannelError`` closed, system, malformed, noDescriptors.
  package func content(_ name: String, _ bytes: [UInt8]) throws(ChannelError) -> ImmutableBytes {
    guard bytes.count >= Self.inlineBytes else { return .own(bytes) }
    return .file(try memoryFile(name, bytes), count: bytes.count)
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
    let received: (message: JSON, attached: Attachments)?
    do {
      received = try receive()
    } catch {
      // The kernel cuts off descriptors for which this process has no room.
      guard error.code == .malformed else { throw error }
      throw ChannelError(.noDescriptors, "no file descriptor left for a memory file")
    }
    guard let (answer, attached) = received else {
      throw ChannelError(.closed, "the peer closed the connection")
    }
    guard try WorkerRequest(json: answer, attached) == .allocated else {
      throw ChannelError(.malformed, "invalid answer to a request for a memory file")
    }
    return attached.descriptors[0]
  }

  /// Waits for a message.
  ///
  /// - Parameter timeout: `nil` waits for ever.
  /// - Returns: The message and what came with it, or `nil` once the peer closed the connection.
  /// - Throws: ``ChannelError`` timedOut, malformed, system.
  package func receive(
    timeout: Duration? = nil
  ) throws(ChannelError) -> (message: JSON, attached: Attachments)? {
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
    var content: [UInt8]?
    if text == [Self.bodyMark] {
      guard !descriptors.isEmpty else {
        throw ChannelError(.malformed, "a message arrived without its body")
      }
      text = try Self.body(in: descriptors.removeFirst())
    } else if let end = text.firstIndex(of: 0) {
      content = Array(text[(end + 1)...])
      text.removeSubrange(end...)
    }
    do {
      let message = try JSON(parsing: text, limits: JSONLimits(bytes: Self.largestMessage))
      return (message, Attachments(content: content, descriptors: descriptors))
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
