import Synchronization

/// What comes again in jobs, as workers tell it, for those that start later: a worker that is new does not know
/// that the photo of its first job has been in a hundred before, and would keep it only at the second.
///
/// They are numbers that say nothing of the contents. A worker that tells wrong ones has others keep
/// what is of no use, within what they may keep.
public final class Recurrence: Sendable {
  /// So many of the last are known.
  private static let most = 128
  private let state = Mutex<[Int]>([])

  public init() {}

  /// The latest last.
  var marks: [Int] { state.withLock { $0 } }

  func note(_ marks: [Int]) {
    guard !marks.isEmpty else { return }
    state.withLock { known in
      known.removeAll { marks.contains($0) }
      known += marks
      known.removeFirst(max(0, known.count - Self.most))
    }
  }
}
