import ScrimJSON

/// What one job may cost. All ceilings are inclusive.
public struct RenderLimits: Sendable, Hashable {
  /// Pixels of the canvas, scale included.
  public var canvasPixels = 100_000_000
  /// Bytes of each input file.
  public var inputBytes = 64 << 20
  /// Pixels of each input picture.
  public var inputPixels = 50_000_000
  /// Input files.
  public var inputs = 64
  /// Outputs.
  public var outputs = 64
  /// Layers, those in groups too.
  public var layers = 256
  /// Nesting of the document.
  public var depth = 64
  /// Bytes of the document.
  public var jobBytes = 4 << 20
  /// Bytes of all outputs together.
  public var outputBytes = 256 << 20
  /// Wall-clock seconds for all of it.
  public var seconds = 60
  /// Memory of the worker, bytes.
  public var memory = 2 << 30

  public init() {}

  private static var keys: [(String, WritableKeyPath<RenderLimits, Int>)] {
    [
      ("canvasPixels", \.canvasPixels), ("inputBytes", \.inputBytes),
      ("inputPixels", \.inputPixels), ("inputs", \.inputs),
      ("outputs", \.outputs), ("layers", \.layers), ("depth", \.depth),
      ("jobBytes", \.jobBytes), ("outputBytes", \.outputBytes), ("seconds", \.seconds),
      ("memory", \.memory),
    ]
  }

  var json: JSON {
    .object(Self.keys.map { JSON.Member($0.0, .integer(self[keyPath: $0.1])) })
  }

  /// Limits that are not named keep their defaults.
  init(json: JSON?) throws(ChannelError) {
    for (key, path) in Self.keys {
      guard let value = json?[key] else { continue }
      guard let number = value.integer, number >= 0 else {
        throw ChannelError(.malformed, "limit \(key) is not a valid number")
      }
      self[keyPath: path] = number
    }
  }
}
