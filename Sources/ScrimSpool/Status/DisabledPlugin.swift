package import ScrimJSON

/// A plugin that is not used for some owners' jobs, since it crashed.
package struct DisabledPlugin: Sendable, Hashable, JSONRecord {
  /// Its file.
  package let path: String
  package let effects: [String]
  /// In whose jobs it crashed.
  package let owners: [Owner]
  /// Whether it is disabled for all owners.
  package let isForAll: Bool

  package init(path: String, effects: [String], owners: [Owner], isForAll: Bool) {
    self.path = path
    self.effects = effects
    self.owners = owners
    self.isForAll = isForAll
  }

  package init(fields: FieldReader) throws(FieldError) {
    path = try fields.string("path")
    effects = try fields.strings("effects")
    owners = try fields.integers("users").compactMap(UInt32.init(exactly:)).map(Owner.init(user:))
    isForAll = try fields.boolean("forAll")
  }

  /// As in "disabled for user 1000".
  package var scope: String {
    guard !isForAll else { return "for all users" }
    let users = owners.map(\.description).joined(separator: ", ")
    return "for \(owners.count == 1 ? "user" : "users") \(users)"
  }

  package var json: JSON {
    [
      "path": .string(path), "effects": .array(effects.map(JSON.string)), "scope": .string(scope),
      "users": .array(owners.map { .integer(Int($0.user)) }), "forAll": .boolean(isForAll),
    ]
  }
}
