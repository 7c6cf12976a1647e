import Glibc
import Logging
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient
import ScrimWorkers

/// Fetches the images and fonts by URL of jobs that were posted, and pins them in the bundle, as `scrim submit` does.
///
/// `scrim-fetch` makes the requests, to the hosts of the job's key; a worker evaluates the rows, which say what they
/// name. Both may take long, so each job has a thread of its own. A row whose image cannot be had fails alone.
///
/// DIAGNOSTICS
/// - "sources fetched": with the key, the number of URLs, and how many could not be fetched.
/// - "given up, as no client waits for its sources": with the key and the number of URLs.
/// - "sources not fetched": scrim-fetch is missing or cannot store files, or a worker ended.
struct JobSources: Sendable {
  private let pool: WorkerPool
  private let workers: WorkerSettings
  /// The folder of all caches.
  private let cache: String
  private let logger: Logger

  /// URLs of a job; as many files as the daemon takes with a batch by default.
  private static let most = 4096
  private static let rowsAtOnce = 64

  /// - Parameters:
  ///   - pool: Where workers come from.
  ///   - workers: How they are started.
  ///   - cache: The folder of all caches.
  ///   - logger: Logs what was fetched.
  init(_ pool: WorkerPool, _ workers: WorkerSettings, cache: String, _ logger: Logger) {
    self.pool = pool
    self.workers = workers
    self.cache = cache
    self.logger = logger
  }

  /// The document of a job that may name URLs; `nil` of any other, and of one that cannot be read.
  func document(of submission: JobSubmission, for key: ServiceKey) -> Node? {
    guard let root = try? Node.parse(submission.document) else { return nil }
    if !root.sourceURLs.isEmpty { return root }
    guard root["inputs"] != nil, root.namesFilesInRows else { return nil }
    return !key.fetchHosts.isEmpty || submission.mayHaveURLs ? root : nil
  }

  /// Pins the URLs of a job.
  ///
  /// - Parameters:
  ///   - root: The job's document.
  ///   - submission: The job.
  ///   - key: For which they are fetched.
  /// - Throws: A problem if they cannot be fetched now; with the errors of a job that is no batch.
  func pin(
    _ root: Node, of submission: inout JobSubmission, for key: ServiceKey
  ) throws(Problem) {
    var pinned = submission.pinned
    // Whatever is wrong with the list, or with the values of inputs, is found by the daemon.
    guard pinned.violation == nil else { return }
    let isEvaluated = root["inputs"] != nil && root.namesFilesInRows
    var documents = [root]
    var urls = Set(root.sourceURLs)
    if isEvaluated {
      documents = []
      urls = []
      try evaluate(submission, for: key) { document in
        urls.formUnion(document.sourceURLs)
        if submission.data == nil { documents.append(document) }
      }
    }
    let missing = urls.filter { pinned[$0] == nil }.sorted()
    guard !missing.isEmpty else { return }
    guard missing.count <= Self.most else {
      throw .invalidJob([
        Diagnostic(
          code: "too-many",
          message: "the job names \(missing.count) URLs; at most \(Self.most) are fetched for one.")
      ])
    }
    pinned.add(missing, of: try fetch(missing, for: key))
    if submission.data == nil {
      let errors = documents.flatMap { document in
        Self.errors(of: missing, pinned, in: document, isPlaced: !isEvaluated)
      }
      guard errors.isEmpty else { throw .invalidJob(errors) }
    }
    do {
      try submission.add(pinned.bundle(pinned.all.map(\.url)))
    } catch let problem as Problem {
      throw problem
    } catch {
      throw unavailable(error)
    }
  }

  /// Fetches URLs, for the hosts and within the limits of a key. Blocks.
  ///
  /// - Parameters:
  ///   - urls: Each once.
  ///   - key: For which they are fetched.
  ///   - stop: Once set, it is given up.
  /// - Returns: What was fetched for each, or its error.
  /// - Throws: A problem if nothing can be fetched now, or it was given up.
  func fetch(
    _ urls: [String], for key: ServiceKey, stop: ShutdownEvent? = nil
  ) throws(Problem) -> PinnedSources {
    guard !key.fetchHosts.isEmpty else {
      var none = PinnedSources()
      for url in urls {
        none.add(url, error: "\(key.table) in http.toml has no fetch-hosts")
      }
      return none
    }
    let hosts = key.fetchHosts.contains("*") ? [] : key.fetchHosts
    let program = FetchProgram(
      arguments: ["--cache", KeyCaches.sources(of: key.name, in: cache)]
        + hosts.flatMap { ["--host", $0] },
      limits: .init(time: key.fetchLimit, bytes: key.fetchBytes))
    do {
      let fetched = try program.fetch(urls, stop: stop)
      let failed = urls.count { fetched[$0]?.error != nil }
      logger.info(
        "sources fetched",
        metadata: ["key": "\(key.name)", "urls": "\(urls.count)", "failed": "\(failed)"])
      return fetched
    } catch  where stop?.isSet == true {
      logger.info(
        "given up, as no client waits for its sources",
        metadata: ["key": "\(key.name)", "urls": "\(urls.count)"])
      throw .stopping
    } catch {
      throw unavailable(error)
    }
  }

  /// What is wrong with a job that is no batch, before it is submitted: its idempotency key is not used up.
  private static func errors(
    of urls: [String], _ pinned: PinnedSources, in document: Node, isPlaced: Bool
  ) -> [Diagnostic] {
    guard document.sourceOfMissing == nil else { return [] }
    let urls = Set(urls)
    return document.sources.compactMap { source in
      guard urls.contains(source.name), let error = pinned[source.name]?.error else { return nil }
      return Diagnostic(
        code: "missing-source",
        message: "\(quoted(source.shownName)) cannot be fetched: \(error).", path: source.path,
        position: isPlaced ? source.position : nil)
    }
  }

  private func unavailable(_ error: any Error) -> Problem {
    let reason = (error as? Failure)?.message ?? "\(error)"
    logger.error("sources not fetched", metadata: ["reason": "\(reason)"])
    return .unavailable("The sources cannot be fetched now.", retryAfter: 10)
  }

  // MARK: Rows

  /// Has a template evaluated, by a worker of its own: no other job waits for a long batch.
  private func evaluate(
    _ submission: JobSubmission, for key: ServiceKey, _ use: (Node) -> Void
  ) throws(Problem) {
    let end = ContinuousClock.now + key.fetchLimit
    let log = WorkerLog(logger)
    let slot = WorkerSlot(pool, workers) { log.write($0) }
    defer { slot.dropWorkers() }
    do {
      let needs = DocumentNeeds(owner: key.owner, installed: slot.lookForPlugins())
      let worker = try slot.readyWithoutThirdParty(for: needs)
      slot.begin(needs, on: worker, as: .init(id: submission.name, user: needs.owner.user))
      defer { worker.output?.end() }
      let data = submission.data
      let request = TemplateRequest(
        owner: needs.owner.description, name: submission.name,
        settings: submission.options.settings,
        data: data.map { DataRows(format: $0.format, file: "", most: Self.rowsAtOnce) },
        limits: key.limits)
      var job = try TemplateJob(request, document: submission.document, data: data?.file)
      while true {
        let (reply, jobs) = try worker.prepare(job)
        for prepared in jobs where prepared.about.errors.isEmpty {
          if let document = try? Node.parse(prepared.document) { use(document) }
        }
        guard reply.errors.isEmpty, let next = reply.next else { return }
        guard .now < end else {
          throw Problem.invalidJob([
            Diagnostic(
              code: "template-limit",
              message:
                "the rows take more than the \(Int(key.fetchLimit / .seconds(1))) s in which their sources are fetched."
            )
          ])
        }
        job.request.data?.start = next
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw unavailable(error)
    }
  }
}
