public import ScrimJSON
public import ScrimProtocol
public import ScrimSpool

/// A plugin that is not used for some owners' jobs, since it crashed.
public struct DisabledPlugin: Sendable, Hashable {
  public let plugin: WorkerPlugin
  /// In whose jobs it crashed.
  public let owners: [Owner]
  /// Whether it is disabled for everybody.
  public let isForAll: Bool

  public init(plugin: WorkerPlugin, owners: [Owner], isForAll: Bool) {
    self.plugin = plugin
    self.owners = owners
    self.isForAll = isForAll
  }

  /// As in "disabled for user 1000".
  public var scope: String {
    guard !isForAll else { return "for all users" }
    let users = owners.map(\.description).joined(separator: ", ")
    return "for \(owners.count == 1 ? "user" : "users") \(users)"
  }

  /// What the daemon's status has of it.
  public var json: JSON {
    .object(
      (plugin.json.object ?? []) + [
        JSON.Member("scope", .string(scope)),
        JSON.Member("users", .array(owners.map { .integer(Int($0.user)) })),
        JSON.Member("forAll", .boolean(isForAll)),
      ])
  }

  /// Reads what ``json`` wrote.
  public init?(json: JSON) {
    guard let plugin = WorkerPlugin(json: json), let users = json["users"]?.array,
      let isForAll = json["forAll"]?.boolean
    else { return nil }
    self.init(
      plugin: plugin,
      owners: users.compactMap { $0.integer.flatMap(UInt32.init(exactly:)).map(Owner.init(user:)) },
      isForAll: isForAll)
  }
}
