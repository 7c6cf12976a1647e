import ScrimKit

/// Why a layer has no place, though nothing is wrong with it.
enum Hold: Error {
  /// What it refers to has a mistake, which is told there.
  case unplaceable
  /// The height of the canvas is not known yet.
  case waiting
}

/// Notes what an effect asked for and could not be told. Its answer counts for nothing then, also
/// where it made do without.
final class Watch {
  private(set) var hold: Hold?

  func note(_ hold: Hold) {
    self.hold = self.hold ?? hold
  }

  /// Runs a step of an effect.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: `Hold` if the effect asked for what is not known; otherwise what `body` throws.
  func check<R>(_ body: () throws -> R) throws -> R {
    let result = Result { try body() }
    if let hold { throw hold }
    return try result.get()
  }
}
