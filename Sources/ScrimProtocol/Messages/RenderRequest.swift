package import ScrimDocument
package import ScrimJSON
import ScrimLinux

/// A job to be rendered or validated.
///
/// Its content is the document; its descriptors are the sources that could be opened, in order. Documents that follow
/// the first in the content are rendered after it, each by itself.
package struct RenderRequest: Sendable, Hashable, Record {
  /// A file that the job names.
  package struct Source: Sendable, Hashable, Record {
    /// As the job writes it.
    package var name = ""
    /// Why it could not be opened, as a sentence for the job's author; `nil` when its descriptor
    /// is sent along.
    package var unavailable: String?
    /// What was fetched for a URL; an error if the descriptor is that of another file in its place.
    package var pinned: PinnedSource?

    package init(name: String, unavailable: String? = nil, pinned: PinnedSource? = nil) {
      self.name = name
      self.unavailable = unavailable
      self.pinned = pinned
    }

    package init() {}

    package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("name", &name)
      try fields.optional("unavailable", &unavailable)
      try fields.optional("pinned", &pinned)
    }
  }

  /// A document that follows the first.
  package struct Following: Sendable, Hashable, Record {
    /// See ``RenderRequest/name``.
    package var name = ""
    /// See ``RenderRequest/seed``.
    package var seed = 0
    /// Its length in the content.
    package var bytes = 0

    package init() {}

    package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("name", &name)
      try fields.required("seed", &seed, in: 0...((1 << 53) - 1))
      try fields.required("bytes", &bytes, in: 1 ... .max)
    }
  }

  /// On whose behalf: what a worker caches of a job is for jobs of the same owner only.
  package var owner = ""
  /// The job's name: the default output is `<name>.png`.
  package var name = ""
  /// The random seed if the job has no `seed` of its own; 0..<2^53.
  package var seed = 0
  package var sources: [Source] = []
  /// Plugins, by their files, that are loaded for this job unless the worker has them already.
  package var plugins: [String] = []
  /// For the message about an unknown effect: effects that the worker does not have.
  package var otherEffects = OtherEffects()
  /// The scale of all outputs; `nil` for the job's own.
  package var scale: Double?
  /// The format of all outputs; `nil` for the job's own.
  package var format: String?
  /// Whether a template gave the document, whose lines the author does not know.
  package var isEvaluated = false
  /// Whether the report includes a timeline of all stages, layers and effects, and the plan: where
  /// everything is and what is rendered of it.
  package var isTraced = false
  /// Whether an image of each layer is an output, too.
  package var showsLayers = false
  /// Whether the reply to a request to validate has the places of everything.
  package var isMeasured = false
  /// Whether a request to validate also finds the errors of texts that must be legible, and of outputs with `maxBytes`,
  /// for which it draws.
  package var isDrawn = false
  /// Whether errors of texts that are not legible say what would help, for which they are drawn several times.
  package var isAdvised = true
  /// Whether the report has only what the line of a batch's row is made of.
  package var isOfRow = false
  /// The machine's environment, with which the job's own is compared: "" if it was not read because the document does
  /// not seem to have one; `nil` if any will do.
  package var environment: String?
  package var limits = RenderLimits()
  /// Further documents, rendered for the same owner with the same limits. They name no files.
  package var following: [Following] = []

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("owner", &owner)
    try fields.required("name", &name)
    try fields.required("seed", &seed, in: 0...((1 << 53) - 1))
    try fields.required("sources", &sources)
    try fields.required("plugins", &plugins)
    try fields.required("otherEffects", &otherEffects)
    try fields.optional("scale", &scale)
    try fields.optional("format", &format)
    try fields.required("evaluated", &isEvaluated)
    try fields.required("trace", &isTraced)
    try fields.required("layers", &showsLayers)
    try fields.required("measure", &isMeasured)
    try fields.required("drawn", &isDrawn)
    try fields.required("advised", &isAdvised)
    try fields.optional("row", &isOfRow, default: false)
    try fields.optional("environment", &environment)
    try fields.required("limits", &limits)
    try fields.optional("following", &following, default: [])
  }

  /// The index of each source's descriptor among those besides the content, `nil` for one that could not be opened; in
  /// the order of ``sources``.
  package var descriptorIndices: [Int?] {
    var next = 0
    return sources.map { source in
      guard source.unavailable == nil else { return nil }
      defer { next += 1 }
      return next
    }
  }

  /// The request for each document by itself.
  ///
  /// - Parameter attached: What came with the request.
  /// - Returns: The requests, with what each would have come with.
  /// - Throws: ``ChannelError`` malformed if the content is shorter than the documents; system.
  package func documents(
    _ attached: Attachments
  ) throws(ChannelError) -> [(request: RenderRequest, attached: Attachments)] {
    guard !following.isEmpty else { return [(self, attached)] }
    var rest: ArraySlice<UInt8>
    do {
      rest = try attached.parts()?.content.read(limit: .max, of: "documents")[...] ?? []
    } catch {
      throw ChannelError(.system, error.description)
    }
    var next = self
    next.following = []
    var parts = [(next, rest.count)]
    for document in following {
      guard document.bytes < parts[0].1 else {
        throw ChannelError(.malformed, "the content is shorter than its documents")
      }
      parts[0].1 -= document.bytes
      (next.name, next.seed) = (document.name, document.seed)
      parts.append((next, document.bytes))
    }
    return parts.map { (request, bytes) in
      defer { rest = rest.dropFirst(bytes) }
      return (request, Attachments(content: Array(rest.prefix(bytes))))
    }
  }

  /// How many attachments the message has.
  var attachments: Int { 1 + sources.count { $0.unavailable == nil } }
}

/// Effects and plugins that a worker does not have loaded, for the message about an unknown effect.
package struct OtherEffects: Sendable, Hashable, Record {
  /// Names of effects whose plugins the worker did not have to load.
  package var names: [String] = []
  /// Plugins that were refused.
  package var refused: [RefusedFile] = []

  package init(names: [String] = [], refused: [RefusedFile] = []) {
    self.names = names
    self.refused = refused
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("names", &names)
    try fields.required("refused", &refused)
  }
}
