import ScrimCodecs
import ScrimJSON
import ScrimJob
import ScrimKit

/// Knows whose code is running, so that an error gets its place in the job, and a crash or a hang
/// the name of the effect that it was in.
final class EffectTracker {
  private let job: Job
  private let progress: (Renderer.Progress) -> Void
  private let timeline: Timeline?
  /// The stage, then the effects that are running, the innermost last: one may have asked for its
  /// input again, or for the picture of another layer.
  private var running: [Renderer.Progress]

  init(
    _ job: Job, timeline: Timeline? = nil, progress: @escaping (Renderer.Progress) -> Void
  ) {
    self.job = job
    self.timeline = timeline
    self.progress = progress
    running = []
  }

  /// Notes that a stage begins.
  func begin(_ stage: Renderer.Progress) {
    running = [stage]
    progress(stage)
  }

  /// Does what is done to one layer in a stage.
  ///
  /// - Parameters:
  ///   - step: The stage, with the layer's index.
  ///   - layer: The layer.
  ///   - activity: What is done, as the subject of a sentence.
  ///   - body: Does it.
  /// - Returns: What `body` returns.
  /// - Throws: `OutOfMemory` at the layer; what else `body` throws.
  func during<R>(
    _ step: Renderer.Progress, of layer: Layer, _ activity: String, _ body: () throws -> R
  ) throws -> R {
    // When this is done, nothing is announced until the next step: a message costs a system call.
    let outer = running
    running.append(step)
    progress(step)
    defer { running = outer }
    do {
      return try body()
    } catch {
      throw error.placedIfOutOfMemory(at: layer.path, activity)
    }
  }

  /// Encodes an output.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: `OutOfMemory` at the outputs; what else `body` throws.
  func encode<R>(_ body: () throws -> R) throws -> R {
    begin(.encode)
    do {
      return try body()
    } catch {
      throw error.placedIfOutOfMemory(at: ["output"], "encoding")
    }
  }

  /// Runs a step of an effect; its errors become errors at the effect's place in the job.
  ///
  /// - Parameters:
  ///   - use: The effect.
  ///   - layer: The index of its layer in the document.
  ///   - body: Calls the effect.
  /// - Returns: What `body` returns.
  /// - Throws: `JobDiagnostics`; `OutOfMemory`; what else `body` throws.
  func on<R>(_ use: EffectUse, ofLayer layer: Int, _ body: () throws -> R) throws -> R {
    running.append(.effect(name: use.name, layer: layer))
    running.last.map(progress)
    let start = ContinuousClock.now
    defer {
      timeline?.add(.effect, use.name, layer: layer, duration: ContinuousClock.now - start)
      running.removeLast()
      running.last.map(progress)
    }
    do {
      return try body()
    } catch let error as EffectError {
      throw JobDiagnostics(diagnostics: [job.diagnostic(error, of: use)])
    } catch let error as TextDiagnostic {
      throw job.diagnostics(error, at: use.path)
    } catch let error as DrawingError where error.isOutOfMemory {
      throw OutOfMemory(path: use.path, activity: "effect \"\(use.name)\"", reason: error.message)
    } catch let error where !error.isOfHost {
      // An error of the plugin's own type is the effect's too, and no trouble of the machine.
      throw JobDiagnostics(diagnostics: [job.diagnostic(EffectError("\(error)"), of: use)])
    }
  }
}

extension Error {
  /// Whether the error has its meaning for the renderer already, whichever effect passes it on.
  fileprivate var isOfHost: Bool {
    self is JobDiagnostics || self is OutOfMemory || self is DrawingError
  }

  /// Adds the place to an error that says that there is no memory.
  ///
  /// - Parameters:
  ///   - path: The place in the document.
  ///   - activity: What was being done.
  /// - Returns: The error with its place; any other as it is.
  func placedIfOutOfMemory(at path: [PathElement], _ activity: String) -> any Error {
    switch self {
    case let error as DrawingError where error.isOutOfMemory:
      OutOfMemory(path: path, activity: activity, reason: error.message)
    case let error as CodecError where error.code == .memory:
      OutOfMemory(path: path, activity: activity, reason: "out of memory")
    default: self
    }
  }
}
