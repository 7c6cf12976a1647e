import ScrimJSON
import ScrimLinux
import ScrimRecords

/// A link whose signature was checked, with its template: all that an image is rendered from.
struct ImageRequest: Sendable {
  let key: ServiceKey
  private(set) var link: ImageLink
  let payload: LinkPayload
  let template: InstalledTemplate
  /// What was fetched for URLs in its inputs; `nil` without any.
  var pinned: LinkSources.Pinned?

  /// On whose behalf it is rendered.
  var owner: Owner { key.owner }

  /// The random seed of a template that has none: the same for an image and its report.
  ///
  /// - Throws: `SystemError` if libcrypto cannot allocate memory.
  func seed(in environment: String) throws(SystemError) -> Int {
    var image = self
    image.link.isReport = false
    return try image.identity(in: environment).seed
  }

  /// - Throws: `SystemError` if libcrypto cannot allocate memory.
  func identity(in environment: String) throws(SystemError) -> ImageIdentity {
    try ImageIdentity(
      template: template.digest, link, inputs: payload.inputs, environment: environment,
      sources: pinned?.digests ?? [])
  }
}
