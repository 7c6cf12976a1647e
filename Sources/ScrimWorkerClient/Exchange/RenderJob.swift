import Glibc
package import ScrimDocument
package import ScrimJSON
package import ScrimLinux
package import ScrimProtocol

/// A request together with what goes with it.
///
/// Both the daemon and the command prepare a job this way, so that both get the same image.
package struct RenderJob: Sendable {
  package let request: RenderRequest
  package let document: [UInt8]
  package let descriptors: [OwnedDescriptor]
  let allowed: AllowedReplies
  /// The effects that the document names.
  package var effects: Set<String> { allowed.effects }
  /// The memory files that the worker may get for the job's fonts, bytes: twice, as it may read them twice.
  let fontFileBytes: Int
  private let content: Node?
  private let hashing: Hashing?
  /// Jobs that are rendered after this one, with one request.
  private(set) var following: [RenderJob] = []

  /// Sends the files that a document names along with it. A document that cannot be read goes to the worker as it is,
  /// and the worker reports its errors.
  ///
  /// - Parameters:
  ///   - request: All but its sources and plugins.
  ///   - document: The job's text.
  ///   - content: The same, read; `nil` for one that cannot be read.
  ///   - files: What it names, as ``SourceRoots`` opened it; none if it cannot be read.
  ///   - plugins: Those that a worker loads for it; all others it has, or they are not there.
  ///   - hashing: Computes the digests that the report is to have; `nil` for none.
  package init(
    _ request: RenderRequest, document: [UInt8], content: Node?, files: [SourceRoots.Opened],
    plugins: [WorkerPlugin] = [], hashing: Hashing? = nil
  ) {
    var request = request
    var descriptors: [OwnedDescriptor] = []
    for (name, source, pinned) in files {
      switch source {
      case .open(let file):
        request.sources.append(.init(name: name, pinned: pinned))
        descriptors.append(file)
      case .unavailable(let reason):
        request.sources.append(.init(name: name, unavailable: reason))
      }
    }
    request.plugins = plugins.map(\.path)
    self.request = request
    let (fonts, limits) = (content?[SourceName.fontsKey]?.array?.count ?? 0, request.limits)
    fontFileBytes = fonts > 0 ? 2 * (limits.fontBytes + limits.fonts * Int(getpagesize())) : 0
    self.document = document
    self.descriptors = descriptors
    self.content = content
    self.hashing = hashing
    allowed = AllowedReplies(
      effects: content?.effectNames ?? [],
      outputs: OutputNames(content, job: request.name, format: request.format), plugins: plugins)
  }

  /// Adds a job that is rendered after this one with the same request: one that differs in document, name and seed
  /// only.
  ///
  /// - Returns: False if it differs in more, or either needs files; nothing is added then.
  package mutating func add(_ other: RenderJob) -> Bool {
    var alike = other.request
    (alike.name, alike.seed) = (request.name, request.seed)
    let needFiles = [self, other].contains {
      !$0.request.sources.isEmpty || !$0.request.plugins.isEmpty || $0.fontFileBytes > 0
        || $0.hashing != nil
    }
    guard !needFiles, alike == request else { return false }
    following.append(other)
    return true
  }

  /// This job by itself, then those that follow it.
  var all: [RenderJob] {
    var first = self
    first.following = []
    return [first] + following
  }

  /// The message about it and those that follow it, without its content.
  var message: WorkerRequest {
    var request = request
    request.following = following.map { job in
      var document = RenderRequest.Following()
      (document.name, document.seed) = (job.request.name, job.request.seed)
      document.bytes = job.document.count
      return document
    }
    return .render(request)
  }

  /// The digests of its files, which are read for that; `nil` if they are not wanted.
  var digests: InputDigests? {
    guard let content, let hashing else { return nil }
    let opened = request.sources.filter { $0.unavailable == nil }.map(\.name)
    return InputDigests(content, Array(zip(opened, descriptors)), hashing)
  }
}

extension Node {
  /// Reads a job's document.
  ///
  /// - Returns: `nil` for one that cannot be read within the limits.
  package static func job(_ document: [UInt8], within limits: RenderLimits) -> Node? {
    try? parse(document, limits: limits.document)
  }
}

/// What a worker may name in its replies to a request: only what the job justifies.
package struct AllowedReplies: Sendable {
  /// Effects that the document names: the only ones that the worker may report to be running.
  let effects: Set<String>
  /// Names that outputs may have.
  let outputs: OutputNames
  /// Third-party plugins that the worker is asked to load.
  let plugins: [WorkerPlugin]

  init(effects: Set<String> = [], outputs: OutputNames, plugins: [WorkerPlugin] = []) {
    self.effects = effects
    self.outputs = outputs
    self.plugins = plugins
  }

  /// For a request that has no document: neither effects nor outputs.
  package static let none = AllowedReplies(outputs: OutputNames(nil, job: ""))

  /// For a request with several documents: the effects of any. Their outputs are of each by itself.
  static func rendering(_ jobs: [RenderJob]) -> AllowedReplies {
    AllowedReplies(
      effects: jobs.reduce(into: []) { $0.formUnion($1.effects) }, outputs: none.outputs)
  }

  /// For a request about one effect.
  package static func running(_ effect: String) -> AllowedReplies {
    AllowedReplies(effects: [effect], outputs: none.outputs)
  }
}
