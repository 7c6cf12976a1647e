import Foundation
import Glibc
import ScrimJSON

/// A response as it came.
struct HTTPResponse {
  let status: Int
  /// By name in lower case.
  let headers: [String: String]
  let body: [UInt8]

  /// The code of its problem.
  var problem: String? {
    (try? JSON(parsing: body))?["type"]?.string?.split(separator: ":").last.map(String.init)
  }

  /// Whether it has a complete PNG: its first and last bytes.
  var isPNG: Bool {
    status == 200 && body.starts(with: [0x89, 0x50, 0x4E, 0x47])
      && body.suffix(8).elementsEqual([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
  }
}

/// A connection that sends any bytes. Used by one thread.
final class HTTPClient {
  struct Ended: Error {}

  let socket: Int32
  private var received: [UInt8] = []

  init(port: UInt16) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard socket >= 0, result == 0 else { throw Ended() }
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  static func request(
    _ target: String, method: String = "GET", _ fields: [String] = []
  ) -> String {
    (["\(method) \(target) HTTP/1.1", "Host: test"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// - Throws: ``Ended`` if the server does not take the bytes.
  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Ended() }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads one response.
  ///
  /// - Throws: ``Ended`` if the server closes the connection before its end, or sends nothing for so many seconds.
  func response(hasBody: Bool = true, within seconds: Int = 30) throws -> HTTPResponse {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let mark = Array("\r\n\r\n".utf8)
    var end: Int?
    while end == nil {
      end = received.indices.first { received[$0...].starts(with: mark) }
      if end == nil { try receive() }
    }
    guard let end else { throw Ended() }
    let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let name = line.prefix { $0 != ":" }
      headers[name.lowercased()] =
        line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }
    let status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap {
      Int($0)
    }
    let count = hasBody && status != 304 ? headers["content-length"].flatMap { Int($0) } ?? 0 : 0
    let begin = end + mark.count
    while received.count < begin + count { try receive() }
    let body = Array(received[begin..<(begin + count)])
    received.removeFirst(begin + count)
    return HTTPResponse(status: status ?? 0, headers: headers, body: body)
  }

  /// Reads until a text has come.
  ///
  /// - Throws: ``Ended`` if the server closes the connection before.
  func wait(for text: String) throws {
    while !String(decoding: received, as: UTF8.self).contains(text) { try receive() }
  }

  /// All that comes until the server closes the connection.
  func rest() -> String {
    while (try? receive()) != nil {}
    return String(decoding: received, as: UTF8.self)
  }

  /// Whether the server has closed the connection and sent nothing more.
  func isClosed() -> Bool {
    guard received.isEmpty else { return false }
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, 0) <= 0
  }

  private func receive() throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count > 0 else { throw Ended() }
    received += buffer.prefix(count)
  }
}
