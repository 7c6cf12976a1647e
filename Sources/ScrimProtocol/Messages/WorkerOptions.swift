package import ScrimDocument
package import ScrimJSON

/// How a worker starts: the first message that it receives, before it enters its sandbox.
package struct WorkerOptions: Sendable, Hashable, Record {
  /// Plugins and folders of plugins, which the worker may read.
  package var plugins: [String] = []
  /// Those that it loads at start, in this order. Others are loaded when a request names them.
  package var loaded: [String] = []
  /// Plugins that are passed over: they crashed while they were loaded.
  package var without: [String] = []
  /// Font files and folders of fonts besides the installed ones, which the worker may read. For the command; the daemon
  /// never sets them.
  package var fonts: [String] = []
  /// The memory that the worker may write to, bytes.
  package var memory = 0
  /// The largest file that the worker writes, bytes: an output, or a font of a job.
  package var outputBytes = 0
  /// What the worker may cache of jobs for later ones, bytes: decoded images and parts of canvases.
  package var cacheBytes = 192 << 20

  /// Whether the worker waits for ``WorkerRequest/load`` before it loads plugins.
  package var isStandby = false

  /// Whether the worker is to be debugged: it has no sandbox, and prints a backtrace when it crashes. For
  /// the command of an effect's author; the daemon never sets it.
  package var isDebugged = false

  /// Whether a worker of root's becomes nobody's before it loads a plugin. For the commands that try a plugin.
  package var isUnprivileged = false

  package init(plugins: [String], limits: RenderLimits = RenderLimits()) {
    self.plugins = plugins
    loaded = plugins
    memory = limits.memory
    outputBytes = max(limits.outputBytes, limits.fontBytes)
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("plugins", &plugins)
    try fields.required("loaded", &loaded)
    try fields.required("without", &without)
    try fields.optional("fonts", &fonts, default: [])
    try fields.required("memory", &memory, in: 1 ... .max)
    try fields.required("outputBytes", &outputBytes, in: 1 ... .max)
    try fields.required("cacheBytes", &cacheBytes, in: 0 ... .max)
    try fields.required("standby", &isStandby)
    try fields.required("debug", &isDebugged)
    try fields.required("unprivileged", &isUnprivileged)
  }
}
