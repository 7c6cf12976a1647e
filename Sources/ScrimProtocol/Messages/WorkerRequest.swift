public import ScrimJSON

/// A job to draw, or only to check.
///
/// Its descriptors are the document, then the sources that could be opened, in order.
public struct RenderRequest: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    case render
    /// Finds all errors that can be found without drawing.
    case validate
  }

  /// A file that the job names.
  public struct Source: Sendable, Hashable {
    /// As the job writes it.
    public var name: String
    /// Why it could not be opened, as a sentence for the job's author; `nil` when its descriptor
    /// is sent along.
    public var unavailable: String?

    public init(name: String, unavailable: String? = nil) {
      self.name = name
      self.unavailable = unavailable
    }
  }

  public var kind: Kind
  /// On whose behalf: what a worker keeps of a job is for others of the same owner only.
  public var owner: String
  /// The job's name: the default output is `<name>.png`.
  public var name: String
  /// Seeds what is random where the job has no `seed` of its own; 0..<2^53.
  public var seed: Int
  public var sources: [Source]
  /// Plugins, by their files, that are loaded for this job unless the worker has them already.
  public var plugins: [String] = []
  /// What the message about an unknown effect says of effects that the worker does not have.
  public var otherEffects = OtherEffects()
  /// The scale of all outputs in place of the job's own, if whoever asks wants another.
  public var scale: Double?
  /// Whether the report is to have a timeline of all stages, layers and effects, and the plan: where
  /// everything lies and what is drawn of it.
  public var isTraced: Bool
  /// Whether the picture of each layer is wanted, too.
  public var showsLayers: Bool
  public var limits: RenderLimits

  public init(
    kind: Kind = .render, owner: String = "", name: String, seed: Int, sources: [Source],
    scale: Double? = nil,
    isTraced: Bool = false, showsLayers: Bool = false, limits: RenderLimits = RenderLimits()
  ) {
    self.kind = kind
    self.owner = owner
    self.name = name
    self.seed = seed
    self.sources = sources
    self.scale = scale
    self.isTraced = isTraced
    self.showsLayers = showsLayers
    self.limits = limits
  }

  /// The index of each source's descriptor among those of the message (0 is the document), `nil`
  /// for one that could not be opened; in the order of ``sources``.
  public var descriptorIndices: [Int?] {
    var next = 1
    return sources.map { source in
      guard source.unavailable == nil else { return nil }
      defer { next += 1 }
      return next
    }
  }
}

/// What a supervisor asks of a worker.
public enum WorkerRequest: Sendable, Hashable {
  case render(RenderRequest)
  /// All effects with their declarations, and the plugins that were refused.
  case effects
  /// The JSON Schema of jobs with all effects.
  case schema
  /// Whether an effect keeps what it declares.
  case check(CheckRequest)

  /// What goes with a memory file that the worker has asked for in the midst of its work.
  public static let allocated: JSON = ["type": "room"]
  /// Tells a worker that was started as a spare to load the plugins.
  public static let load: JSON = ["type": "load"]

  public var json: JSON {
    switch self {
    case .effects:
      return ["type": "effects"]
    case .schema:
      return ["type": "schema"]
    case .check(let request):
      return [
        "type": "check", "effect": .string(request.effect),
        "scope": .string(request.scope.rawValue),
      ]
    case .render(let request):
      let sources = request.sources.map { source in
        JSON.object(
          [JSON.Member("name", .string(source.name))]
            + (source.unavailable.map { [JSON.Member("unavailable", .string($0))] } ?? []))
      }
      return [
        "type": .string(request.kind.rawValue), "owner": .string(request.owner),
        "name": .string(request.name),
        "seed": .integer(request.seed), "sources": .array(sources),
        "plugins": .array(request.plugins.map(JSON.string)),
        "otherEffects": request.otherEffects.json,
        "scale": request.scale.map(JSON.number) ?? .null, "trace": .boolean(request.isTraced),
        "layers": .boolean(request.showsLayers), "limits": request.limits.json,
      ]
    }
  }

  /// Reads a request that came with so many descriptors.
  ///
  /// - Throws: ``ChannelError`` malformed.
  public init(json: JSON, descriptors: Int) throws(ChannelError) {
    switch json["type"]?.string {
    case "effects":
      self = .effects
      return
    case "schema":
      self = .schema
      return
    case "check":
      guard let effect = json["effect"]?.string,
        let scope = json["scope"]?.string.flatMap(CheckRequest.Scope.init(rawValue:))
      else { throw ChannelError(.malformed, "invalid request") }
      self = .check(CheckRequest(effect: effect, scope: scope))
      return
    default:
      break
    }
    guard let kind = json["type"]?.string.flatMap(RenderRequest.Kind.init(rawValue:)),
      let owner = json["owner"]?.string, let name = json["name"]?.string,
      let seed = json["seed"]?.integer, (0..<(1 << 53)).contains(seed),
      let list = json["sources"]?.array
    else { throw ChannelError(.malformed, "invalid request") }
    var sources: [RenderRequest.Source] = []
    for entry in list {
      guard let name = entry["name"]?.string else {
        throw ChannelError(.malformed, "a source has no name")
      }
      sources.append(.init(name: name, unavailable: entry["unavailable"]?.string))
    }
    var request = RenderRequest(
      kind: kind, owner: owner, name: name, seed: seed, sources: sources,
      scale: json["scale"]?.number,
      isTraced: json["trace"]?.boolean ?? false, showsLayers: json["layers"]?.boolean ?? false,
      limits: try RenderLimits(json: json["limits"]))
    request.plugins = (json["plugins"]?.array ?? []).compactMap(\.string)
    request.otherEffects = OtherEffects(json: json["otherEffects"])
    guard descriptors == 1 + sources.count(where: { $0.unavailable == nil }) else {
      throw ChannelError(.malformed, "a request has \(descriptors) descriptors")
    }
    self = .render(request)
  }
}
