package import ScrimJSON

/// A plugin that is not used for some owners' jobs, since it crashed.
package struct DisabledPlugin: Sendable, Hashable, Record {
  /// Its file.
  package var path = ""
  package var effects: [String] = []
  /// In whose jobs it crashed.
  package var owners: [Owner] = []
  /// Whether it is disabled for all owners.
  package var isForAll = false

  package init(path: String, effects: [String], owners: [Owner], isForAll: Bool) {
    self.path = path
    self.effects = effects
    self.owners = owners
    self.isForAll = isForAll
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("path", &path)
    try fields.required("effects", &effects)
    fields.derived("scope", scope)
    var users = owners.map(\.user)
    try fields.required("users", &users)
    owners = users.map(Owner.init(user:))
    try fields.required("forAll", &isForAll)
  }

  /// As in "disabled for user 1000".
  package var scope: String {
    guard !isForAll else { return "for all users" }
    let users = owners.map(\.description).joined(separator: ", ")
    return "for \(owners.count == 1 ? "user" : "users") \(users)"
  }
}
