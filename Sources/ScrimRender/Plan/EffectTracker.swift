import ScrimCodecs
import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimKit

/// Tracks the running step and effect. Errors thus get a position in the job, and a crash or a hang is attributed to
/// the effect that caused it.
final class EffectTracker {
  private let job: Job
  private let progress: (Renderer.Progress) -> Void
  private let timeline: Timeline?
  /// The stage, then the running effects, the innermost last. Effects nest if one requests its input again or the
  /// image of another layer.
  private var running: [Renderer.Progress]

  init(
    _ job: Job, timeline: Timeline? = nil, progress: @escaping (Renderer.Progress) -> Void
  ) {
    self.job = job
    self.timeline = timeline
    self.progress = progress
    running = []
  }

  /// Records the start of a stage.
  func begin(_ stage: Renderer.Progress) {
    running = [stage]
    progress(stage)
  }

  /// Runs a stage's work on one layer.
  ///
  /// - Parameters:
  ///   - step: The stage, with the layer's index.
  ///   - layer: The layer.
  ///   - activity: The activity, as the subject of a sentence.
  ///   - body: The work.
  /// - Returns: The result of `body`.
  /// - Throws: `OutOfMemory` at the layer; other errors of `body`.
  func during<R>(
    _ step: Renderer.Progress, of layer: Layer, _ activity: String, _ body: () throws -> R
  ) throws -> R {
    // The end of a step is not announced until the next one begins: each message costs a system call.
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
  /// - Returns: The result of `body`.
  /// - Throws: `OutOfMemory` at the outputs; other errors of `body`.
  func encode<R>(_ body: () throws -> R) throws -> R {
    begin(.encode)
    do {
      return try body()
    } catch {
      throw error.placedIfOutOfMemory(at: ["output"], "encoding")
    }
  }

  /// Runs a step of an effect or a content. Its errors are reported at its position in the job.
  ///
  /// - Parameters:
  ///   - use: The effect or the content.
  ///   - layer: The index of its layer in the document.
  ///   - body: Calls it.
  /// - Returns: The result of `body`.
  /// - Throws: `JobDiagnostics`; `OutOfMemory`; other errors of `body`.
  func on<R>(_ use: some PluginUse, ofLayer layer: Int, _ body: () throws -> R) throws -> R {
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
      throw OutOfMemory(
        path: use.path, activity: ContentName.words(use.name), reason: error.message)
    } catch let error where !error.isOfHost {
      // An error of the plugin's own type is the effect's too, not a system error.
      throw JobDiagnostics(diagnostics: [job.diagnostic(EffectError("\(error)"), of: use)])
    }
  }
}

extension Error {
  /// Whether the error is one of the renderer's own, whichever effect passes it on.
  fileprivate var isOfHost: Bool {
    self is JobDiagnostics || self is OutOfMemory || self is DrawingError
  }

  /// Adds a position to an out-of-memory error.
  ///
  /// - Parameters:
  ///   - path: The position in the document.
  ///   - activity: The activity that failed.
  /// - Returns: The error with its position; any other error unchanged.
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
