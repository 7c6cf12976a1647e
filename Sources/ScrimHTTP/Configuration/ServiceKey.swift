package import ScrimDocument
import ScrimService

/// A key of the service: who signs links, and what may be spent on them.
package struct ServiceKey: Sendable, Hashable {
  /// The key's name in payloads, and its jobs' tenant.
  package let name: String
  /// Files of secrets, each with one or more.
  package var secretFiles: [String] = []
  /// Images that are rendered per minute; what is cached does not count.
  package var rendersPerMinute = 600
  /// Images that are rendered at the same time; 0 for as many as there are workers.
  package var parallel = 0
  /// Images that wait for a worker.
  package var waiting = 100
  /// Jobs that are submitted per minute; 0 for a key that submits none.
  package var jobsPerMinute = 60
  /// Unfinished jobs.
  package var jobs = 100
  /// Bytes of a body.
  package var bodyBytes = 16 << 20
  /// Bodies that arrive at the same time.
  package var uploads = 4
  /// Whether it may read `/metrics`, which has the figures of all keys.
  package var metrics = false
  /// What one image may cost.
  package var limits = RenderLimits()

  package static let family = "key"

  package init(name: String) {
    self.name = name
    limits.seconds = 10
    limits.outputBytes = 16 << 20
    limits.canvasPixels = 25_000_000
  }

  static var keys: [SettingsKey<ServiceKey>] {
    [
      .init(family, "secret-files", .texts(\.secretFiles)),
      .init(family, "renders-per-minute", .integer(\.rendersPerMinute, 1...1_000_000)),
      .init(family, "parallel", .integer(\.parallel, 0...1024)),
      .init(family, "waiting", .integer(\.waiting, 1...100_000)),
      .init(family, "jobs-per-minute", .integer(\.jobsPerMinute, 0...1_000_000)),
      .init(family, "jobs", .integer(\.jobs, 1...100_000)),
      .init(family, "body-bytes", .integer(\.bodyBytes, 1024...(1 << 30))),
      .init(family, "uploads", .integer(\.uploads, 1...256)),
      .init(family, "metrics", .boolean(\.metrics)),
      .init(family, "canvas-pixels", .integer(\.limits.canvasPixels, 1...(1 << 40))),
      .init(family, "output-bytes", .integer(\.limits.outputBytes, 1...(1 << 30))),
      .init(family, "seconds", .integer(\.limits.seconds, 1...600)),
    ]
  }

  /// The table in messages: `key.shop`.
  package var table: String { "\(Self.family).\(name)" }
}
