import Foundation
import ProgramTesting
import QueueTesting
import ScrimQueue
import Testing

/// Connections by TLS, with a certificate authority of the tests' own.
@Suite struct TLSTests {
  /// A server that takes connections by TCP only with TLS, under the name localhost.
  private static let server = Result {
    let server = try QueueServer(
      settings: ["ssl=on", "ssl_cert_file=FOLDER/server.crt", "ssl_key_file=FOLDER/server.key"]
    ) { try makeCertificates(in: $0) }
    try Data(
      "local all all trust\nhostssl all all 127.0.0.1/32 trust\nhostssl all all ::1/128 trust\n"
        .utf8
    ).write(to: URL(filePath: "\(server.folder)/data/pg_hba.conf"))
    _ = try server.psql("postgres", "SELECT pg_reload_conf()")
    return server
  }

  private static func makeCertificates(in folder: String) throws {
    let script = """
      cd "$0"
      for name in ca other; do
        openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$name" -keyout "$name.key" -out "$name.crt"
      done
      openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr
      echo subjectAltName=DNS:localhost >names
      openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.crt
      chmod 600 server.key
      chmod 644 *.crt
      [ "$(id -u)" -ne 0 ] || chown postgres server.key
      """
    let made = try CommandRun("-euc", script, folder, program: "/bin/sh")
    guard made.status == 0 else { throw QueueServer.Failed(description: made.errors) }
  }

  private static func url(_ queue: TestQueue, _ role: String, host: String, _ options: String)
    -> String
  {
    "postgresql://\(role)@\(host):\(queue.server.port)/\(queue.database)?"
      + options.replacingOccurrences(of: "FOLDER", with: queue.server.folder)
  }

  @Test func aVerifiedServerServesCommandAndNode() throws {
    let queue = try TestQueue(server: Self.server.get())
    let options = "sslmode=verify-full&sslrootcert=FOLDER/ca.crt"
    let checked = try TestQueue.command(
      url: Self.url(queue, "shop", host: "localhost", options), ["check"])
    #expect(checked.status == 0)
    #expect(checked.output.contains("connection  TLSv1.3\n"))
    #expect(try queue.command("shop", "check").output.contains("connection  Unix socket\n"))
    let node = try NodeProgram(url: Self.url(queue, "node1", host: "localhost", options))
    #expect(node.logs("connected to the queue"))
    #expect(node.stop() == 0)
  }

  @Test(arguments: [
    (
      "localhost", "sslmode=verify-full&sslrootcert=FOLDER/other.crt",
      "certificate verify failed: the server's certificate is not from an authority in the file that sslrootcert names (default: ~/.postgresql/root.crt)."
    ),
    (
      "127.0.0.1", "sslmode=verify-full&sslrootcert=FOLDER/ca.crt",
      "does not match host name \"127.0.0.1\": the URL must have a host name of the server's certificate."
    ),
    (
      "localhost", "sslmode=verify-full&sslrootcert=FOLDER/none.crt",
      "none.crt\" does not exist"
    ),
    (
      "127.0.0.1", "sslmode=disable",
      "no encryption: the server takes connections by TLS only (sslmode=verify-full)."
    ),
  ])
  func whatIsNotVerifiedIsRefused(_ host: String, _ options: String, _ message: String) throws {
    let queue = try TestQueue(server: Self.server.get())
    let url = Self.url(queue, "shop", host: host, options)
    let refused = try TestQueue.command(url: url, ["check"])
    #expect(refused.status == 74)
    #expect(
      refused.errors.hasPrefix("scrim: connection to server at \"\(host)\""), "\(refused.errors)")
    #expect(refused.errors.contains(message), "\(refused.errors)")
    let node = try NodeProgram(url: Self.url(queue, "node1", host: host, options))
    #expect(node.ownExitStatus == 78)
    #expect(node.log.contains(message), "\(node.log)")
  }
}
