import Glibc
package import ScrimDocument
import ScrimRecords
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
  /// Its role on the queue's server; "" for one of the key's name.
  package var queueRole = ""
  /// Bytes of a body.
  package var bodyBytes = 16 << 20
  /// Bodies that arrive at the same time.
  package var uploads = 4
  /// Hosts from which the sources of its jobs and links are fetched: names, `*.` and a name for all below it, or `*`
  /// for any.
  package var fetchHosts: [String] = []
  /// For how long links use what was fetched for them, before the servers are asked again.
  package var fetchMaxAge = Duration.seconds(300)
  /// Time limit of all sources of a job or a link.
  package var fetchLimit = Duration.seconds(60)
  /// Bytes of all sources of a job or a link.
  package var fetchBytes = 256 << 20
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
      .init(family, "queue-role", .text(\.queueRole)),
      .init(family, "body-bytes", .integer(\.bodyBytes, 1024...(1 << 30))),
      .init(family, "uploads", .integer(\.uploads, 1...256)),
      .init(family, "fetch-hosts", .texts(\.fetchHosts)),
      .init(family, "fetch-seconds", .duration(\.fetchLimit, .seconds(1), 1...600)),
      .init(family, "fetch-max-age-seconds", .duration(\.fetchMaxAge, .seconds(1), 1...86_400)),
      .init(family, "fetch-bytes", .integer(\.fetchBytes, 1...(1 << 40))),
      .init(family, "metrics", .boolean(\.metrics)),
      .init(family, "canvas-pixels", .integer(\.limits.canvasPixels, 1...(1 << 40))),
      .init(family, "output-bytes", .integer(\.limits.outputBytes, 1...(1 << 30))),
      .init(family, "seconds", .integer(\.limits.seconds, 1...600)),
    ]
  }

  /// Whether a text is one of ``fetchHosts``.
  static func isHost(_ text: String) -> Bool {
    if text == "*" { return true }
    let name = text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
    return !name.isEmpty
      && name.utf8.allSatisfy {
        isLetterOrDigit($0) && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || "-.[:]".utf8.contains($0)
      }
  }

  /// On whose behalf workers evaluate and render.
  var owner: Owner {
    // The configuration has checked the names of keys.
    Owner(user: geteuid(), tenant: name) ?? Owner(user: geteuid())
  }

  /// Its login role on the queue's server, which is the tenant of its jobs.
  var role: String { queueRole.isEmpty ? name : queueRole }

  /// The table in messages: `key.shop`.
  package var table: String { "\(Self.family).\(name)" }
}
