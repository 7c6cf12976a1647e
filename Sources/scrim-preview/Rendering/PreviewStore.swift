import ScrimDocument
import ScrimProtocol
import Synchronization

/// The latest drawing, and the requests that wait for a newer one.
final class PreviewStore: Sendable {
  fileprivate struct State {
    var drawing: Drawing?
    var effects: EffectListing?
    /// The last pictures, of saved jobs and of tried ones.
    var images: [Drawing.Images] = []
    var waiting: [Int: CheckedContinuation<Drawing?, Never>] = [:]
    var waited = 0
  }

  /// Those that a page may still be about to fetch: some of one that drags a slider, and the saved.
  fileprivate static let maxImages = 6

  private let state = Mutex(State())

  /// Stores what was rendered of the saved state, and wakes those who wait.
  ///
  /// - Parameters:
  ///   - drawing: The drawing; without pictures of its own it keeps those of before.
  ///   - effects: Those that there were to draw with.
  func publish(_ drawing: Drawing, effects: EffectListing?) {
    let (drawing, waiting) = state.withLock { state in
      var drawing = drawing
      drawing.version = (state.drawing?.version ?? 0) + 1
      drawing.images = drawing.images ?? state.drawing?.images
      state.drawing = drawing
      state.effects = effects
      state.keep(drawing.images)
      defer { state.waiting = [:] }
      return (drawing, state.waiting.values)
    }
    for waiting in waiting { waiting.resume(returning: drawing) }
  }

  /// Keeps the pictures of a drawing that was only tried.
  func keep(_ drawing: Drawing) {
    state.withLock { $0.keep(drawing.images) }
  }

  var effects: EffectListing? { state.withLock(\.effects) }

  /// One of the pictures that are still there.
  ///
  /// - Parameters:
  ///   - number: Of the pictures that belong together.
  ///   - index: Which of these.
  /// - Returns: Its format and its file; `nil` if it is gone.
  func image(_ number: Int, _ index: Int) -> (format: String, bytes: [UInt8])? {
    state.withLock { state in
      guard let outputs = state.images.first(where: { $0.number == number })?.outputs,
        outputs.indices.contains(index)
      else { return nil }
      return (outputs[index].info.format, outputs[index].bytes)
    }
  }

  /// Waits for a drawing after the one that is known.
  ///
  /// - Parameters:
  ///   - version: The one that is known, 0 if none is.
  ///   - time: How long at most.
  /// - Returns: The newest; `nil` when the time is up.
  func drawing(after version: Int, within time: Duration) async -> Drawing? {
    await withCheckedContinuation { continuation in
      let (known, number) = state.withLock { state -> (Drawing?, Int) in
        if let drawing = state.drawing, drawing.version != version { return (drawing, 0) }
        state.waited += 1
        state.waiting[state.waited] = continuation
        return (nil, state.waited)
      }
      if let known { return continuation.resume(returning: known) }
      Task {
        try? await Task.sleep(for: time)
        let late = state.withLock { $0.waiting.removeValue(forKey: number) }
        late?.resume(returning: nil)
      }
    }
  }
}

extension PreviewStore.State {
  fileprivate mutating func keep(_ images: Drawing.Images?) {
    guard let images, !self.images.contains(where: { $0.number == images.number }) else {
      return
    }
    self.images.append(images)
    guard self.images.count > PreviewStore.maxImages else { return }
    // Never those on the wall.
    let kept = drawing?.images?.number
    if let oldest = self.images.firstIndex(where: { $0.number != kept }) {
      self.images.remove(at: oldest)
    }
  }
}
