/// The address of an image: `/t/NAME@VERSION/PAYLOAD.FORMAT?s=SIGNATURE`, or with a variant
/// `/t/NAME@VERSION/VARIANT/PAYLOAD.FORMAT?s=SIGNATURE`. With `.json` after the format, and a signature of its own, it
/// is that of the image's report.
///
/// It has one spelling: nothing in it may be escaped, so that no proxy, cache or file sees two names of one image.
package struct ImageLink: Sendable, Hashable {
  package let template: TemplateVersion
  /// The variant of the template; `nil` for a template without variants.
  package let variant: String?
  /// Base64url of a ``LinkPayload``.
  package let payload: String
  package let format: LinkFormat
  /// Whether it is the report of the image that is asked for.
  package var isReport: Bool

  /// The beginning of all links.
  package static let prefix = "/t/"
  private static let reportEnding = ".json"
  private static let longestVariant = 64

  package init(
    _ template: TemplateVersion, variant: String?, payload: String, format: LinkFormat,
    isReport: Bool = false
  ) {
    self.template = template
    self.variant = variant
    self.payload = payload
    self.format = format
    self.isReport = isReport
  }

  /// Reads a path, without decoding the payload.
  ///
  /// - Returns: `nil` for a path that is not one of an image.
  package init?(path: String) {
    guard path.hasPrefix(Self.prefix) else { return nil }
    isReport = path.hasSuffix(Self.reportEnding)
    let path = isReport ? path.dropLast(Self.reportEnding.utf8.count) : path[...]
    // By bytes: each answer begins with this, and a path of other characters than ASCII is refused below.
    let steps = path.utf8.dropFirst(Self.prefix.utf8.count)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
    guard (2...3).contains(steps.count), let template = TemplateVersion(steps[0]),
      let file = steps.last, let dot = file.utf8.lastIndex(of: UInt8(ascii: ".")),
      let format = LinkFormat(ending: file[file.utf8.index(after: dot)...]), dot > file.startIndex
    else { return nil }
    if steps.count == 3 {
      guard Self.isVariant(steps[1]) else { return nil }
      variant = String(steps[1])
    } else {
      variant = nil
    }
    self.template = template
    payload = String(file[..<dot])
    self.format = format
  }

  /// The path, which is what is signed.
  package var path: String {
    let steps = ["\(template)"] + (variant.map { [$0] } ?? []) + ["\(payload).\(format.ending)"]
    return Self.prefix + steps.joined(separator: "/") + (isReport ? Self.reportEnding : "")
  }

  /// The media type of the answer.
  package var type: String { isReport ? "application/json" : format.type }

  /// The link with its signature.
  package func signed(by secret: LinkSecret) -> String {
    "\(path)?s=\(Base64URL.encode(secret.signature(of: path)))"
  }

  /// Whether a text can be the name of a template's variant.
  package static func isVariant(_ text: some StringProtocol) -> Bool {
    (1...longestVariant).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }
}

/// A format that a link can ask for.
package enum LinkFormat: String, Sendable, CaseIterable {
  case png, jpeg, webp, pdf, svg

  /// The format of the end of a path, in lower case; `jpg` is the only one of JPEG.
  package init?(ending: some StringProtocol) {
    guard let format = Self.allCases.first(where: { $0.ending == ending }) else { return nil }
    self = format
  }

  package var ending: String { self == .jpeg ? "jpg" : rawValue }

  /// The media type.
  package var type: String {
    switch self {
    case .pdf: "application/pdf"
    case .svg: "image/svg+xml"
    case .png, .jpeg, .webp: "image/\(rawValue)"
    }
  }
}

func isLetterOrDigit(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: false
  }
}
