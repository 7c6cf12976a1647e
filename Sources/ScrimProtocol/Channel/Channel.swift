import CLinux
import Glibc
public import ScrimDocument
public import ScrimLinux
import SystemPackage

/// One end of the line between a supervisor and its worker.
///
/// A message is one JSON object and up to 250 descriptors. It is one packet of a SOCK_SEQPACKET
/// socket; above 32 KiB the packet is the single byte `@` and the text travels in a sealed memory
/// file, which is the first descriptor then.
///
/// Neither end trusts the other: what is received is bounded, sealed and parsed strictly.
public final class Channel: Sendable {
  /// The socket, for waiting on it together with others.
  public let socket: OwnedDescriptor

  static let inlineBytes = 32 << 10
  static let largestMessage = 16 << 20
  static let mostDescriptors = 250

  /// Takes over a connected SOCK_SEQPACKET socket.
  public init(_ socket: OwnedDescriptor) {
    self.socket = socket
  }

  /// Two connected ends.
  ///
  /// - Throws: ``SystemError``.
  public static func pair() throws(SystemError) -> (Channel, OwnedDescriptor) {
    var pair: [Int32] = [-1, -1]
    guard scrim_socket_pair(&pair) == 0 else {
      throw SystemError(Errno(rawValue: errno), "make a pair of sockets")
    }
    return (Channel(OwnedDescriptor(owning: pair[0])), OwnedDescriptor(owning: pair[1]))
  }

  /// Sends a message. Waits while the other side is slow to read.
  ///
  /// - Throws: ``ChannelError`` closed, system.
  public func send(
    _ message: JSON, descriptors: [OwnedDescriptor] = []
  ) throws(ChannelError) {
    let text = message.bytes()
    if text.count <= Self.inlineBytes {
      try sendPacket(text, descriptors)
    } else {
      let body: OwnedDescriptor
      do {
        body = try MemoryFile.sealed("message", text)
      } catch {
        throw ChannelError(.system, error.description)
      }
      try sendPacket([Self.bodyMark], [body] + descriptors)
    }
  }

  /// Waits for a message.
  ///
  /// - Parameter timeout: `nil` waits for ever.
  /// - Returns: The message and its descriptors, or `nil` once the other side has hung up.
  /// - Throws: ``ChannelError`` timedOut, malformed, system.
  public func receive(
    timeout: Duration? = nil
  ) throws(ChannelError) -> (message: JSON, descriptors: [OwnedDescriptor])? {
    if let timeout {
      do {
        guard try !Readiness.wait(for: [socket.raw], timeout: timeout).isEmpty else {
          throw ChannelError(.timedOut, "no message came in \(timeout)")
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
        throw ChannelError(.malformed, "a message came without its body")
      }
      text = try Self.body(in: descriptors.removeFirst())
    }
    do {
      return (try JSON(parsing: text, limits: Limits(bytes: Self.largestMessage)), descriptors)
    } catch {
      throw ChannelError(.malformed, "a message is no JSON: \(error.message)")
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
    _ bytes: [UInt8], _ descriptors: [OwnedDescriptor]
  ) throws(ChannelError) {
    let numbers = descriptors.map(\.raw)
    let sent = withExtendedLifetime(descriptors) {
      scrim_send(socket.raw, bytes, bytes.count, numbers, numbers.count)
    }
    guard sent < 0 else { return }
    let code = Errno(rawValue: errno)
    if code == .brokenPipe || code == .connectionReset {
      throw ChannelError(.closed, "the other side has hung up")
    }
    throw ChannelError(.system, "cannot send a message: \(code)")
  }

  private func receivePacket() throws(ChannelError) -> ([UInt8], [OwnedDescriptor])? {
    var numbers = [Int32](repeating: -1, count: Self.mostDescriptors + 1)
    var descriptorCount = 0
    var result = 0
    var code = Errno(rawValue: 0)
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.inlineBytes) { buffer, count in
      result = scrim_receive(
        socket.raw, buffer.baseAddress, buffer.count, &numbers, numbers.count, &descriptorCount)
      code = Errno(rawValue: errno)
      count = max(result, 0)
    }
    let descriptors = numbers[..<descriptorCount].map { OwnedDescriptor(owning: $0) }
    if result > 0 { return (bytes, descriptors) }
    // A worker that died with messages of ours unread resets the line: that is a hang-up too.
    if result == 0 || code == .connectionReset { return nil }
    if code == Errno(rawValue: EMSGSIZE) {
      throw ChannelError(.malformed, "a packet is longer than this protocol allows")
    }
    throw ChannelError(.system, "cannot receive a message: \(code)")
  }
}
