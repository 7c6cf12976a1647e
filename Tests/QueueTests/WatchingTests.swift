import Foundation
import ProgramTesting
import QueueTesting
import ScrimQueue
import Testing

/// What an operator sees of the queue, and how a node is drained.
@Suite struct WatchingTests {
  @Test func metricsTellOfJobsBytesAndNodes() throws {
    let queue = try TestQueue()
    let shop = try queue.client()
    let file: [UInt8] = [1, 2, 3]
    try shop.put(file, hash: LeaseTests.hash(file))
    let ids = try (0..<3).map { _ in
      try shop.submit(QueueSubmission(name: "x", document: Array("{}".utf8))).id
    }
    var later = QueueSubmission(name: "later", document: [])
    later.notBefore = Int(Date().timeIntervalSince1970 * 1000) + 300
    later.environment = "sha256:a\"b"
    let (planned, _) = try shop.submit(later)
    try queue.maintenance().seen(node: "node1", release: "1", environment: "")
    // It is counted from when it could be begun, not from when it was submitted.
    _ = try queue.psql(
      "UPDATE scrim.jobs SET submitted = now() - interval '1 hour' WHERE id = \(planned)")
    #expect(try isTrue(within: 20) { try queue.maintenance().advance().promoted == 1 })
    var node = try queue.node()
    let leased = try #require(try node.claim(1).first)
    #expect(leased.id == ids[0])
    _ = try queue.psql(
      "UPDATE scrim.jobs SET submitted = now() - interval '100 s' WHERE id = \(ids[1])")
    _ = try queue.psql("UPDATE scrim.settings SET tenant_jobs = 10")
    _ = try queue.psql("UPDATE scrim.nodes SET seen = now() - interval '5 min'")
    let printed = try queue.command("anna", "metrics")
    #expect(printed.status == 0 && printed.errors.isEmpty)
    let lines = printed.output.split(separator: "\n").map(String.init)
    for line in [
      "scrim_queue_jobs{tenant=\"shop\",state=\"leased\"} 1",
      "scrim_queue_jobs{tenant=\"shop\",state=\"waiting\"} 3",
      "scrim_queue_unserved_jobs{tenant=\"shop\",environment=\"sha256:a\\\"b\"} 1",
      "scrim_queue_bytes{tenant=\"shop\",of=\"files\"} 3",
      "scrim_queue_bytes{tenant=\"shop\",of=\"images\"} 0",
      "scrim_queue_quota{tenant=\"shop\",of=\"jobs\"} 10",
      "scrim_queue_node_leases{node=\"node1\"} 1", "scrim_queue_node_drained{node=\"node1\"} 0",
      "# TYPE scrim_queue_lost_leases_last_hour gauge",
    ] {
      #expect(lines.contains(line), "\(line)\n\(printed.output)")
    }
    func value(_ name: String) throws -> Int {
      let line = try #require(lines.first { $0.hasPrefix(name + " ") }, "\(name)")
      return try #require(Int(line.split(separator: " ")[1]))
    }
    // Of a slow machine, too.
    #expect(try (100..<400).contains(value("scrim_queue_oldest_waiting_seconds{tenant=\"shop\"}")))
    #expect(try (300..<600).contains(value("scrim_queue_node_seen_seconds{node=\"node1\"}")))
    #expect(try value("scrim_queue_database_bytes") > 1_000_000)
    // A tenant's are its own.
    let mill = try queue.command("mill", "metrics").output
    #expect(!mill.contains("shop") && !mill.contains("node1"))

    let path = NSTemporaryDirectory() + "queue-\(UUID().uuidString).prom"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("old".utf8).write(to: URL(filePath: path))
    let written = try queue.command("anna", "metrics", "-o", path)
    #expect(written.status == 0 && written.output.isEmpty)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("# HELP scrim_queue_jobs "))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode.map { $0 & 0o004 != 0 } == true)
  }

  @Test func aDrainedNodeEndsItsJobsAndGetsNoMore() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let ids = try (0..<2).map { _ in
      try client.submit(QueueSubmission(name: "x", document: [])).id
    }
    let maintenance = try queue.maintenance()
    _ = try maintenance.seen(node: "node1", release: "1", environment: "")
    var node = try queue.node()
    let leased = try #require(try node.claim(1).first)
    #expect(try queue.command("anna", "drain", "node1").output == "node1\n")
    #expect(try node.claim(8).isEmpty)
    #expect(try node.renew([(leased.id, leased.token)]).changed == [leased.id])
    // It is still so after a start.
    #expect(try maintenance.seen(node: "node1", release: "2", environment: ""))
    let status = try queue.command("anna", "status")
    #expect(status.output.contains("node  node1  1 leased, drained  seen "))
    #expect(status.status == 1)
    #expect(
      status.errors == "Jobs wait, but all nodes that were seen in the last minute are drained.\n")
    #expect(try node.complete([LeaseTests.done(leased)]) == [leased.id])
    var other = try queue.node("node2")
    #expect(try other.claim(8).map(\.id) == [ids[1]])
    try other.release([(ids[1], Int(queue.psql("SELECT token FROM scrim.jobs")) ?? 0)])

    #expect(try queue.command("anna", "undrain", "node1").status == 0)
    #expect(try node.claim(8).map(\.id) == [ids[1]])
    let unknown = try queue.command("anna", "drain", "n9")
    #expect(unknown.status == 66)
    #expect(unknown.errors == "The queue knows no node \"n9\": scrim-queue status lists them.\n")
    #expect(try queue.command("shop", "drain", "node1").status == 74)
  }

  @Test func aNodeSaysThatItIsDrained() throws {
    let queue = try TestQueue()
    let node = try NodeProgram(url: queue.url("node1"))
    #expect(try isTrue(within: 20) { try queue.psql("SELECT count(*) FROM scrim.nodes") == "1" })
    _ = try queue.command("anna", "drain", "n1")
    #expect(node.logs("drained: no more jobs are taken", within: 40))
    let (id, _) = try queue.client().submit(QueueSubmission(name: "x", document: []))
    _ = try queue.command("anna", "undrain", "n1")
    #expect(
      try isTrue(within: 40) { try queue.client("anna").jobs(in: [.leased]).map(\.id) == [id] })
    #expect(node.stop() == 0)
  }
}
