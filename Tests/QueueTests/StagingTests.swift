import Foundation
import ProgramTesting
import QueueTesting
import ScrimQueue
import Testing

/// Jobs that do not get into a node's spool: by their own doing, or by the machine's.
@Suite struct StagingTests {
  /// Values of an older queue, which this one's functions would refuse.
  @Test(arguments: [
    ("a/b", "a", "\"a/b\" is below \"a\", which is a file."),
    ("job.json/x", "b", "\"job.json/x\" is not the path of a file in a job's bundle."),
    ("submission.json", "b", "\"submission.json\" is not the path of a file in a job's bundle."),
  ])
  func placesThatCannotBeFilesEndTheirJob(_ first: String, _ second: String, _ message: String)
    throws
  {
    let queue = try TestQueue()
    let mill = try queue.client("mill")
    let hash = try LeaseTests.hash([1])
    try mill.put([1], hash: hash)
    var job = QueueSubmission(name: "x", document: Array("{}".utf8))
    job.files = [.init(place: "1", hash: hash), .init(place: "2", hash: hash)]
    let (id, _) = try mill.submit(job)
    _ = try queue.psql(
      """
      ALTER TABLE scrim.job_files DROP CONSTRAINT job_files_place;
      UPDATE scrim.job_files SET place = CASE place WHEN '1' THEN '\(first)' ELSE '\(second)' END;
      """)
    let node = try NodeProgram(url: queue.url("node1"))
    #expect(try isTrue(within: 20) { try mill.states(of: [id])[id] == .failed })
    #expect(try queue.command("mill", "wait", "\(id)").errors == "job \(id) (x): \(message)\n")
    #expect(node.spoolNames("drop").isEmpty)
    #expect(node.stop() == 0)
  }

  /// The audit's attack had eight such jobs fill a node. What the machine cannot do costs no attempt either.
  @Test func aSpoolThatIsAwayCostsNoAttempt() throws {
    let queue = try TestQueue()
    let node = try NodeProgram(url: queue.url("node1"))
    #expect(node.logs("connected to the queue"))
    try node.moveSpoolFolder("drop", to: "away")
    let client = try queue.client()
    let (id, _) = try client.submit(QueueSubmission(name: "x", document: Array("{}".utf8)))
    #expect(node.logs("copying failed"))
    // After some tries the lease is released: another node could take the job.
    #expect(
      try isTrue(within: 40) { try queue.psql("SELECT state, attempt FROM scrim.jobs") == "w|0" })
    try node.moveSpoolFolder("away", to: "drop")
    #expect(
      try isTrue(within: 40) {
        try client.states(of: [id])[id] == .leased
          && node.spoolNames("drop").contains { $0.hasPrefix("x@") }
      })
    #expect(try queue.psql("SELECT attempt, failures FROM scrim.jobs") == "1|[]")
    #expect(node.stop() == 0)
  }

  /// What only building the bundle finds is the job's, too.
  @Test func aBundleThatCannotBeBuiltUsesUpAttempts() throws {
    let queue = try TestQueue()
    _ = try queue.psql("UPDATE scrim.settings SET attempts = 1")
    let client = try queue.client()
    let hash = try LeaseTests.hash([1])
    try client.put([1], hash: hash)
    var job = QueueSubmission(name: "bad", document: Array("{}".utf8))
    job.files = [.init(place: "a", hash: hash)]
    let node = try NodeProgram(url: queue.url("node1"))
    #expect(node.logs("connected to the queue"))
    // A folder in place of the file in the node's store.
    try node.takePlaceInStore("shop.\(hexadecimal(hash))")
    let (id, _) = try client.submit(job)
    #expect(try isTrue(within: 40) { try client.states(of: [id])[id] == .failed })
    #expect(
      try queue.command("shop", "wait", "\(id)").errors
        == "job \(id) (bad): failed on n1 (its files cannot be laid out as a bundle: Is a directory).\n"
    )
    #expect(node.stop() == 0)
  }
}
