import Glibc
package import ScrimDocument
import ScrimJSON
package import ScrimLinux
import ScrimProtocol
import ScrimRecords
package import ScrimWorkerClient
import SystemPackage

/// A `scrim-worker` of the command's own, in the same sandbox as the daemon's, so that a picture
/// is the same from either and a crash is an exit status.
package struct LocalWorker {
  let worker: Worker
  let program: WorkerProgram
  /// Reads the environment that a job's own is compared with; `nil` if any will do.
  let environments: EnvironmentReader?
  /// Where the files of URLs come from; `nil` where URLs are errors.
  let fetcher: SourceFetcher?
  private(set) var limits: RenderLimits
  /// Once set, what it renders, validates or evaluates is given up.
  package var stop: ShutdownEvent?
  /// The plugins that ended, or held up, the worker that loaded them.
  private let crashed: [RefusedFile]

  /// - Parameters:
  ///   - plugins: Folders of plugins that come before those of the installation.
  ///   - fonts: Font files and folders of fonts besides the installed ones and the user's.
  ///   - isAlone: Whether there are to be no others.
  ///   - isDebugged: Whether it has no sandbox and no time limit, and prints a backtrace when it crashes.
  ///   - environments: Reads the environment that a job's own is compared with; `nil` if any will do.
  ///   - fetcher: Where the files of URLs come from; `nil` where URLs are errors.
  ///   - limits: What a job may cost.
  /// - Throws: A ``Failure`` when there is no worker to be had.
  package init(
    plugins: [String], fonts: [String] = [], isAlone: Bool = false, isDebugged: Bool = false,
    environments: EnvironmentReader? = nil, fetcher: SourceFetcher? = nil,
    limits: RenderLimits = RenderLimits()
  ) throws {
    try Self.requireFonts(fonts)
    self.environments = environments
    self.fetcher = fetcher
    self.limits = limits
    do {
      var program = try Self.program(
        plugins: plugins, fonts: fonts, isAlone: isAlone, limits: limits)
      program.options.isDebugged = isDebugged
      // Some thirty years.
      if isDebugged { self.limits.seconds = 1 << 30 }
      // Root's, if it only tries a plugin, has no more rights than the daemon's.
      program.options.isUnprivileged = isAlone && geteuid() == 0
      self.program = program
      // What a plugin prints must not control the terminal; a debugger's user sees it as it is.
      let report: ((WorkerOutputLog.Line) -> Void)? = isDebugged ? nil : { Self.show($0) }
      (worker, crashed) = try program.startWithoutCrashingPlugins(
        maxLines: Self.maxOutputLines, report: report)
    } catch {
      throw Failure(.crash, "\(error).")
    }
  }

  /// Lines of a plugin that are printed for each job.
  private static let maxOutputLines = 1000

  private static func show(_ line: WorkerOutputLog.Line) {
    switch line.content {
    case .text(let text): StandardStream.error.write("\(printable(text))\n")
    case .dropped(let count): StandardStream.error.write("… \(count) more lines dropped\n")
    }
  }

  private init(_ worker: Worker, _ program: WorkerProgram, _ fetcher: SourceFetcher?) {
    self.worker = worker
    self.program = program
    self.fetcher = fetcher
    environments = nil
    limits = RenderLimits()
    crashed = []
  }

  /// The environment of a worker that is started with these plugins and fonts.
  ///
  /// - Throws: A ``Failure``.
  package static func environment(
    plugins: [String], fonts: [String], by reader: EnvironmentReader
  ) throws -> RenderEnvironment {
    try requireFonts(fonts)
    do {
      return try environment(
        of: program(plugins: plugins, fonts: fonts, isAlone: false), by: reader)
    } catch let error as WorkerError {
      throw Failure(.crash, "\(error).")
    }
  }

  static func environment(
    of program: WorkerProgram, by reader: EnvironmentReader
  ) throws -> RenderEnvironment {
    do {
      return try reader.read(program).environment
    } catch let error as WorkerFailure {
      throw Failure(error, of: "the environment")
    } catch {
      throw Failure(.io, "\(error).")
    }
  }

  private static func requireFonts(_ fonts: [String]) throws {
    if let path = fonts.first(where: { access($0, R_OK) != 0 }) {
      throw Failure(.missing, "\(path): no such file or folder of fonts.")
    }
  }

  private static func program(
    plugins: [String], fonts: [String], isAlone: Bool, limits: RenderLimits = RenderLimits()
  ) throws(WorkerError) -> WorkerProgram {
    var program = try WorkerProgram.find(
      plugins: plugins, besidesInstalled: !isAlone, limits: limits)
    program.options.fonts = fonts + (isAlone ? [] : userFonts())
    return program
  }

  /// The folders of the user's own fonts, which the environment of a worker does not name.
  private static func userFonts() -> [String] {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let home = variable("HOME") else { return [] }
    let data = variable("XDG_DATA_HOME") ?? "\(home)/.local/share"
    return ["\(home)/.fonts", "\(data)/fonts"].filter { access($0, R_OK | X_OK) == 0 }
  }

  /// A worker that lacks nothing but its plugins, for when there are others.
  package struct Standby {
    private let standby: StandbyWorker
    private let program: WorkerProgram

    /// Starts one, and does not wait for it. `nil` if none can be started; the error is thrown at first use.
    ///
    /// - Parameters:
    ///   - plugins: Folders of plugins that come before those of the installation.
    ///   - fonts: Font files and folders of fonts besides the installed ones and the user's.
    package init?(plugins: [String], fonts: [String] = []) {
      guard
        let program = try? LocalWorker.program(plugins: plugins, fonts: fonts, isAlone: false),
        let standby = try? StandbyWorker(program)
      else { return nil }
      self.standby = standby
      self.program = program
    }

    /// Whether it is as one that is started now.
    package var isUpToDate: Bool { standby.isUpToDate }

    /// The worker with the plugins that there are now.
    ///
    /// - Parameter fetcher: Where the files of URLs come from.
    /// - Returns: `nil` if it has ended, or if it ended while it loaded them: who starts one hears why.
    package func worker(_ fetcher: SourceFetcher) -> LocalWorker? {
      guard let worker = try? standby.loaded() else { return nil }
      return LocalWorker(worker, program, fetcher)
    }
  }

  /// The plugins that the worker refused, a line each: "Refused my/libGlow.so: …".
  package var refusals: [String] {
    let reasons = Dictionary(crashed.map { ($0.path, $0.reason) }) { first, _ in first }
    return worker.refused.map { "Refused \($0.path): \(reasons[$0.path] ?? $0.reason)" }
  }

  /// The number of its process.
  package var processID: Int32 { worker.processID }

  /// Waits until a debugger has attached to it, or it has ended.
  package func waitForDebugger() {
    while let tracer = tracer(), tracer == 0 { usleep(50_000) }
  }

  /// The process that traces it, 0 for none; `nil` if it has ended (proc(5), TracerPid).
  private func tracer() -> Int? {
    let number = Glibc.open("/proc/\(processID)/status", O_RDONLY | O_CLOEXEC)
    guard number >= 0,
      let bytes = try? OwnedDescriptor(owning: number).readAll(limit: 1 << 16, of: "its status")
    else { return nil }
    let key = "TracerPid:\t"
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(key) }.flatMap { Int($0.dropFirst(key.count)) }
  }

  /// Why it should draw no other job; `nil` if it may.
  package var retireReason: String? { worker.retireReason }
}
