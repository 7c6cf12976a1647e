package import ScrimDocument
package import ScrimJSON

/// The record made when a job is accepted.
package struct Ticket: Sendable, Hashable, Record {
  /// The job's name.
  package var name = ""
  /// The user who dropped it.
  package var user: UInt32 = 0
  /// Seed of random numbers, the same for all attempts; 0..<2^53.
  package var seed = 0
  /// Time of acceptance: UTC, milliseconds since 1970.
  package var time = 0
  /// The submission, if `scrim submit` dropped the job.
  package var token: String?
  /// Whether the job's files are next to its document.
  package var isBundle = false
  /// The job; `nil` in a ticket of format 1.
  package var id: JobID?
  /// Bytes of the document and the bundle's files.
  package var bytes = 0
  /// The submission's idempotency key.
  package var key: String?
  /// What was submitted, if there is a key: the same key requires the same content.
  package var content: SubmissionContent?
  /// The same in tickets of release 0.1.0: SHA-256 of the bundle's files.
  package private(set) var bundleDigest: String?
  package var priority = 0
  /// The job is not begun before, or after, these times: UTC, milliseconds since 1970.
  package var notBefore: Int?
  package var notAfter: Int?
  package var delivery = ResultDelivery.out
  /// Attempts that may fail by a crash or a time-out; `nil` for the daemon's number.
  package var attempts: Int?
  /// Seconds of rendering after which an attempt is given up; `nil` for the daemon's limit.
  package var maxSeconds: Int?
  /// Pixels of the canvas, and bytes of all outputs; `nil` for the daemon's limits.
  package var maxPixels: Int?
  package var maxBytes: Int?
  /// Whether the submission asked to hold the job until a user releases it.
  package var isHeld = false
  /// Whether the bundle has data, each row of which gives images.
  package var isBatch = false
  /// Values of a template's inputs, which take precedence over those of rows.
  package var settings: [InputSetting] = []

  package init(drop: DropName, id: JobID, time: Int) {
    name = drop.job
    token = drop.token
    isBundle = drop.isBundle
    self.id = id
    user = id.user
    self.time = time
    seed = Int.random(in: 0..<(1 << 53))
  }

  /// Takes over what the submission asks for.
  package mutating func apply(_ submission: SubmissionOptions) {
    key = submission.key
    priority = submission.priority
    notBefore = submission.notBefore
    notAfter = submission.notAfter
    delivery = submission.delivery
    attempts = submission.attempts
    maxSeconds = submission.maxSeconds
    maxPixels = submission.maxPixels
    maxBytes = submission.maxBytes
    isHeld = submission.isHeld
    settings = submission.settings
  }

  package init() {}

  package init?(bytes: [UInt8]) {
    guard let ticket = try? Ticket(json: JSON(parsing: bytes)) else { return nil }
    self = ticket
  }

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("name", &name)
    try fields.required("uid", &user)
    try fields.required("seed", &seed, in: 0...((1 << 53) - 1))
    try fields.required("time", &time)
    try fields.required("bundle", &isBundle)
    try fields.optional("token", &token)
    try fields.optional("id", &id)
    // From the numbers the daemon makes names and sums.
    try fields.optional("bytes", &bytes, in: Self.sizes, default: 0)
    try fields.optional("key", &key)
    var digests = content?.json ?? bundleDigest.map(JSON.string)
    try fields.optional("content", &digests)
    try fields.optional("priority", &priority, in: AttemptName.priorities, default: 0)
    try fields.optional("notBefore", &notBefore, in: JobID.times)
    try fields.optional("notAfter", &notAfter, in: JobID.times)
    try fields.optional("delivery", &delivery, default: .out)
    try fields.optional("attempts", &attempts, in: SubmissionOptions.attemptCounts)
    try fields.optional("maxSeconds", &maxSeconds, in: SubmissionLimits.seconds)
    try fields.optional("maxPixels", &maxPixels, in: SubmissionLimits.sizes)
    try fields.optional("maxBytes", &maxBytes, in: SubmissionLimits.sizes)
    try fields.optional("hold", &isHeld, default: false)
    try fields.optional("batch", &isBatch, default: false)
    var set = settings.isEmpty ? nil : settings.map { Named($0.input, $0.text) }
    try fields.optional("set", members: &set)
    settings = (set ?? []).map { InputSetting(input: $0.name, text: $0.value) }
    guard let reader = fields.reader else { return }
    guard DropName.violation(in: name) == nil else {
      throw reader.error("name", expected: "the name of a job")
    }
    if let written = token, !DropName.isToken(written) { token = nil }
    content = SubmissionContent(json: digests)
    bundleDigest = digests?.string
  }

  /// Bytes of a job; no file system of today has more.
  private static let sizes = 0...(1 << 50)

  /// The name of the job's report in `out/`.
  package func reportName(_ status: JobReport.Status) -> String {
    name + (status == .done ? ReportName.doneSuffix : ReportName.failedSuffix)
  }

  /// The name of the file with a line for each row of a batch.
  package var rowsName: String { "\(name).rows.jsonl" }

  /// The name of that file once a batch with some of the rows has replaced it.
  package func rowsName(of earlier: JobID) -> String { "\(name).rows.\(earlier).jsonl" }
}
