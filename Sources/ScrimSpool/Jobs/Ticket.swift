import ScrimDocument
package import ScrimJSON

/// The record made when a job is accepted.
public struct Ticket: Sendable, Hashable {
  /// The job's name.
  public var name: String
  /// The user who dropped it.
  public var user: UInt32
  /// Seed of random numbers, the same for all attempts; 0..<2^53.
  public var seed: Int
  /// Time of acceptance: UTC, milliseconds since 1970.
  public var time: Int
  /// The submission, if `scrim submit` dropped the job.
  public var token: String?
  /// Whether the job's files are next to its document.
  public var isBundle: Bool

  init(drop: DropName, user: UInt32, time: Int) {
    name = drop.job
    token = drop.token
    isBundle = drop.isBundle
    self.user = user
    self.time = time
    seed = Int.random(in: 0..<(1 << 53))
  }

  package init?(json: JSON) {
    guard let name = json["name"]?.string, DropName.violation(in: name) == nil,
      let user = json["uid"]?.integer.flatMap(UInt32.init(exactly:)),
      let seed = json["seed"]?.integer, (0..<(1 << 53)).contains(seed),
      let time = json["time"]?.integer, let isBundle = json["bundle"]?.boolean
    else { return nil }
    self.name = name
    self.user = user
    self.seed = seed
    self.time = time
    self.isBundle = isBundle
    token = json["token"]?.string.flatMap { DropName.isToken($0) ? $0 : nil }
  }

  package var json: JSON {
    var members: [JSON.Member] = [
      .init("name", .string(name)), .init("uid", .integer(Int(user))),
      .init("seed", .integer(seed)), .init("time", .integer(time)),
      .init("bundle", .boolean(isBundle)),
    ]
    if let token { members.append(.init("token", .string(token))) }
    return .object(members)
  }

  /// The name of the job's report in `out/`.
  package func reportName(_ status: JobReport.Status) -> String {
    name + (status == .done ? ReportName.doneSuffix : ReportName.failedSuffix)
  }
}
