import Glibc
import ScrimDocument
import ScrimLinux
import ScrimProtocol
import ScrimSpool
import ScrimSupervisor
import SystemPackage

/// A `scrim-worker` of the command's own, in the same sandbox as the daemon's, so that a picture
/// is the same from either and a crash is an exit status.
struct LocalWorker {
  private let worker: Worker
  private let limits = RenderLimits()

  /// - Parameters:
  ///   - plugins: Folders of plugins that come before those of the installation.
  ///   - isAlone: Whether there are to be no others.
  /// - Throws: A ``Failure`` when there is no worker to be had.
  init(plugins: [String], isAlone: Bool = false) throws {
    do {
      worker = try Worker(
        try WorkerProgram.find(plugins: plugins, besidesInstalled: !isAlone, limits: limits))
    } catch {
      throw Failure(.crash, "\(error).")
    }
  }

  /// Has a job drawn or checked.
  ///
  /// - Parameters:
  ///   - kind: Draw, or only check.
  ///   - job: The job.
  ///   - scale: The scale of all outputs; `nil` leaves it to the job.
  ///   - isTraced: Whether the report is to have a timeline.
  ///   - console: Shows on a terminal what the worker is at.
  /// - Returns: How it ended.
  /// - Throws: A ``Failure`` when the job's folder can't be opened.
  func answer(
    _ kind: RenderRequest.Kind, _ job: JobFile, scale: Double? = nil, isTraced: Bool = false,
    console: Console
  ) throws -> WorkerAnswer {
    let number = open(job.folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw Failure(.io, "\(job.folder) can't be opened.") }
    let seed = Int.random(in: 0..<(1 << 53))
    // Whoever gives the command may read what they may read: absolute names lead anywhere.
    let roots = SourceRoots(allowed: ["/"], files: limits.inputs, fileBytes: limits.inputBytes)
    let request: RenderJob
    do {
      request = try RenderJob(
        kind: kind, document: job.bytes, name: job.name, seed: seed,
        folder: OwnedDescriptor(owning: number), isBundle: job.isBundle, roots: roots,
        scale: scale, isTraced: isTraced, limits: limits)
    } catch {
      throw Failure(.io, "\(error).")
    }
    return request.run(in: worker) { step in
      console.progress("\(job.name): \(step.words) …")
    }
  }

  /// The effects that the worker has, and the plugins that it refused.
  func effects() throws -> JSON {
    let answer = worker.ask(.effects)
    guard case .effects(let list) = answer else { throw Failure(answer, of: "scrim effects") }
    return list
  }

  /// The JSON Schema of jobs with the effects that the worker has.
  func schema() throws -> JSON {
    let answer = worker.ask(.schema)
    guard case .schema(let schema) = answer else { throw Failure(answer, of: "scrim schema") }
    return schema
  }

  /// Holds an effect to what it declares.
  ///
  /// - Parameters:
  ///   - effect: One of the worker's.
  ///   - scope: How much is looked at.
  ///   - console: Shows on a terminal what the worker is at.
  /// - Returns: How it ended: a report, or a crash.
  func check(
    _ effect: String, _ scope: CheckRequest.Scope, console: Console
  ) -> WorkerAnswer {
    worker.ask(.check(CheckRequest(effect: effect, scope: scope))) { step in
      console.progress("\(effect): \(step.stage) …")
    }
  }
}

extension WorkerStep {
  fileprivate var words: String {
    let place = layer.map { ", layer \($0)" } ?? ""
    return effect.map { "\(stage)\(place), \($0)" } ?? "\(stage)\(place)"
  }
}

extension Failure {
  /// For an answer that is none: a crash, or trouble of the machine.
  init(_ answer: WorkerAnswer, of what: String) {
    switch answer {
    case .crashed(let crash): self.init(.crash, "\(what): \(crash.words).")
    case .machineTrouble(let reason): self.init(.io, "\(what): \(reason).")
    case .stopped: self.init(.io, "\(what): stopped before it was done.")
    case .finished, .failed, .effects, .schema, .checked:
      self.init(.crash, "\(what): the worker answered something else.")
    }
  }
}
