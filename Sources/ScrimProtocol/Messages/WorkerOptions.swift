package import ScrimDocument
package import ScrimJSON

/// How a worker starts: the first message that it receives, before it enters its sandbox.
package struct WorkerOptions: Sendable, Hashable, JSONRecord {
  /// Plugins and folders of plugins, which the worker may read.
  package var plugins: [String]
  /// Those that it loads at start, in this order. Others are loaded when a request names them.
  package var loaded: [String]
  /// Plugins that are passed over: they crashed while they were loaded.
  package var without: [String] = []
  /// Font files and folders of fonts besides the installed ones, which the worker may read. For the command; the daemon
  /// never sets them.
  package var fonts: [String] = []
  /// The memory that the worker may write to, bytes.
  package var memory: Int
  /// The largest file that the worker writes, bytes: an output, or a font of a job.
  package var outputBytes: Int
  /// What the worker may cache of jobs for later ones, bytes: decoded images and parts of canvases.
  package var cacheBytes = 192 << 20

  /// Whether the worker waits for ``WorkerRequest/load`` before it loads plugins.
  package var isStandby = false

  /// Whether the worker is to be debugged: it has no sandbox, and prints a backtrace when it crashes. For
  /// the command of an effect's author; the daemon never sets it.
  package var isDebugged = false

  package init(plugins: [String], limits: RenderLimits = RenderLimits()) {
    self.plugins = plugins
    loaded = plugins
    memory = limits.memory
    outputBytes = max(limits.outputBytes, limits.fontBytes)
  }

  package init(fields: FieldReader) throws(FieldError) {
    plugins = try fields.strings("plugins")
    loaded = try fields.strings("loaded")
    without = try fields.strings("without")
    fonts = fields.optionalValue("fonts") == nil ? [] : try fields.strings("fonts")
    memory = try fields.integer("memory", in: 1 ... .max)
    outputBytes = try fields.integer("outputBytes", in: 1 ... .max)
    cacheBytes = try fields.integer("cacheBytes", in: 0 ... .max)
    isStandby = try fields.boolean("standby")
    isDebugged = try fields.boolean("debug")
  }

  package var json: JSON {
    [
      "plugins": .array(plugins.map(JSON.string)), "loaded": .array(loaded.map(JSON.string)),
      "fonts": .array(fonts.map(JSON.string)),
      "without": .array(without.map(JSON.string)), "memory": .integer(memory),
      "outputBytes": .integer(outputBytes), "cacheBytes": .integer(cacheBytes),
      "standby": .boolean(isStandby), "debug": .boolean(isDebugged),
    ]
  }
}
