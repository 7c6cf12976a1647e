package import ScrimJSON
import ScrimLinux
import SystemPackage

/// Rules of the spool that are not limits. scrimd records those of its configuration in the spool, so that a command
/// without a daemon ends jobs by the same ones.
package struct SpoolRules: Sendable, Hashable {
  /// Accounts that may submit for tenants.
  package var bridgeUsers: Set<UInt32> = []
  /// Whether a failed job removes what the same owner's earlier job of its name delivered.
  package var removesOnFailure = false
  /// The account that takes events of finished jobs; `nil` if none are to be written.
  package var hooksAccount: UInt32?

  package init() {}
}

extension SpoolRules: Record {
  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    var users = bridgeUsers.sorted()
    try fields.required("bridgeUsers", &users)
    bridgeUsers = Set(users)
    try fields.required("removesOnFailure", &removesOnFailure)
    try fields.nullable("hooksAccount", &hooksAccount)
  }
}

extension SpoolRules {
  private static let file = "rules"

  /// Bytes: as many accounts as a configuration file of 1 MiB can name.
  private static let maxBytes = 4 << 20

  /// The rules that scrimd has recorded in a spool.
  ///
  /// - Parameter root: The spool's folder.
  /// - Returns: The rules.
  /// - Throws: ``SpoolError`` unsuitable if there are none that can be read.
  static func recorded(in root: Folder) throws(SpoolError) -> SpoolRules {
    let hint = "start scrimd once on this spool, which records them"
    let bytes: [UInt8]
    do {
      bytes = try root.read(file, limit: maxBytes)
    } catch {
      guard error.code == .noSuchFileOrDirectory else {
        throw SpoolError(.unsuitable, "the spool's rules cannot be read (\(error)): \(hint).")
      }
      throw SpoolError(
        .unsuitable,
        "\(root.name)/\(file) is missing, the rules by which jobs end (hooks.account, spool.on-failure): \(hint)."
      )
    }
    guard
      let rules = try? SpoolRules(json: JSON(parsing: bytes, limits: JSONLimits(bytes: maxBytes)))
    else {
      throw SpoolError(
        .unsuitable, "\(root.name)/\(file) is damaged, the rules by which jobs end: \(hint).")
    }
    return rules
  }

  /// Records the rules, flushed, replacing earlier ones.
  func record(in root: Folder) throws(SystemError) {
    try root.write(json.bytes(pretty: true), as: Self.file, mode: 0o600)
    try root.sync()
  }
}
