package import ScrimDocument
package import ScrimJSON

/// A job to be rendered or validated.
///
/// Its content is the document; its descriptors are the sources that could be opened, in order.
package struct RenderRequest: Sendable, Hashable, JSONRecord {
  /// A file that the job names.
  package struct Source: Sendable, Hashable, JSONRecord {
    /// As the job writes it.
    package var name: String
    /// Why it could not be opened, as a sentence for the job's author; `nil` when its descriptor
    /// is sent along.
    package var unavailable: String?

    package init(name: String, unavailable: String? = nil) {
      self.name = name
      self.unavailable = unavailable
    }

    package init(fields: FieldReader) throws(FieldError) {
      name = try fields.string("name")
      unavailable = try fields.optionalString("unavailable")
    }

    package var json: JSON {
      .object(
        [JSON.Member("name", .string(name))]
          + (unavailable.map { [JSON.Member("unavailable", .string($0))] } ?? []))
    }
  }

  /// On whose behalf: what a worker caches of a job is for jobs of the same owner only.
  package var owner: String
  /// The job's name: the default output is `<name>.png`.
  package var name: String
  /// The random seed if the job has no `seed` of its own; 0..<2^53.
  package var seed: Int
  package var sources: [Source]
  /// Plugins, by their files, that are loaded for this job unless the worker has them already.
  package var plugins: [String] = []
  /// For the message about an unknown effect: effects that the worker does not have.
  package var otherEffects = OtherEffects()
  /// The scale of all outputs; `nil` for the job's own.
  package var scale: Double?
  /// Whether a template gave the document, whose lines the author does not know.
  package var isEvaluated = false
  /// Whether the report includes a timeline of all stages, layers and effects, and the plan: where
  /// everything is and what is rendered of it.
  package var isTraced: Bool
  /// Whether an image of each layer is an output, too.
  package var showsLayers: Bool
  /// Whether the reply to a request to validate has the places of everything.
  package var isMeasured = false
  /// The machine's environment, with which the job's own is compared: "" if it was not read because the document does
  /// not seem to have one; `nil` if any will do.
  package var environment: String?
  package var limits: RenderLimits

  package init(
    owner: String = "", name: String, seed: Int, sources: [Source], scale: Double? = nil,
    isTraced: Bool = false, showsLayers: Bool = false, limits: RenderLimits = RenderLimits()
  ) {
    self.owner = owner
    self.name = name
    self.seed = seed
    self.sources = sources
    self.scale = scale
    self.isTraced = isTraced
    self.showsLayers = showsLayers
    self.limits = limits
  }

  package init(fields: FieldReader) throws(FieldError) {
    owner = try fields.string("owner")
    name = try fields.string("name")
    seed = try fields.integer("seed", in: 0...((1 << 53) - 1))
    sources = try fields.list("sources")
    plugins = try fields.strings("plugins")
    otherEffects = try fields.record("otherEffects")
    scale = try fields.optionalNumber("scale")
    isEvaluated = try fields.boolean("evaluated")
    isTraced = try fields.boolean("trace")
    showsLayers = try fields.boolean("layers")
    isMeasured = try fields.boolean("measure")
    environment = try fields.optionalString("environment")
    limits = try fields.record("limits")
  }

  package var json: JSON {
    [
      "owner": .string(owner), "name": .string(name), "seed": .integer(seed),
      "sources": .array(sources.map(\.json)), "plugins": .array(plugins.map(JSON.string)),
      "otherEffects": otherEffects.json, "scale": scale.map(JSON.number) ?? .null,
      "evaluated": .boolean(isEvaluated), "trace": .boolean(isTraced),
      "layers": .boolean(showsLayers), "measure": .boolean(isMeasured),
      "environment": environment.map(JSON.string) ?? .null, "limits": limits.json,
    ]
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

  /// How many attachments the message has.
  var attachments: Int { 1 + sources.count { $0.unavailable == nil } }
}
