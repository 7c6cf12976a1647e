import ScrimJSON

/// Where jobs go that are posted, and what is known of them there. Only the store that gave an ID reads it.
///
/// A job of another key is one that there is not. All but ``isID(_:)`` may take long.
protocol JobStore: Sendable {
  /// How often it is looked which jobs have ended that a client waits for.
  var pace: Duration { get }
  /// Whether ``ended(_:of:)`` asks another process.
  var isRemote: Bool { get }

  /// Whether a text may be the ID of a job.
  func isID(_ text: some StringProtocol) -> Bool

  /// Submits a job, which is on the disk then.
  ///
  /// - Returns: Its ID.
  /// - Throws: A problem; also if the key has as many unfinished jobs as it may.
  func submit(_ job: JobSubmission, of key: ServiceKey) throws(Problem) -> String

  /// - Throws: A problem if there is no such job of the key.
  func find(_ id: String, of key: ServiceKey) throws(Problem)

  /// What a job is at.
  func page(of id: String, for key: ServiceKey) throws(Problem) -> (job: JSON, isFinished: Bool)

  /// An output of a job.
  func output(_ name: String, of id: String, for key: ServiceKey) throws(Problem) -> Answer

  /// The result of a job that has ended, for a client that has waited: its image, if it has one only. It is the address
  /// of the job if the result cannot be read now: the job was accepted, and must not be sent again.
  func result(of id: String, for key: ServiceKey) throws(Problem) -> Answer

  /// Cancels a job that is not finished; of one that is, the client needs the results no more.
  func delete(_ id: String, for key: ServiceKey) throws(Problem)

  /// Those of the jobs that have ended.
  func ended(_ ids: [String], of key: ServiceKey) throws(Problem) -> Set<String>

  /// Logs which keys can submit no jobs.
  func check(_ keys: [ServiceKey])

  /// Forgets what is old. Called every two seconds.
  func sweep()

  /// Unfinished jobs by key; `nil` if they are not counted here.
  var unfinished: [String: Int]? { get }
}

extension JSON {
  /// A job's description as clients of the service see it: with its ID here, and addresses of outputs.
  ///
  /// - Parameters:
  ///   - id: The job's.
  ///   - outputs: The names of its outputs.
  /// - Returns: An object.
  func page(ofJob id: String, _ outputs: [String]) -> JSON {
    let hidden: Set = ["id", "owner", "private", "outputs"]
    let rest = (object ?? []).filter { !hidden.contains($0.key) }
    let links = outputs.map { name -> JSON in
      ["name": .string(name), "href": .string("/jobs/\(id)/outputs/\(name.percentEscaped)")]
    }
    return .object([.init("id", .string(id))] + rest + [.init("outputs", .array(links))])
  }
}
