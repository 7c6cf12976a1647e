public import ScrimJSON

/// A finished picture, whose bytes travel in a sealed memory file beside it.
public struct OutputInfo: Sendable, Hashable {
  /// The name below the output folder.
  public var file: String
  /// `png`, `jpeg`, …
  public var format: String
  /// Pixels.
  public var width: Int
  public var height: Int
  public var bytes: Int
  /// The layer that alone is on it, by its index in the document; `nil` for what the job asks for.
  public var layer: Int?

  public init(
    file: String, format: String, width: Int, height: Int, bytes: Int, layer: Int? = nil
  ) {
    self.file = file
    self.format = format
    self.width = width
    self.height = height
    self.bytes = bytes
    self.layer = layer
  }
}

/// A plugin that a worker has loaded.
public struct WorkerPlugin: Sendable, Hashable {
  /// Its file.
  public let path: String
  /// The effects that it brought.
  public let effects: [String]

  public init(path: String, effects: [String]) {
    self.path = path
    self.effects = effects
  }

  /// The name of its file: `libGlow.so`.
  public var file: String { path.fileName }

  /// Where its build for x86-64-v3 is, if there is one (ld.so(8), glibc-hwcaps).
  public var variantPath: String {
    "\(path.dropLast(file.count))glibc-hwcaps/x86-64-v3/\(file)"
  }

  public var json: JSON { ["path": .string(path), "effects": .array(effects.map(JSON.string))] }

  /// Reads what ``json`` wrote.
  public init?(json: JSON) {
    guard let path = json["path"]?.string else { return nil }
    self.init(path: path, effects: (json["effects"]?.array ?? []).compactMap(\.string))
  }
}

extension String {
  /// What stands after the last slash of a path.
  package var fileName: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}

/// A message of a worker.
///
/// It sends `loading` before each plugin that it loads, and then `ready`. Each request is answered by any number of
/// `loading`, `progress` and `output` and exactly one of `finished`, `failed`, `effects`, `schema` or `checked`. At any
/// time it may ask for `room`. A worker never reports system errors: the supervisor finds those.
public enum WorkerResponse: Sendable, Hashable {
  /// Sent before each plugin is loaded, so that a crash can be put down to it.
  case loading(plugin: String)
  /// The sandbox is on and the plugins are loaded, but for those `refused`.
  case ready(lacking: [String], refused: [RefusedFile] = [], plugins: [WorkerPlugin] = [])
  /// A memory file of so many bytes is needed for what is said next.
  case allocate(bytes: Int)
  /// Sent *before* each stage and each effect, so that a crash can be put down to it.
  case progress(stage: String, layer: Int?, effect: String?)
  case output(OutputInfo)
  /// The worker's part of the report.
  case finished(JSON)
  /// The job's errors.
  case failed([Diagnostic])
  case effects(JSON)
  case schema(JSON)
  /// What held of an effect, and what did not.
  case checked(JSON)

  public var json: JSON {
    switch self {
    case .loading(let plugin): return ["type": "loading", "plugin": .string(plugin)]
    case .ready(let lacking, let refused, let plugins):
      return [
        "type": "ready", "lacking": .array(lacking.map(JSON.string)),
        "refused": .array(refused.map(\.json)), "plugins": .array(plugins.map(\.json)),
      ]
    case .allocate(let bytes): return ["type": "room", "bytes": .integer(bytes)]
    case .progress(let stage, let layer, let effect):
      return [
        "type": "progress", "stage": .string(stage),
        "layer": layer.map(JSON.integer) ?? .null, "effect": effect.map(JSON.string) ?? .null,
      ]
    case .output(let info):
      return [
        "type": "output", "file": .string(info.file), "format": .string(info.format),
        "width": .integer(info.width), "height": .integer(info.height),
        "bytes": .integer(info.bytes), "layer": info.layer.map(JSON.integer) ?? .null,
      ]
    case .finished(let report): return ["type": "finished", "report": report]
    case .failed(let diagnostics):
      return ["type": "failed", "problems": .array(diagnostics.map(\.json))]
    case .effects(let list): return ["type": "effects", "effects": list]
    case .schema(let schema): return ["type": "schema", "schema": schema]
    case .checked(let report): return ["type": "checked", "report": report]
    }
  }

  /// The same, with why the worker should do no other job.
  public func json(retireReason: String?) -> JSON {
    guard let retireReason, let members = json.object else { return json }
    return .object(members + [JSON.Member("worn", .string(retireReason))])
  }

  /// Why the worker that sent this should do no other job; `nil` if it may.
  public static func retireReason(_ message: JSON) -> String? { message["worn"]?.string }

  /// Reads a response.
  ///
  /// - Throws: ``ChannelError`` malformed.
  public init(json: JSON) throws(ChannelError) {
    switch json["type"]?.string {
    case "loading":
      guard let plugin = json["plugin"]?.string else { throw Self.notUnderstood }
      self = .loading(plugin: plugin)
    case "ready":
      self = .ready(
        lacking: (json["lacking"]?.array ?? []).compactMap(\.string),
        refused: (json["refused"]?.array ?? []).compactMap(RefusedFile.init(json:)),
        plugins: (json["plugins"]?.array ?? []).compactMap(WorkerPlugin.init(json:)))
    case "room":
      guard let bytes = json["bytes"]?.integer, bytes > 0 else { throw Self.notUnderstood }
      self = .allocate(bytes: bytes)
    case "progress":
      self = .progress(
        stage: json["stage"]?.string ?? "", layer: json["layer"]?.integer,
        effect: json["effect"]?.string)
    case "output":
      self = .output(try OutputInfo(json: json))
    case "finished":
      guard let report = json["report"] else { throw Self.notUnderstood }
      self = .finished(report)
    case "failed":
      guard let list = json["problems"]?.array else { throw Self.notUnderstood }
      self = .failed(list.compactMap(Diagnostic.init(json:)))
    case "effects":
      guard let list = json["effects"] else { throw Self.notUnderstood }
      self = .effects(list)
    case "schema":
      guard let schema = json["schema"] else { throw Self.notUnderstood }
      self = .schema(schema)
    case "checked":
      guard let report = json["report"] else { throw Self.notUnderstood }
      self = .checked(report)
    default:
      throw Self.notUnderstood
    }
  }

  private static var notUnderstood: ChannelError {
    ChannelError(.malformed, "invalid answer from the worker")
  }
}

extension OutputInfo {
  init(json: JSON) throws(ChannelError) {
    guard let file = json["file"]?.string, let format = json["format"]?.string,
      let width = json["width"]?.integer, let height = json["height"]?.integer,
      let bytes = json["bytes"]?.integer, width >= 0, height >= 0, bytes >= 0
    else { throw ChannelError(.malformed, "invalid output message") }
    self.init(
      file: file, format: format, width: width, height: height, bytes: bytes,
      layer: json["layer"]?.integer)
  }
}
