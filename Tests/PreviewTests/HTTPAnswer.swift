import Foundation
import Glibc

/// An answer to one HTTP request, whose every header the test chooses, as browsers and attackers do.
struct HTTPAnswer {
  let status: Int
  /// By name in small letters.
  let headers: [String: String]
  let body: Data

  var text: String { String(decoding: body, as: UTF8.self) }

  struct Failure: Error {
    let what: String
  }

  /// Asks over a connection of its own.
  ///
  /// - Throws: ``Failure`` if there is no listener or no valid answer.
  init(port: UInt16, method: String, path: String, headers: [String: String], body: String) throws {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure(what: "nobody listens") }
    let lines =
      ["\(method) \(path) HTTP/1.1", "Connection: close", "Content-Length: \(body.utf8.count)"]
      + headers.map { "\($0.key): \($0.value)" } + ["", ""]
    let bytes = Array((lines.joined(separator: "\r\n") + body).utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    var answer = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else {
      throw Failure(what: "no answer")
    }
    let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    status = head.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
    self.headers = head.dropFirst().reduce(into: [:]) { found, line in
      let parts = line.split(separator: ":", maxSplits: 1)
      found[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    self.body = Data(answer[end.upperBound...])
  }
}
