/// A job that a node holds until its lease ends.
package struct LeasedJob: Sendable, Hashable {
  package let id: Int
  /// The fencing token: what is not returned under it is dropped.
  package let token: Int
  /// What follows is the tenant's: nothing of it may be believed.
  package let tenant: String
  package let name: String
  package let priority: Int
  package let attempt: Int
  /// UTC, milliseconds since 1970.
  package let notAfter: Int?
  package let environment: String
  /// JSON: members of `submission.json` that belong to templates, and limits.
  package let options: String
  package let document: [UInt8]
  /// Whether it is a part of a batch, of which a node has one at a time.
  package let isPart: Bool
  package var files: [File] = []

  /// A file of the job.
  package struct File: Sendable, Hashable {
    /// Its path in the job's bundle.
    package let place: String
    /// SHA-256, 32 bytes.
    package let hash: [UInt8]
    package let bytes: Int
  }
}

/// What a node returns for a leased job.
package struct LeaseResult: Sendable {
  package let id: Int
  package let token: Int
  /// Whether the job is done; otherwise it failed by its own errors.
  package let isDone: Bool
  /// JSON, as the daemon wrote it.
  package let report: String
  /// Of a job that is done; their chunks have been stored.
  package var outputs: [Output]

  package struct Output: Sendable {
    package let file: String
    package let bytes: Int
    /// SHA-256, 32 bytes.
    package let hash: [UInt8]

    package init(file: String, bytes: Int, hash: [UInt8]) {
      self.file = file
      self.bytes = bytes
      self.hash = hash
    }
  }

  package init(id: Int, token: Int, isDone: Bool, report: String, outputs: [Output] = []) {
    self.id = id
    self.token = token
    self.isDone = isDone
    self.report = report
    self.outputs = outputs
  }
}

/// What a statement did to leases: those that are in neither set are lost.
package struct LeaseChange: Sendable, Hashable {
  /// IDs of the jobs that it changed.
  package internal(set) var changed: Set<Int> = []
  /// IDs of the jobs that another session has locked, such as their tenant's. They are skipped, not waited for.
  package internal(set) var locked: Set<Int> = []

  package init() {}
}
