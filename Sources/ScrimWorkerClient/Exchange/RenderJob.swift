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

  /// Opens the files that the document names. A document that cannot be read goes to the worker as it
  /// is, and the worker reports its errors.
  ///
  /// - Parameters:
  ///   - owner: On whose behalf; empty where there is one only.
  ///   - document: The job's text.
  ///   - content: The same, read; `nil` for one that cannot be read.
  ///   - name: The job's name.
  ///   - seed: 0..<2^53.
  ///   - folder: Where relative names start.
  ///   - isBundle: Whether the folder is a bundle's, which may bring files of absolute names too.
  ///   - roots: Below which folders files may be, how many, and their maximum size.
  ///   - scale: The scale of all outputs; `nil` leaves it to the job.
  ///   - format: The format of all outputs; `nil` leaves it to the job.
  ///   - isEvaluated: Whether a template gave the document.
  ///   - isTraced: Whether the report is to have a timeline.
  ///   - showsLayers: Whether the picture of each layer is wanted, too.
  ///   - isMeasured: Whether the reply to a validation has the places of everything.
  ///   - isDrawn: Whether a validation also finds the errors for which it has to draw.
  ///   - isAdvised: Whether errors of texts that are not legible say what would help.
  ///   - placeOfAbsolute: Where the bundle has a file of an absolute name; by default by the name's index.
  ///   - pinned: What was fetched for its URLs; `nil` to read it from the bundle.
  ///   - plugins: Those that a worker loads for it; all others it has, or they are not there.
  ///   - environment: The machine's environment, with which the job's own is compared; `nil` if any will do.
  ///   - otherEffects: What the message about an unknown effect says of those that no worker loads.
  ///   - hashing: Computes the digests that the report is to have; `nil` for none.
  ///   - limits: What the job may cost.
  /// - Throws: ``SystemError``.
  package init(
    owner: String = "", document: [UInt8], content: Node?,
    name: String, seed: Int,
    folder: OwnedDescriptor, isBundle: Bool = false, roots: SourceRoots, scale: Double? = nil,
    format: String? = nil, isEvaluated: Bool = false, isTraced: Bool = false,
    showsLayers: Bool = false,
    isMeasured: Bool = false, isDrawn: Bool = false, isAdvised: Bool = true,
    placeOfAbsolute: ((String) -> String)? = nil,
    pinned: PinnedSources? = nil, plugins: [WorkerPlugin] = [], environment: String? = nil,
    otherEffects: OtherEffects = OtherEffects(), hashing: Hashing? = nil, limits: RenderLimits
  ) throws(SystemError) {
    var sources: [RenderRequest.Source] = []
    var descriptors: [OwnedDescriptor] = []
    if let content {
      for (name, source, pinned) in roots.open(
        content, from: folder, isBundle: isBundle, placeOfAbsolute: placeOfAbsolute, pinned: pinned)
      {
        switch source {
        case .open(let file):
          sources.append(.init(name: name, pinned: pinned))
          descriptors.append(file)
        case .unavailable(let reason):
          sources.append(.init(name: name, unavailable: reason))
        }
      }
    }
    var request = RenderRequest()
    request.owner = owner
    request.name = name
    request.seed = seed
    request.sources = sources
    request.scale = scale
    request.isTraced = isTraced
    request.showsLayers = showsLayers
    request.limits = limits
    request.format = format
    request.isEvaluated = isEvaluated
    request.isMeasured = isMeasured
    request.isDrawn = isDrawn
    request.isAdvised = isAdvised
    request.environment = environment
    request.plugins = plugins.map(\.path)
    request.otherEffects = otherEffects
    self.request = request
    let fonts = content?[SourceName.fontsKey]?.array?.count ?? 0
    fontFileBytes = fonts > 0 ? 2 * (limits.fontBytes + limits.fonts * Int(getpagesize())) : 0
    self.document = document
    self.descriptors = descriptors
    self.content = content
    self.hashing = hashing
    allowed = AllowedReplies(
      effects: content?.effectNames ?? [], outputs: OutputNames(content, job: name, format: format),
      plugins: plugins)
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

  /// For a request about one effect.
  package static func running(_ effect: String) -> AllowedReplies {
    AllowedReplies(effects: [effect], outputs: none.outputs)
  }
}
