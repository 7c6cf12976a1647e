import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimWorkerClient
import Synchronization
import SystemPackage

/// Checks effects in parallel: each in two workers, as many at once as there are CPUs.
struct EffectChecks: Sendable {
  /// A file or folder of plugins.
  let plugin: String
  /// The parts to check; empty means all.
  let parts: [String]
  /// The folder for files that show findings, in a folder for each effect; `nil` if they are not kept.
  var evidence: String?

  /// An effect in one worker.
  private struct Task: Sendable {
    let effect: String
    let scope: CheckRequest.Scope
  }

  private enum Result: Sendable {
    case checked(EffectCheck)
    case crashed(WorkerCrash)
    case failed(Failure)
  }

  /// Whether images are compared with those of a second worker.
  private var comparesWorkers: Bool {
    parts.isEmpty || parts.contains(CheckRequest.workersPart)
  }

  /// - Parameters:
  ///   - effects: Names of effects of the plugin.
  ///   - console: Shows the progress.
  /// - Returns: The verdicts, in the order of the names.
  /// - Throws: A `Failure` if a check could not run.
  func run(_ effects: [String], _ console: Console) throws -> [EffectVerdict] {
    let scopes: [CheckRequest.Scope] = comparesWorkers ? [.everything, .images] : [.everything]
    let tasks = effects.flatMap { effect in scopes.map { Task(effect: effect, scope: $0) } }
    let results = Mutex([Result?](repeating: nil, count: tasks.count))
    let next = Mutex(0)
    let latest = Mutex("")
    let work: @Sendable () -> Void = {
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < tasks.count else { return }
        let result = run(tasks[index]) { text in latest.withLock { $0 = text } }
        results.withLock { $0[index] = result }
      }
    }
    do {
      let count = min(tasks.count, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
      let threads = try (0..<count).map { _ in try Thread(work) }
      while console.hasTerminal,
        results.withLock({ all in all.contains { if case nil = $0 { true } else { false } } })
      {
        console.progress(latest.withLock { $0 })
        usleep(100_000)
      }
      for thread in threads { thread.join() }
    } catch {
      throw Failure(.io, "scrim effects check: \(error).")
    }
    let all = results.withLock { $0 }
    return try effects.indices.map { index in
      try verdict(on: effects[index], Array(all[(index * scopes.count)...].prefix(scopes.count)))
    }
  }

  private func verdict(on effect: String, _ results: [Result?]) throws -> EffectVerdict {
    var checked: [EffectCheck] = []
    for result in results {
      switch result {
      case .checked(let report): checked.append(report)
      case .crashed(let crash): return EffectVerdict(effect, crash)
      case .failed(let failure): throw failure
      case nil: throw Failure(.io, "scrim effects check: \(effect): not checked.")
      }
    }
    guard let first = checked.first else {
      throw Failure(.io, "scrim effects check: \(effect): not checked.")
    }
    return EffectVerdict(first, again: checked.count > 1 ? checked[1] : nil)
  }

  private func run(_ task: Task, onProgress: @escaping (String) -> Void) -> Result {
    do {
      let worker = try LocalWorker(plugins: [plugin], isAlone: true)
      let inner = parts.filter { $0 != CheckRequest.workersPart }
      let request = CheckRequest(
        effect: task.effect, scope: task.scope,
        parts: parts.isEmpty ? CheckRequest.parts : inner,
        keepsEvidence: evidence != nil && task.scope == .everything)
      let (outcome, files) = try worker.check(request) {
        onProgress("\(task.effect): \($0.stage) …")
      }
      // The names are the plugin's.
      if let evidence, CheckRequest.mayName(task.effect) {
        let folder = FilePath(evidence).appending(task.effect.replacing(":", with: "-"))
        for file in files {
          try OutputFile(at: folder.appending(file.info.file)).write(file.content)
        }
      }
      switch outcome {
      case .finished(let report): return .checked(report)
      case .failed(let diagnostics):
        let messages = diagnostics.map(\.message).joined(separator: " ")
        return .failed(Failure(.dataError, "scrim effects check: \(messages)"))
      }
    } catch WorkerFailure.crashed(let crash) {
      return .crashed(crash)
    } catch let failure as WorkerFailure {
      return .failed(Failure(failure, of: "scrim effects check"))
    } catch let failure as Failure {
      return .failed(failure)
    } catch {
      return .failed(Failure(.io, "scrim effects check: \(error)."))
    }
  }
}
