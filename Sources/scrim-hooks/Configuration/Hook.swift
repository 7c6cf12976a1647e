import ScrimService

/// A program or an endpoint that learns of finished jobs.
struct Hook: Sendable, Equatable {
  enum Kind: String, Sendable, CaseIterable {
    /// `[program.NAME]`: gets the report on standard input.
    case program
    /// `[endpoint.NAME]`: gets it as the body of an HTTPS request.
    case endpoint
  }

  let kind: Kind
  /// Unique among all hooks; the name of its folders and the label of its metrics.
  let name: String
  /// Statuses of jobs that it wants: `done`, `failed`.
  var events = ["done", "failed"]
  /// Deliveries at the same time.
  var parallel = 2
  /// Limit of one delivery.
  var limit = Duration.seconds(30)

  /// Program: its path and arguments.
  var command: [String] = []

  var url = ""
  /// A file with one secret per line.
  var secretFile = ""
  /// "" means the system's certificate authorities.
  var caFile = ""

  /// The table in messages: `endpoint.shop`.
  var table: String { "\(kind.rawValue).\(name)" }

  /// The keys of a kind.
  static func keys(of kind: Kind) -> [SettingsKey<Hook>] {
    let own: [SettingsKey<Hook>] =
      switch kind {
      case .program: [.init(kind.rawValue, "command", .texts(\.command))]
      case .endpoint:
        [
          .init(kind.rawValue, "url", .text(\.url)),
          .init(kind.rawValue, "secret-file", .text(\.secretFile)),
          .init(kind.rawValue, "ca-file", .text(\.caFile)),
        ]
      }
    return own + [
      .init(kind.rawValue, "events", .choices(\.events, ["done", "failed"])),
      .init(kind.rawValue, "seconds", .duration(\.limit, .seconds(1), 1...3600)),
      .init(kind.rawValue, "parallel", .integer(\.parallel, 1...64)),
    ]
  }

  /// Whether a name can be a folder and a metric's label.
  static func isName(_ name: String) -> Bool {
    (1...40).contains(name.utf8.count) && !name.hasPrefix("-")
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      }
  }
}
