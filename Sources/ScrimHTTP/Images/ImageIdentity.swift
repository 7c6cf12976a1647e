package import ScrimJSON
package import ScrimLinux
import ScrimRecords

/// What decides the bytes of an image, as a digest: known before anything is rendered, and equal on all machines with
/// the same environment.
package struct ImageIdentity: Sendable, Hashable {
  /// SHA-256, 64 hexadecimal digits: the name in the cache.
  package let digest: String

  /// - Parameters:
  ///   - template: The digest of the template's files.
  ///   - link: The link, for variant, format, and whether it is that of the report.
  ///   - inputs: The values of the inputs.
  ///   - environment: The digest of the environment.
  ///   - sources: The SHA-256 of what was fetched for URLs in the inputs, in the order of the URLs.
  /// - Throws: `SystemError` if libcrypto cannot allocate memory.
  package init(
    template: String, _ link: ImageLink, inputs: JSON, environment: String, sources: [String] = []
  ) throws(SystemError) {
    // None of the parts contains a zero byte.
    let parts =
      [
        "scrim image 1", template, "\(link.template)", link.variant ?? "",
        link.format.rawValue + (link.isReport ? " report" : ""),
        environment, inputs.canonical.text(),
      ] + sources
    digest = try Digest.sha256(of: Array(parts.joined(separator: "\0").utf8))
  }

  /// A strong validator (RFC 9110 §8.8.3), with its quotes.
  package var etag: String { "\"\(digest)\"" }

  /// The random seed of a template that has none: 0..<2^53.
  package var seed: Int { Int(digest.prefix(13), radix: 16).map { $0 & (1 << 53 - 1) } ?? 0 }

  /// Whether a field `If-None-Match` names the image.
  package func isNamed(in field: String) -> Bool {
    field.split(separator: ",").contains { tag in
      let tag = tag.trimmingPrefix { $0 == " " || $0 == "\t" }.trimmingPrefix("W/")
      return tag.prefix { $0 != " " && $0 != "\t" } == etag
    }
  }
}
