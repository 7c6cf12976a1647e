import Glibc
import ScrimJSON
import ScrimRecords
import ScrimSpool
import Testing

/// The content of `submission.json`.
@Suite struct SubmissionOptionsTests {
  private static let quick: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    return limits
  }()

  /// The message of the report of a job with this `submission.json`.
  private func refusal(_ submission: String) throws -> String? {
    let test = try TestSpool()
    try test.submit("story", submission)
    try test.open(limits: Self.quick).work()
    #expect(test.names("failed").count == 1)
    #expect(test.names("ingest").isEmpty && test.names("queue").isEmpty)
    return try test.report("story")["errors"]?.array?.first?["message"]?.string
  }

  @Test(arguments: [
    (#"{"priorty": 1}"#, #"1:2: unknown key "priorty". Did you mean "priority"?"#),
    (
      #"{"colour": 1}"#,
      #"1:2: unknown key "colour". Known keys: tenant, key, priority, notBefore, notAfter, hold, delivery, attempts, maxSeconds, maxPixels, maxBytes, set, rows, partOf, onError, strict."#
    ),
    ("[]", "1:1: expected an object, not an array."),
    (#"{"priority": 101}"#, "1:14: priority: 101 is not a whole number in -100…100."),
    (#"{"priority": 1.5}"#, "1:14: priority: 1.5 is not a whole number in -100…100."),
    (#"{"priority": "1"}"#, "1:14: priority: expected a number, not a string."),
    (
      #"{"notBefore": "tomorrow"}"#,
      #"1:15: notBefore: "tomorrow" is not a time such as "2026-11-24T09:00:00Z" (RFC 3339)."#
    ),
    (
      #"{"notBefore": "2026-11-24T09:00:00Z", "notAfter": "2026-11-24T09:00:00Z"}"#,
      "1:51: notAfter: must be later than notBefore."
    ),
    (#"{"hold": 1}"#, "1:10: hold: expected true or false, not a number."),
    (#"{"delivery": "mail"}"#, #"1:14: delivery: "mail" is not "out" or "private"."#),
    (
      #"{"rows": "1-5", "partOf": "2-9"}"#,
      #"1:27: partOf: must contain all rows of "rows"."#
    ),
    (#"{"partOf": "2-9"}"#, #"1:12: partOf: must contain all rows of "rows"."#),
    (#"{"attempts": 0}"#, "1:14: attempts: 0 is not a whole number in 1…100."),
    (#"{"key": ""}"#, "1:9: key: must have 1 to 200 bytes; it has 0."),
    (
      #"{"tenant": "A-1"}"#,
      #"1:12: tenant: "A-1" does not consist of 1 to 32 of a–z, 0–9 and _."#
    ),
  ])
  func mistakesAreReported(_ submission: String, _ message: String) throws {
    #expect(try refusal(submission) == "submission.json:\(message)")
  }

  @Test func aFileThatIsTooLongOrAFolderIsRefused() throws {
    #expect(
      try refusal(String(repeating: " ", count: (1 << 20) + 1) + "{}")
        == "submission.json has more than 1048576 bytes.")
  }

  @Test func onlyBridgesSubmitForTenants() throws {
    let name = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(getuid())"
    #expect(
      try refusal(#"{"tenant": "shop"}"#)
        == "submission.json: tenant: \(name) may not submit for tenants; scrimd's configuration lists those who may in access.bridge-users."
    )
  }

  @Test func onlyBridgesLimitAttempts() throws {
    let name = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(getuid())"
    #expect(
      try refusal(#"{"attempts": 1}"#)
        == "submission.json: attempts: \(name) may not limit attempts; scrimd's configuration lists those who may in access.bridge-users."
    )
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try spool.set(\.bridgeUsers, [getuid()])
    try test.submit("story", #"{"attempts": 1, "hold": true}"#)
    _ = try Intake(patiently: spool).poll { _ in }
    let id = try #require(test.names("hold").first.flatMap { JobID($0.dropLast(5)) })
    let ticket = try #require(
      Ticket(bytes: Array((test.text("hold/\(id).user/ticket.json") ?? "").utf8)))
    #expect(ticket.attempts == 1)
    // Written and read again.
    #expect(try Ticket(json: ticket.json) == ticket)
  }

  @Test func theJSONIsReadAgain() throws {
    let test = try TestSpool()
    var options = SubmissionOptions()
    #expect(options.isDefault)
    options.key = "order \"4711\""
    options.priority = -7
    options.notBefore = 1_795_483_755_404
    options.notAfter = 1_895_483_755_000
    options.isHeld = true
    options.delivery = .private
    try test.submit("story", options.json.text())
    let spool = try test.open(limits: Self.quick)
    _ = try Intake(patiently: spool).poll { _ in }
    let id = try #require(test.names("hold").first.flatMap { JobID($0.dropLast(5)) })
    let ticket = try #require(
      Ticket(bytes: Array((test.text("hold/\(id).user/ticket.json") ?? "").utf8)))
    #expect(ticket.key == options.key)
    #expect(ticket.priority == -7)
    #expect(ticket.notBefore == options.notBefore)
    #expect(ticket.notAfter == options.notAfter)
    #expect(ticket.delivery == .private)
    #expect(ticket.isHeld)
    // Released, it has its priority and its earliest start.
    try spool.change(id, .release, by: 0)
    #expect(test.names("queue") == ["\(id).0-7@1795483755404"])
  }
}
