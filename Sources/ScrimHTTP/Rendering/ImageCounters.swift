/// Figures since the start of the service.
struct ImageCounters: Sendable {
  /// Where the images of answers came from.
  enum Source: String, CaseIterable {
    /// Answered with 304.
    case unchanged
    case memory, disk, rendered
  }

  var images: [Source: Int] = [:]
  var renders = 0
  /// Of all renders.
  var renderSeconds = 0.0
  var failedRenders = 0
  /// Given up, since no client waited for them.
  var abandonedRenders = 0
}
