import ScrimKit

/// Why a layer has no place, though nothing is wrong with it.
enum LayoutPending: Error {
  /// What it refers to has an error, which is told there.
  case unplaceable
  /// The height of the canvas is not known yet.
  case waiting
}

/// Notes what an effect asked for and could not be told. Its answer counts for nothing then, also
/// where it made do without.
final class DependencyProbe {
  private(set) var pending: LayoutPending?

  func note(_ pending: LayoutPending) {
    self.pending = self.pending ?? pending
  }

  /// Runs a step of an effect.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: `LayoutPending` if the effect asked for what is not known; otherwise what `body` throws.
  func check<R>(_ body: () throws -> R) throws -> R {
    let result = Result { try body() }
    if let pending { throw pending }
    return try result.get()
  }
}
