/// The keys whose links are answered.
package struct LinkKeys: Sendable {
  private let secrets: [(key: ServiceKey, secret: LinkSecret)]

  /// - Parameter keys: Each key with its secrets. No secret is in two of them.
  package init(_ keys: [(key: ServiceKey, secrets: [LinkSecret])]) {
    secrets = keys.flatMap { key in key.secrets.map { (key.key, $0) } }
  }

  /// The key that signed a path. All secrets are tried, so that the time shows neither which there are nor which one
  /// was used.
  ///
  /// - Parameters:
  ///   - path: The path as it was sent.
  ///   - signature: The signature as it was sent.
  /// - Returns: `nil` if none of them gave the signature.
  package func signer(of path: String, _ signature: some StringProtocol) -> ServiceKey? {
    let bytes = Base64URL.decode(signature) ?? []
    var found: ServiceKey?
    for (key, secret) in secrets where secret.matches(bytes, of: path) { found = key }
    return found
  }

  /// The key whose secret is in a field `Authorization: Bearer SECRET` (RFC 6750). All secrets are tried, too.
  ///
  /// - Returns: `nil` without the field, and if it has none of them.
  package func bearer(of field: String?) -> ServiceKey? {
    guard let field, field.prefix(7).lowercased() == "bearer " else { return nil }
    let token = Array(field.dropFirst(7).utf8)
    var found: ServiceKey?
    for (key, secret) in secrets where secret.isEqual(to: token) { found = key }
    return found
  }
}
