import Foundation
import Glibc
import ProgramTesting
import QueueTesting
import ScrimJSON
import ScrimQueue
import Testing

/// A queue that cannot be used: jobs are answered with 503 and links with their images, until it can be used again.
@Suite(.enabled(if: RunningService.isExpected)) struct QueueFailureTests {
  private func expectNoJobs(
    _ host: QueueHost, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for answer in [try host.post(JobHost.square()), try host.get("/jobs/1")] {
      #expect(answer.status == 503, sourceLocation: sourceLocation)
      #expect(answer.headers["retry-after"] == "5", sourceLocation: sourceLocation)
      // What the server says may name hosts and roles.
      let detail = try JSON(parsing: answer.body)["detail"]?.string
      #expect(detail == "The queue cannot be asked now.", sourceLocation: sourceLocation)
    }
    #expect(
      try host.service.get(host.service.link()).isPNG, "links", sourceLocation: sourceLocation)
  }

  @Test func aServerThatIsAwayIsTriedAgain() throws {
    let server = try QueueServer()
    let host = try QueueHost(isRendering: false, queue: try TestQueue(server: server))
    let answer = try host.post(JobHost.square())
    let location = try #require(answer.headers["location"])
    let client = try host.service.connect()
    try client.send(JobHost.post(JobHost.square(2).bytes(), "/jobs?wait=2"))
    try host.service.wait(for: "the second job") {
      try host.queue.psql("SELECT count(*) FROM scrim.jobs") == "2"
    }
    try server.stop()
    try expectNoJobs(host)
    // It was accepted.
    #expect(try client.response().status == 202)
    #expect(host.logged("queue not usable", "key") == "shop")
    try server.start()
    try host.service.wait(for: "the queue") { try host.get(location).status == 200 }
    #expect(try host.post(JobHost.square(3)).status == 202)
  }

  /// Its connections stay, and new ones are accepted by the kernel.
  @Test func aServerThatHangsIsGivenUp() throws {
    let server = try QueueServer()
    let host = try QueueHost(
      jobs: "queue-seconds = 1", isRendering: false, queue: try TestQueue(server: server))
    let location = try #require(try host.post(JobHost.square()).headers["location"])
    try server.signal(SIGSTOP)
    do {
      defer { try? server.signal(SIGCONT) }
      try expectNoJobs(host)
    }
    let reason = host.logged("queue not usable", "reason")
    #expect(reason == "the queue's server has not answered a statement for 6 s.")
    try host.service.wait(for: "the queue") { try host.get(location).status == 200 }
    #expect(try host.post(JobHost.square(2)).status == 202)
  }

  @Test func aServiceStartsWithoutTheServer() throws {
    let server = try QueueServer()
    let queue = try TestQueue(server: server)
    try server.stop()
    let host = try QueueHost("jobs-per-minute = 10000", isRendering: false, queue: queue)
    try host.service.wait(for: "the reason") { host.logged("queue not usable", "key") != nil }
    try expectNoJobs(host)
    try server.start()
    try host.service.wait(for: "the queue") { try host.post(JobHost.square()).status == 202 }
    #expect(host.logged("queue usable", "key") == "shop")
  }

  @Test(arguments: [
    (
      "queue-role = \"guest\"",
      "permission denied for schema scrim: the role must be a member of scrim_tenant"
    ),
    ("queue-role = \"anna\"", "role anna must be a member of scrim_tenant"),
    ("queue-role = \"node1\"", "role node1 must be a member of scrim_tenant"),
    ("queue-role = \"postgres\"", "and of no other role of the queue."),
    ("queue-role = \"nobody\"", "role \"nobody\" does not exist"),
  ])
  func rolesAreTenants(key: String, reason: String) throws {
    let host = try QueueHost(key, isRendering: false)
    try expectNoJobs(host)
    let logged = host.logged("queue not usable", "reason") ?? ""
    #expect(logged.contains(reason), "\(logged)")
    // The other key is not concerned.
    let blog = try host.post(JobHost.square().bytes(), authorization: JobHost.blog)
    #expect(blog.status == 202)
  }

  @Test func databasesHaveTheSchema() throws {
    let queue = try TestQueue(isEmpty: true)
    let host = try QueueHost("jobs-per-minute = 10000", isRendering: false, queue: queue)
    try expectNoJobs(host)
    #expect(
      host.logged("queue not usable", "reason")
        == "database \(queue.database) has no queue: scrim-queue init makes it.")
    _ = try QueueSchema.migrate(
      queue.connection("postgres"), release: "test", isNew: true, to: QueueSchema.current - 1)
    try host.service.wait(for: "the reason") {
      _ = try host.get("/jobs/1")
      return host.service.folder.text("log").contains(
        "the queue's schema has number \(QueueSchema.current - 1); this release needs \(QueueSchema.current)"
      )
    }
    _ = try QueueSchema.migrate(queue.connection("postgres"), release: "test", isNew: true)
    try host.service.wait(for: "the queue") { try host.post(JobHost.square()).status == 202 }
  }

  /// A server without TLS, asked for it.
  @Test func refusedTLSIsReported() throws {
    let host = try QueueHost(isRendering: false)
    let (server, database) = (host.queue.server, host.queue.database)
    _ = host.service.stop()
    try host.service.configure(
      "", "[jobs]\nqueue = \"postgresql://127.0.0.1:\(server.port)/\(database)?sslmode=require\"")
    try host.service.start()
    try expectNoJobs(host)
    let reason = host.logged("queue not usable", "reason") ?? ""
    #expect(reason.contains("server does not support SSL"), "\(reason)")
  }

  /// Of each key only as many as ask at the same time.
  @Test func connectionsAreFew() throws {
    let host = try QueueHost("jobs-per-minute = 10000\nuploads = 64", isRendering: false)
    let clients = try (0..<40).map { _ in try host.service.connect() }
    for (number, client) in clients.enumerated() {
      try client.send(
        JobHost.post(JobHost.square(number).bytes(), "/jobs?wait=1", type: "application/json"))
    }
    #expect(try clients.allSatisfy { try $0.response().status == 202 })
    let count = try host.queue.psql(
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'scrim-http' AND usename = 'shop' AND datname = current_database()"
    )
    #expect((1...4).contains(Int(count) ?? 0), "\(count)")
  }
}
