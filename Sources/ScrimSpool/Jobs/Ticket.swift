import ScrimDocument
package import ScrimJSON

/// The record made when a job is accepted.
public struct Ticket: Sendable, Hashable {
  /// The job's name.
  public var name: String
  /// The user who dropped it.
  public var user: UInt32
  /// Seed of random numbers, the same for all attempts; 0..<2^53.
  public var seed: Int
  /// Time of acceptance: UTC, milliseconds since 1970.
  public var time: Int
  /// The submission, if `scrim submit` dropped the job.
  public var token: String?
  /// Whether the job's files are next to its document.
  public var isBundle: Bool
  /// The job; `nil` in a ticket of format 1.
  public internal(set) var id: JobID?
  /// Bytes of the document and the bundle's files.
  public var bytes = 0
  /// The submission's idempotency key.
  public var key: String?
  /// SHA-256 of what was submitted, if there is a key: the same key requires the same content.
  public var content: String?
  public var priority = 0
  /// The job is not begun before, or after, these times: UTC, milliseconds since 1970.
  public var notBefore: Int?
  public var notAfter: Int?
  public var delivery = ResultDelivery.out
  /// Attempts that may fail by a crash or a time-out; `nil` for the daemon's number.
  package var attempts: Int?
  /// Whether the submission asked to hold the job until a user releases it.
  public var isHeld = false
  /// Whether the bundle has data, each row of which gives images.
  package var isBatch = false
  /// Values of a template's inputs, which take precedence over those of rows.
  package var settings: [InputSetting] = []

  init(drop: DropName, id: JobID, time: Int) {
    name = drop.job
    token = drop.token
    isBundle = drop.isBundle
    self.id = id
    user = id.user
    self.time = time
    seed = Int.random(in: 0..<(1 << 53))
  }

  /// Takes over what the submission asks for.
  mutating func apply(_ submission: SubmissionOptions) {
    key = submission.key
    priority = submission.priority
    notBefore = submission.notBefore
    notAfter = submission.notAfter
    delivery = submission.delivery
    attempts = submission.attempts
    isHeld = submission.isHeld
    settings = submission.settings
  }

  init?(bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes) else { return nil }
    self.init(json: json)
  }

  package init?(json: JSON) {
    guard let name = json["name"]?.string, DropName.violation(in: name) == nil,
      let user = json["uid"]?.integer.flatMap(UInt32.init(exactly:)),
      let seed = json["seed"]?.integer, (0..<(1 << 53)).contains(seed),
      let time = json["time"]?.integer, let isBundle = json["bundle"]?.boolean
    else { return nil }
    self.name = name
    self.user = user
    self.seed = seed
    self.time = time
    self.isBundle = isBundle
    token = json["token"]?.string.flatMap { DropName.isToken($0) ? $0 : nil }
    id = json["id"]?.string.flatMap { JobID($0) }
    bytes = json["bytes"]?.integer ?? 0
    key = json["key"]?.string
    content = json["content"]?.string
    priority = json["priority"]?.integer ?? 0
    notBefore = json["notBefore"]?.integer
    notAfter = json["notAfter"]?.integer
    delivery = json["delivery"]?.string.flatMap(ResultDelivery.init(rawValue:)) ?? .out
    attempts = json["attempts"]?.integer
    isHeld = json["hold"]?.boolean ?? false
    isBatch = json["batch"]?.boolean ?? false
    settings = InputSetting.list(json["set"])
    // From these the daemon makes names and sums.
    guard AttemptName.priorities.contains(priority), Self.sizes.contains(bytes),
      [notBefore, notAfter].allSatisfy({ $0.map(JobID.times.contains) ?? true }),
      attempts.map(SubmissionOptions.attemptCounts.contains) ?? true
    else { return nil }
  }

  /// Bytes of a job; no file system of today has more.
  private static let sizes = 0...(1 << 50)

  package var json: JSON {
    var members: [JSON.Member] = [
      .init("name", .string(name)), .init("uid", .integer(Int(user))),
      .init("seed", .integer(seed)), .init("time", .integer(time)),
      .init("bundle", .boolean(isBundle)),
    ]
    func add(_ key: String, _ value: JSON?) {
      if let value { members.append(.init(key, value)) }
    }
    add("token", token.map(JSON.string))
    add("id", id.map { .string($0.description) })
    add("bytes", bytes == 0 ? nil : .integer(bytes))
    add("key", key.map(JSON.string))
    add("content", content.map(JSON.string))
    add("priority", priority == 0 ? nil : .integer(priority))
    add("notBefore", notBefore.map(JSON.integer))
    add("notAfter", notAfter.map(JSON.integer))
    add("delivery", delivery == .out ? nil : .string(delivery.rawValue))
    add("attempts", attempts.map(JSON.integer))
    add("hold", isHeld ? true : nil)
    add("batch", isBatch ? true : nil)
    if !settings.isEmpty { add("set", InputSetting.json(settings)) }
    return .object(members)
  }

  /// The name of the job's report in `out/`.
  package func reportName(_ status: JobReport.Status) -> String {
    name + (status == .done ? ReportName.doneSuffix : ReportName.failedSuffix)
  }
}
