import ScrimDocument
public import ScrimSpool
import Synchronization

/// Which effects crash too often to be used: three different jobs within ten minutes.
///
/// Jobs that need such an effect are put into `hold/`. A plugin that is added or replaced, or a new start of
/// the daemon, begins anew.
public final class EffectHealth: Sendable {
  private struct Crash {
    let job: JobID
    let time: ContinuousClock.Instant
  }

  private static let jobs = 3
  private static let window = Duration.seconds(600)
  private let crashes = Mutex<[String: [Crash]]>([:])

  public init() {}

  /// Notes a crash.
  public func note(_ effect: String, job: JobID, now: ContinuousClock.Instant = .now) {
    crashes.withLock { crashes in
      guard !Self.isSick(crashes[effect] ?? []) else { return }
      let recent = (crashes[effect] ?? []).filter { now - $0.time < Self.window && $0.job != job }
      crashes[effect] = recent + [Crash(job: job, time: now)]
    }
  }

  /// The effects that are not used any more, sorted.
  public var disabled: [String] {
    crashes.withLock { $0.filter { Self.isSick($0.value) }.keys.sorted() }
  }

  /// Lets every effect be used again: after a plugin was changed.
  func forget() {
    crashes.withLock { $0 = [:] }
  }

  /// The first effect of a document that is not used any more.
  func sick(in document: [UInt8], limits: Limits) -> String? {
    let disabled = Set(disabled)
    guard !disabled.isEmpty, let node = try? Node.parse(document, limits: limits) else {
      return nil
    }
    return Self.first(of: disabled, in: node)
  }

  private static func isSick(_ crashes: [Crash]) -> Bool { crashes.count >= jobs }

  private static func first(of names: Set<String>, in node: Node) -> String? {
    if let name = node["effect"]?.string, names.contains(name) { return name }
    let inner = node.array ?? node.object?.filter { !$0.isAnnotation }.map(\.value) ?? []
    for child in inner {
      if let found = first(of: names, in: child) { return found }
    }
    return nil
  }
}
