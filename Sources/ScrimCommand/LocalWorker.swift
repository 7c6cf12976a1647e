import Glibc
package import ScrimJSON
import ScrimLinux
package import ScrimProtocol
import ScrimSpool
package import ScrimSupervisor
import SystemPackage

/// A `scrim-worker` of the command's own, in the same sandbox as the daemon's, so that a picture
/// is the same from either and a crash is an exit status.
package struct LocalWorker {
  private let worker: Worker
  private var limits = RenderLimits()
  /// The plugins that ended, or held up, the worker that loaded them.
  private let crashed: [RefusedFile]

  /// - Parameters:
  ///   - plugins: Folders of plugins that come before those of the installation.
  ///   - isAlone: Whether there are to be no others.
  ///   - isDebugged: Whether it has no sandbox and no time limit, and prints a backtrace when it crashes.
  /// - Throws: A ``Failure`` when there is no worker to be had.
  package init(plugins: [String], isAlone: Bool = false, isDebugged: Bool = false) throws {
    do {
      var program = try Self.program(plugins: plugins, isAlone: isAlone)
      program.options.isDebugged = isDebugged
      // Some thirty years.
      if isDebugged { limits.seconds = 1 << 30 }
      (worker, crashed) = try program.startWithoutCrashingPlugins()
    } catch {
      throw Failure(.crash, "\(error).")
    }
  }

  private init(_ worker: Worker) {
    self.worker = worker
    crashed = []
  }

  private static func program(
    plugins: [String], isAlone: Bool
  ) throws(WorkerError) -> WorkerProgram {
    try WorkerProgram.find(
      plugins: plugins, besidesInstalled: !isAlone, limits: RenderLimits())
  }

  /// A worker that lacks nothing but its plugins, for when there are others.
  package struct Standby {
    private let standby: StandbyWorker

    /// Starts one, and does not wait for it. Is `nil` when there is none to be had; who needs a worker
    /// then hears why.
    ///
    /// - Parameter plugins: Folders of plugins that come before those of the installation.
    package init?(plugins: [String]) {
      guard let program = try? LocalWorker.program(plugins: plugins, isAlone: false),
        let standby = try? StandbyWorker(program)
      else { return nil }
      self.standby = standby
    }

    /// Whether it is as one that is started now.
    package var isUpToDate: Bool { standby.isUpToDate }

    /// The worker with the plugins that there are now; `nil` if it has ended, or if it ended while it
    /// loaded them: who starts one hears why.
    package var worker: LocalWorker? {
      guard let worker = try? standby.worker() else { return nil }
      return LocalWorker(worker)
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
    let number = open("/proc/\(processID)/status", O_RDONLY | O_CLOEXEC)
    guard number >= 0,
      let bytes = try? OwnedDescriptor(owning: number).readAll(limit: 1 << 16, of: "its status")
    else { return nil }
    let key = "TracerPid:\t"
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(key) }.flatMap { Int($0.dropFirst(key.count)) }
  }

  /// Why it should draw no other job; `nil` if it may.
  package var retireReason: String? { worker.retireReason }

  /// Has a job drawn or checked.
  ///
  /// - Parameters:
  ///   - kind: Draw, or only check.
  ///   - job: The job.
  ///   - scale: The scale of all outputs; `nil` leaves it to the job.
  ///   - seed: Seeds what is random where the job has no seed of its own, 0..<2^53.
  ///   - isTraced: Whether the report is to have a timeline and the plan.
  ///   - showsLayers: Whether the picture of each layer is wanted, too.
  ///   - onStep: Told what the worker is at.
  /// - Returns: How it ended.
  /// - Throws: A ``Failure`` when the job's folder can't be opened.
  package func answer(
    _ kind: RenderRequest.Kind, _ job: JobFile, scale: Double? = nil,
    seed: Int = .random(in: 0..<(1 << 53)), isTraced: Bool = false, showsLayers: Bool = false,
    onStep: (WorkerStep) -> Void = { _ in }
  ) throws -> WorkerAnswer {
    let number = open(job.folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw Failure(.io, "\(job.folder) cannot be opened.") }
    // Whoever gives the command may read what they may read: absolute names lead anywhere.
    let roots = SourceRoots(allowed: ["/"], files: limits.inputs, fileBytes: limits.inputBytes)
    let request: RenderJob
    do {
      request = try RenderJob(
        kind: kind, document: job.bytes, content: .job(job.bytes, within: limits), name: job.name,
        seed: seed, folder: OwnedDescriptor(owning: number), isBundle: job.isBundle, roots: roots,
        scale: scale, isTraced: isTraced, showsLayers: showsLayers, limits: limits)
    } catch {
      throw Failure(.io, "\(error).")
    }
    return request.run(in: worker, onStep: onStep)
  }

  /// The effects that the worker has, and the plugins that it refused.
  package func effects() throws -> JSON {
    let answer = worker.ask(.effects)
    guard case .effects(let list) = answer else { throw Failure(answer, of: "scrim effects") }
    return list
  }

  /// The JSON Schema of jobs with the effects that the worker has.
  package func schema() throws -> JSON {
    let answer = worker.ask(.schema)
    guard case .schema(let schema) = answer else { throw Failure(answer, of: "scrim schema") }
    return schema
  }

  /// Holds an effect to what it declares.
  ///
  /// - Parameters:
  ///   - effect: One of the worker's.
  ///   - scope: How much is looked at.
  ///   - onStep: Told what the worker is at.
  /// - Returns: How it ended: a report, or a crash.
  package func check(
    _ effect: String, _ scope: CheckRequest.Scope, onStep: (WorkerStep) -> Void
  ) -> WorkerAnswer {
    worker.ask(
      .check(CheckRequest(effect: effect, scope: scope)), allowed: .running(effect), onStep: onStep)
  }
}

extension WorkerStep {
  /// As in "compose, layer 2, glow".
  package var words: String {
    let place = layer.map { ", layer \($0)" } ?? ""
    return effect.map { "\(stage)\(place), \($0)" } ?? "\(stage)\(place)"
  }
}

extension Failure {
  /// For an answer that is none: a crash, or an error of the system.
  package init(_ answer: WorkerAnswer, of what: String) {
    switch answer {
    case .crashed(let crash): self.init(.crash, "\(what): \(crash.words).")
    case .systemError(let reason): self.init(.io, "\(what): \(reason).")
    case .stopped: self.init(.io, "\(what): stopped before it finished.")
    case .failed(let diagnostics):
      self.init(.dataError, "\(what): \(diagnostics.map(\.message).joined(separator: " "))")
    case .finished, .effects, .schema, .checked:
      self.init(.crash, "\(what): unexpected answer from the worker.")
    }
  }
}
