import Glibc
@_spi(Host) import ScrimKit
import ScrimLinux
import ScrimProtocol
import ScrimRender

/// There is no client: the program was started by hand.
struct NoChannel: Error, CustomStringConvertible {
  let description = "started by scrimd or scrim, not directly; try `scrim render`."
}

/// From a new process to one that may be given jobs.
enum Startup {
  /// The descriptor of the socket.
  private static let socket: Int32 = 3

  /// The connection to the program that started this one.
  ///
  /// - Throws: ``NoChannel``.
  static func line() throws -> Channel {
    var about = stat()
    guard fstat(socket, &about) == 0, about.st_mode & S_IFMT == S_IFSOCK else { throw NoChannel() }
    return Channel(OwnedDescriptor(owning: socket), requestsMemoryFiles: true)
  }

  /// Waits for the first message: how to start, and where to write the steps.
  ///
  /// - Throws: `ChannelError` closed when there is none, malformed when it is another; `SystemError`.
  static func options(
    from line: Channel
  ) throws -> (options: WorkerOptions, steps: StepBoard) {
    let (request, files) = try request(from: line)
    guard case .start(let options) = request else {
      throw ChannelError(.malformed, "the first message does not hold the worker's options")
    }
    return (options, StepBoard(cell: try SharedCell(files[0]), line: line))
  }

  /// Enters the sandbox, opens the fonts, and loads the plugins in it.
  ///
  /// - Parameters:
  ///   - options: How to start.
  ///   - line: Where the word to load plugins comes from.
  ///   - steps: Where plugins are announced.
  /// - Returns: The renderer, what its health is judged by, and what this kernel can't deny it.
  /// - Throws: `SystemError` when the sandbox could not be switched on; `ChannelError` when a standby
  ///   worker gets another request than to load plugins, or is not needed.
  static func renderer(
    _ options: WorkerOptions, _ line: Channel, _ steps: StepBoard
  ) throws -> (JobRenderer, WorkerHealth, lacking: [String]) {
    // A debugger may not look into the sandbox.
    let lacking = options.isDebugged ? [] : try enterSandbox(options)
    let fonts = InstalledFonts(FontFolders.files(in: options.fonts))
    let fontThreads = WorkerHealth.countFontThreads()
    if options.isStandby { try waitForLoadRequest(on: line) }
    let plugins = PluginSet(options) { steps.show(.loading($0)) }
    let renderer = JobRenderer(
      plugins: plugins, fonts: fonts, cacheBytes: options.cacheBytes,
      memory: options.memory,
      line: line)
    return (renderer, WorkerHealth(memory: options.memory, fontThreads: fontThreads), lacking)
  }

  /// - Returns: What this kernel can't deny the process.
  private static func enterSandbox(_ options: WorkerOptions) throws(SystemError) -> [String] {
    let libraries = LoadedLibraries.folders()
    return try Sandbox.enter(
      readOnlyPaths: Sandbox.systemPaths + libraries + options.plugins + options.fonts
        + fontConfigurations(),
      limits: Sandbox.Limits(
        memory: UInt64(options.memory), fileBytes: UInt64(options.outputBytes)),
      isUnprivileged: options.isUnprivileged)
  }

  /// The configuration of fonts that the worker was started with in place of `/etc/fonts`, which fontconfig reads in
  /// the sandbox.
  private static func fontConfigurations() -> [String] {
    let names = ["FONTCONFIG_FILE", "FONTCONFIG_PATH"]
    return names.compactMap { name in
      getenv(name).map { String(cString: $0) }
    }.filter { $0.hasPrefix("/") }
  }

  /// Waits until the plugins are to be loaded.
  private static func waitForLoadRequest(on line: Channel) throws(ChannelError) {
    guard case (.load, _) = try request(from: line) else {
      throw ChannelError(
        .malformed, "a standby worker received a request before it had loaded plugins")
    }
  }

  private static func request(
    from line: Channel
  ) throws(ChannelError) -> (WorkerRequest, [OwnedDescriptor]) {
    guard let (message, attached) = try line.receive() else {
      throw ChannelError(.closed, "this worker is no longer needed")
    }
    return (try WorkerRequest(json: message, attached), attached.descriptors)
  }
}

/// The font files in folders and below them.
enum FontFolders {
  private static let extensions: Set<Substring> = ["ttf", "otf", "ttc", "otc"]
  private static let maxDepth = 4
  private static let maxFiles = 1000

  /// The files in a stable order, so that the same fonts are chosen each time.
  ///
  /// - Parameter paths: Font files and folders.
  /// - Returns: The paths of the files.
  static func files(in paths: [String]) -> [String] {
    Array(paths.flatMap { files(at: $0, depth: 0) }.prefix(maxFiles))
  }

  private static func files(at path: String, depth: Int) -> [String] {
    if let names = depth < maxDepth ? try? Folder.names(at: path) : nil {
      return names.sorted().filter { !$0.hasPrefix(".") }
        .flatMap { files(at: "\(path)/\($0)", depth: depth + 1) }
    }
    let suffix = path.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
    return extensions.contains(suffix[...]) ? [path] : []
  }
}

/// Where the libraries lie that this process was started with: the Swift runtime's among them,
/// wherever it is installed. Plugins may need more of the same folders.
enum LoadedLibraries {
  /// The folders, each once.
  static func folders() -> [String] {
    var folders: [String] = []
    for path in mappedFiles() where path.hasSuffix(".so") || path.contains(".so.") {
      guard let slash = path.lastIndex(of: "/") else { continue }
      let folder = String(path[..<slash])
      if !folders.contains(folder) { folders.append(folder) }
    }
    return folders
  }

  private static func mappedFiles() -> [String] {
    guard let maps = try? OwnedDescriptor.open("/proc/self/maps", O_RDONLY),
      let bytes = try? maps.readAll(limit: 1 << 20, of: "memory maps")
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }
  }
}

/// Lines for the log, with a priority where journald reads it and without one for people.
enum Journal {
  static func error(_ text: String) {
    let prefix = LogPriority.isReadByJournal ? LogPriority.error.prefix : ""
    StandardStream.error.write("\(prefix)scrim-worker: \(text)\n")
  }
}
