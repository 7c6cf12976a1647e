package import ScrimDocument
package import ScrimJSON
import ScrimLinux

/// What `submission.json` in a bundle asks for: how the job is treated, as opposed to what it shows.
package struct SubmissionOptions: Sendable, Hashable {
  /// Maximum length of the file, bytes.
  package static let maxBytes = RecordLimits.submission
  /// Bytes of a key.
  package static let keyLengths = SubmissionLimits.keyLengths
  package static let priorities = AttemptName.priorities
  package static let attemptCounts = 1...100

  /// For whom an account submits that `bridge-users` lists.
  package var tenant: String?
  /// An idempotency key: the same owner's next submission with this key is the same job.
  package var key: String?
  package var priority = 0
  /// The job is not begun before this time: UTC, milliseconds since 1970.
  package var notBefore: Int?
  /// The job fails if it was not begun by this time.
  package var notAfter: Int?
  /// The job waits until a user releases it.
  package var isHeld = false
  package var delivery = ResultDelivery.out
  /// Attempts that may fail by a crash or a time-out before the job fails; `nil` for the daemon's number. For accounts
  /// that `bridge-users` lists.
  package var attempts: Int?
  /// Seconds of rendering after which an attempt is given up; `nil` for the daemon's limit, which is also the most.
  package var maxSeconds: Int?
  /// Pixels of the canvas, and bytes of all outputs, beyond which the job fails; `nil` for the daemon's limits, which
  /// are also the most.
  package var maxPixels: Int?
  package var maxBytes: Int?
  /// Values of a template's inputs, which take precedence over those of rows.
  package var settings: [InputSetting] = []
  /// The rows of a batch that are wanted, in ascending order; all if empty.
  package var rows: [RowRange] = []
  /// Of a part of a batch, the rows that the whole batch has, which include ``rows``: the names of their outputs must
  /// differ.
  package var partOf: [RowRange] = []
  /// Whether the first row of a batch with an error ends the batch.
  package var stopsOnError = false
  /// Whether columns of a batch's data that no input takes are an error.
  package var isStrict = false

  package init() {}

  /// Reads the file.
  ///
  /// - Throws: ``Diagnostic`` refused, whose message begins with the position of the first error.
  package init(parsing bytes: [UInt8]) throws(Diagnostic) {
    do {
      let root = try Node.parse(bytes)
      guard let members = root.object else {
        throw Diagnostic(
          code: "wrong-kind", message: "expected an object, not \(root.kind).",
          position: root.position)
      }
      for member in members where !member.isAnnotation { try read(member) }
      if let notBefore, let notAfter, notAfter <= notBefore {
        throw Diagnostic(
          code: "contradiction", message: "must be later than notBefore.",
          path: [.key(Key.notAfter.rawValue)], position: root[Key.notAfter.rawValue]?.position)
      }
      let isPart = rows.allSatisfy { range in
        partOf.contains { $0.first <= range.first && range.last <= $0.last }
      }
      if !partOf.isEmpty, rows.isEmpty || !isPart {
        throw Diagnostic(
          code: "contradiction", message: "must contain all rows of \"rows\".",
          path: [.key(Key.partOf.rawValue)], position: root[Key.partOf.rawValue]?.position)
      }
    } catch {
      let diagnostic = error as? Diagnostic
      throw Diagnostic(
        code: "refused",
        message: diagnostic?.text(file: BundleFile.options) ?? "\(BundleFile.options): \(error)")
    }
  }

  private enum Key: String, CaseIterable {
    case tenant, key, priority, notBefore, notAfter, hold, delivery, attempts,
      maxSeconds, maxPixels, maxBytes, set, rows, partOf, onError, strict
  }

  private mutating func read(_ member: Node.Member) throws(Diagnostic) {
    guard let key = Key(rawValue: member.key) else {
      let hint =
        nearest(to: member.key, in: Key.allCases.map(\.rawValue)).map {
          " Did you mean \(quoted($0))?"
        } ?? " Known keys: \(Key.allCases.map(\.rawValue).joined(separator: ", "))."
      throw Diagnostic(
        code: "unknown-key", message: "unknown key \(quoted(member.key)).\(hint)",
        position: member.keyPosition)
    }
    let option = SubmittedOption(key: key.rawValue, value: member.value)
    switch key {
    case .tenant: tenant = try option.tenant()
    case .key:
      let text = try option.string()
      guard Self.keyLengths.contains(text.utf8.count) else {
        throw option.error(
          "must have 1 to \(Self.keyLengths.upperBound) bytes; it has \(text.utf8.count).")
      }
      self.key = text
    case .priority: priority = try option.number(in: Self.priorities)
    case .attempts: attempts = try option.number(in: Self.attemptCounts)
    case .maxSeconds: maxSeconds = try option.number(in: SubmissionLimits.seconds)
    case .maxPixels: maxPixels = try option.number(in: SubmissionLimits.sizes)
    case .maxBytes: maxBytes = try option.number(in: SubmissionLimits.sizes)
    case .notBefore: notBefore = try option.time()
    case .notAfter: notAfter = try option.time()
    case .hold: isHeld = try option.flag()
    case .strict: isStrict = try option.flag()
    case .set: settings = try option.settings()
    case .rows: rows = try option.rows()
    case .partOf: partOf = try option.rows()
    case .onError: stopsOnError = try option.choice("continue", "stop") == "stop"
    case .delivery:
      delivery = try option.choice("out", "private") == "out" ? .out : .private
    }
  }

  /// What of it a job of the queue of many machines has: the members of templates, and limits. All else is the queue's.
  package var ofQueuedJob: SubmissionOptions {
    var options = SubmissionOptions()
    options.settings = settings
    options.rows = rows
    options.partOf = partOf
    options.stopsOnError = stopsOnError
    options.isStrict = isStrict
    options.maxSeconds = maxSeconds
    options.maxPixels = maxPixels
    options.maxBytes = maxBytes
    return options
  }

  /// Whether there is nothing to ask for.
  package var isDefault: Bool { self == SubmissionOptions() }

  /// The file's content.
  package var json: JSON {
    var members: [JSON.Member] = []
    func add(_ key: Key, _ value: JSON?) {
      if let value { members.append(.init(key.rawValue, value)) }
    }
    add(.tenant, tenant.map(JSON.string))
    add(.key, key.map(JSON.string))
    add(.priority, priority == 0 ? nil : .integer(priority))
    add(.notBefore, notBefore.map { .string(Timestamp.text(ofMilliseconds: $0)) })
    add(.notAfter, notAfter.map { .string(Timestamp.text(ofMilliseconds: $0)) })
    add(.hold, isHeld ? true : nil)
    add(.delivery, delivery == .out ? nil : .string(delivery.rawValue))
    add(.attempts, attempts.map(JSON.integer))
    add(.maxSeconds, maxSeconds.map(JSON.integer))
    add(.maxPixels, maxPixels.map(JSON.integer))
    add(.maxBytes, maxBytes.map(JSON.integer))
    // Not `nil`, which would be null.
    if !settings.isEmpty { add(.set, InputSetting.json(settings)) }
    if !rows.isEmpty { add(.rows, .string(RowRange.text(of: rows))) }
    if !partOf.isEmpty { add(.partOf, .string(RowRange.text(of: partOf))) }
    if stopsOnError { add(.onError, "stop") }
    if isStrict { add(.strict, true) }
    return .object(members)
  }
}

/// Where a job's results go.
package enum ResultDelivery: String, Sendable, Hashable, CaseIterable, FieldValue {
  /// To the output folder.
  case out
  /// They stay in the spool until the submitter fetches and acknowledges them.
  case `private`
}
