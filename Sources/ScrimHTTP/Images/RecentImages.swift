import Synchronization

/// The images that were sent last, in memory.
///
/// Of two generations the older one is dropped when the newer one is full, so that a hit costs a look into two tables
/// and never a search.
final class RecentImages: Sendable {
  private struct State {
    var newer: [ImageIdentity: RenderedImage] = [:]
    var older: [ImageIdentity: RenderedImage] = [:]
    /// Of the newer generation.
    var bytes = 0
  }

  /// Of both generations together.
  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: Bytes of images; 0 keeps none.
  init(limit: Int) {
    self.limit = limit
  }

  subscript(identity: ImageIdentity) -> RenderedImage? {
    state.withLock { state in
      if let image = state.newer[identity] { return image }
      guard let image = state.older[identity] else { return nil }
      insert(image, &state)
      return image
    }
  }

  func insert(_ image: RenderedImage) {
    state.withLock { insert(image, &$0) }
  }

  private func insert(_ image: RenderedImage, _ state: inout State) {
    let bytes = image.bytes.count
    // One image must not drop all others.
    guard bytes <= limit / 8, state.newer[image.identity] == nil else { return }
    if state.bytes + bytes > limit / 2 {
      state.older = state.newer
      (state.newer, state.bytes) = ([:], 0)
    }
    state.newer[image.identity] = image
    state.bytes += bytes
  }
}
