/// What a node does with the queue: it leases jobs, renews the leases, and returns results under the leases' tokens.
package struct QueueLeases {
  package let connection: QueueConnection
  /// The node's name, which operators see.
  package let node: String
  /// The digest of the node's environment, or "".
  package var environment: String
  /// How long a lease lasts without being renewed.
  package let duration: Duration
  /// The tenant before the one whose turn is next.
  private var turn = ""
  /// Tenants with waiting jobs, and until when they are not asked for again.
  private var tenants: [String] = []
  private var tenantsEnd = ContinuousClock.now
  /// Tenants with a job that the server cannot give out, and until when they are passed over.
  private var passedOver: [String: ContinuousClock.Instant] = [:]
  private var refusals: [(tenant: String, reason: String)] = []

  /// Bytes of a chunk of an output.
  package static let chunkBytes = 1 << 20

  package init(
    _ connection: QueueConnection, node: String, environment: String = "",
    duration: Duration = .seconds(60)
  ) {
    self.connection = connection
    self.node = node
    self.environment = environment
    self.duration = duration
  }

  private var milliseconds: QueueParameter { .integer(Int(duration / .milliseconds(1))) }

  /// Leases waiting jobs: each tenant's in turn; of one tenant by priority, then by age.
  ///
  /// The end of the leases is the server's: the caller takes its own time before it calls, and adds ``duration``.
  ///
  /// - Parameter count: At most so many.
  /// - Returns: The jobs with their files.
  /// - Throws: ``QueueError``.
  package mutating func claim(_ count: Int) throws(QueueError) -> [LeasedJob] {
    guard count > 0 else { return [] }
    var isNew = try findTenants(evenIfKnown: false)
    var jobs: [LeasedJob] = []
    // Those of a moment ago may have no more jobs.
    while true {
      jobs += try claimInTurn(count - jobs.count)
      guard jobs.count < count, !isNew else { break }
      isNew = try findTenants(evenIfKnown: true)
    }
    try addFiles(to: &jobs)
    return jobs
  }

  /// How long tenants with waiting jobs are taken for known. A tenant that comes in between waits as long.
  private static let tenantsInterval = Duration.milliseconds(500)

  /// - Returns: Whether the server was asked.
  private mutating func findTenants(evenIfKnown: Bool) throws(QueueError) -> Bool {
    guard evenIfKnown || tenants.isEmpty || .now >= tenantsEnd else { return false }
    let rows = try connection.run(.tenants)
    passedOver = passedOver.filter { $0.value > .now }
    tenants = (0..<rows.count).map { rows.text($0, 0) }.filter { passedOver[$0] == nil }
    tenantsEnd = .now + Self.tenantsInterval
    return true
  }

  /// Leases jobs of the tenants after the one whose turn was last.
  private mutating func claimInTurn(_ count: Int) throws(QueueError) -> [LeasedJob] {
    guard count > 0, !tenants.isEmpty else { return [] }
    let start = tenants.firstIndex { $0 > turn } ?? 0
    let order = Array(tenants[start...] + tenants[..<start])
    // No more than can get a job: the rows of the others would be locked in vain.
    let served = Array(order.prefix(count))
    // With all of them, the first one of each claim changes.
    turn = served.count == order.count ? served[0] : served[served.count - 1]
    var jobs = try claim(count, of: served, each: (count + served.count - 1) / served.count)
    // Some had fewer than their share.
    if jobs.count < count, order.count > 1 {
      jobs += try claim(count - jobs.count, of: order, each: count - jobs.count)
    }
    return jobs
  }

  /// Claims jobs. The values of one tenant's job do not keep others from theirs: if the server refuses them, each
  /// tenant is asked for by itself, and that tenant is passed over for a while.
  private mutating func claim(
    _ count: Int, of tenants: [String], each: Int
  ) throws(QueueError) -> [LeasedJob] {
    let tenants = tenants.filter { passedOver[$0] == nil }
    guard !tenants.isEmpty else { return [] }
    do throws(QueueError) {
      let rows = try connection.run(
        .claim, .texts(tenants), .integer(each), .integer(count), .text(environment), .text(node),
        milliseconds)
      return Self.jobs(rows)
    } catch  where error.kind == .refused {
      guard tenants.count == 1 else {
        var jobs: [LeasedJob] = []
        for tenant in tenants where jobs.count < count {
          let most = min(each, count - jobs.count)
          jobs += try claim(most, of: [tenant], each: most)
        }
        return jobs
      }
      passedOver[tenants[0]] = .now + Self.passingOver
      self.tenants.removeAll { $0 == tenants[0] }
      refusals.append((tenants[0], error.message))
      return []
    }
  }

  private static let passingOver = Duration.seconds(60)

  /// Why claims passed over tenants since the last call.
  package mutating func takeRefusals() -> [(tenant: String, reason: String)] {
    defer { refusals = [] }
    return refusals
  }

  private static func jobs(_ rows: QueueRows) -> [LeasedJob] {
    (0..<rows.count).map { row in
      LeasedJob(
        id: rows.integer(row, 0), token: rows.integer(row, 1), tenant: rows.text(row, 2),
        name: rows.text(row, 3), priority: rows.integer(row, 4), attempt: rows.integer(row, 5),
        notAfter: rows.optionalInteger(row, 6), environment: rows.text(row, 7),
        options: rows.text(row, 8), document: rows.bytes(row, 9), isPart: rows.boolean(row, 10))
    }
  }

  /// Takes the node's name for this connection: two nodes of one name would resume each other's jobs.
  ///
  /// - Returns: `nil`, or the role of another connection that has it.
  /// - Throws: ``QueueError``.
  package func reserveName() throws(QueueError) -> String? {
    let rows = try connection.run(.reserveName, .text(node))
    return rows.boolean(0, 0) ? nil : rows.optionalText(0, 1) ?? "unknown"
  }

  /// Renews the leases that the server has for this node, as after a restart.
  ///
  /// - Returns: Their jobs.
  /// - Throws: ``QueueError``.
  package func resume() throws(QueueError) -> [LeasedJob] {
    var jobs = Self.jobs(try connection.run(.resume, .text(node), milliseconds))
    try addFiles(to: &jobs)
    return jobs
  }

  private func addFiles(to jobs: inout [LeasedJob]) throws(QueueError) {
    guard !jobs.isEmpty else { return }
    let rows = try connection.run(.jobFiles, .integers(jobs.map(\.id)))
    var files: [Int: [LeasedJob.File]] = [:]
    for row in 0..<rows.count {
      files[rows.integer(row, 0), default: []].append(
        .init(place: rows.text(row, 1), hash: rows.bytes(row, 2), bytes: rows.integer(row, 3)))
    }
    for index in jobs.indices { jobs[index].files = files[jobs[index].id] ?? [] }
  }

  /// Reads a file of a leased job, a part at a time.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - tenant: The job's.
  ///   - use: Takes each part, at most 1 MiB.
  /// - Throws: ``QueueError``, or what `use` throws.
  package func read(_ file: LeasedJob.File, of tenant: String, _ use: ([UInt8]) throws -> Void)
    throws
  {
    var start = 0
    while start < file.bytes {
      let rows = try connection.run(
        .readBlob, .text(tenant), .bytes(file.hash), .integer(start), .integer(Self.chunkBytes))
      guard rows.count > 0 else {
        throw QueueError(.missingBlob, "\(file.place): the file is not in the queue any more.")
      }
      let bytes = rows.bytes(0, 0)
      guard !bytes.isEmpty else { break }
      try use(bytes)
      start += bytes.count
    }
  }

  /// Renews leases.
  ///
  /// - Returns: Those that were renewed, and those that hold as long as another session has locked them: the others are
  ///   lost.
  /// - Throws: ``QueueError``.
  package func renew(_ leases: [(id: Int, token: Int)]) throws(QueueError) -> LeaseChange {
    guard !leases.isEmpty else { return LeaseChange() }
    return change(
      try connection.run(
        .renew, .integers(leases.map(\.id)), .integers(leases.map(\.token)), milliseconds))
  }

  /// Stores a chunk of an output under a job's lease, before the job is completed.
  ///
  /// - Parameters:
  ///   - bytes: At most ``chunkBytes``; all parts but the last have that many.
  ///   - part: Its index in the output, from 0.
  ///   - output: The index of the output, from 0.
  ///   - job: The job.
  /// - Throws: ``QueueError``.
  package func put(_ bytes: [UInt8], part: Int, of output: Int, of job: LeasedJob)
    throws(QueueError)
  {
    _ = try connection.run(
      .putChunk, .integer(job.id), .integer(job.token), .text(job.tenant), .integer(output),
      .integer(part), .bytes(bytes))
  }

  /// Ends jobs, each if its lease still holds, and commits their results in the same transaction.
  ///
  /// - Returns: The IDs of those that it ended.
  /// - Throws: ``QueueError``.
  package func complete(_ results: [LeaseResult]) throws(QueueError) -> Set<Int> {
    try end(results).changed
  }

  /// Ends jobs, as ``complete(_:)``.
  ///
  /// - Returns: Those that it ended, and those that another session has locked: of the others another attempt's result
  ///   counts.
  /// - Throws: ``QueueError``.
  package func end(_ results: [LeaseResult]) throws(QueueError) -> LeaseChange {
    guard !results.isEmpty else { return LeaseChange() }
    let outputs = results.flatMap { result in
      result.outputs.enumerated().map { (job: result.id, index: $0.offset, output: $0.element) }
    }
    let ended = change(
      try connection.run(
        .complete, .integers(results.map(\.id)), .integers(results.map(\.token)),
        .texts(results.map { $0.isDone ? "d" : "f" }), .texts(results.map(\.report)),
        .integers(outputs.map(\.job)), .integers(outputs.map(\.index)),
        .texts(outputs.map(\.output.file)), .integers(outputs.map(\.output.bytes)),
        .byteArrays(outputs.map(\.output.hash))))
    if !ended.changed.isEmpty {
      // A hint: without it clients find the jobs when they ask again.
      _ = try? connection.run(.notifyFinished)
    }
    return ended
  }

  /// Records that an attempt failed by a crash or a time-out; the job is tried again until its attempts are used up.
  ///
  /// - Returns: Nothing in either part if the lease did not hold.
  /// - Throws: ``QueueError``.
  package func fail(id: Int, token: Int, reason: String) throws(QueueError) -> LeaseChange {
    change(try connection.run(.failAttempt, .integer(id), .integer(token), .text(reason)))
  }

  /// Gives back jobs that were not begun: a node that stops.
  ///
  /// - Throws: ``QueueError``.
  package func release(_ leases: [(id: Int, token: Int)]) throws(QueueError) {
    guard !leases.isEmpty else { return }
    _ = try connection.run(
      .release, .integers(leases.map(\.id)), .integers(leases.map(\.token)))
  }

  private func change(_ rows: QueueRows) -> LeaseChange {
    var change = LeaseChange()
    for row in 0..<rows.count {
      if rows.boolean(row, 1) {
        change.changed.insert(rows.integer(row, 0))
      } else {
        change.locked.insert(rows.integer(row, 0))
      }
    }
    return change
  }
}
