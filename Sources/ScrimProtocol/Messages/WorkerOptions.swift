/// The command line of `scrim-worker`, written by who starts it and read by the worker.
public struct WorkerOptions: Sendable, Hashable {
  /// Plugins and folders of plugins, which the worker may read.
  public var plugins: [String]
  /// Those that it loads at start, in this order. Others are loaded when a request names them.
  public var loaded: [String]
  /// Plugins that are passed over: they crashed while they were loaded.
  public var without: [String] = []
  /// The memory that the worker may write to, bytes.
  public var memory: Int
  /// The largest output, bytes.
  public var outputBytes: Int
  /// What the worker may keep of jobs for later ones, bytes: decoded pictures and parts of canvases.
  public var cacheBytes = 192 << 20

  /// Whether the worker waits for ``WorkerRequest/load`` before it loads plugins.
  public var isStandby = false

  /// Whether the worker is to be debugged: it has no sandbox, and prints a backtrace when it crashes. For
  /// the command of an effect's author; the daemon never sets it.
  public var isDebugged = false

  public init(plugins: [String], limits: RenderLimits = RenderLimits()) {
    self.plugins = plugins
    loaded = plugins
    memory = limits.memory
    outputBytes = limits.outputBytes
  }

  /// The arguments, without the program's name.
  public var arguments: [String] {
    var all = ["--memory", "\(memory)", "--output-bytes", "\(outputBytes)"]
    all += ["--cache", "\(cacheBytes)", "--spare", isStandby ? "1" : "0"]
    if isDebugged { all += ["--debug", "1"] }
    for path in plugins { all += ["--plugins", path] }
    for path in loaded { all += ["--load", path] }
    for plugin in without { all += ["--without", plugin] }
    return all
  }

  /// Reads arguments, without the program's name.
  ///
  /// - Throws: ``ChannelError`` malformed, naming the argument.
  public init(arguments: some Sequence<String>) throws(ChannelError) {
    self.init(plugins: [])
    var rest = arguments.makeIterator()
    while let name = rest.next() {
      guard let value = rest.next() else {
        throw ChannelError(.malformed, "\(name) has no value")
      }
      switch name {
      case "--plugins": plugins.append(value)
      case "--load": loaded.append(value)
      case "--without": without.append(value)
      case "--memory": memory = try Self.count(value, of: name)
      case "--output-bytes": outputBytes = try Self.count(value, of: name)
      case "--spare": isStandby = try Self.count(value, of: name, least: 0) > 0
      case "--debug": isDebugged = try Self.count(value, of: name, least: 0) > 0
      case "--cache": cacheBytes = try Self.count(value, of: name, least: 0)
      default: throw ChannelError(.malformed, "unknown argument \(name)")
      }
    }
  }

  private static func count(
    _ text: String, of name: String, least: Int = 1
  ) throws(ChannelError) -> Int {
    guard let count = Int(text), count >= least else {
      throw ChannelError(.malformed, "\(name) \(text) is not a valid number")
    }
    return count
  }
}
