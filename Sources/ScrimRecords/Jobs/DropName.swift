import ScrimJSON
import ScrimLinux

/// The parsed name of an entry of `drop/`.
package struct DropName: Sendable, Hashable {
  /// The job's name, to which `.png`, `.result.json` and `.failed.json` are appended.
  package let job: String
  /// Identifies one submission, to distinguish its report from those of other jobs of that name.
  package let token: String?
  package let isBundle: Bool

  /// Number of characters of a token.
  package static let tokenLength = 16
  private static let longestJob = 200

  /// Reads `NAME.json`, `NAME.scrim` or `NAME@TOKEN.scrim`; `nil` for any other name.
  package init?(_ name: String) {
    if name.hasSuffix(".json") {
      self.init(job: String(name.dropLast(5)), token: nil, isBundle: false)
    } else if name.hasSuffix(".scrim") {
      let stem = name.dropLast(6)
      // A name may consist of a token alone.
      if let at = stem.lastIndex(of: "@"), at > stem.startIndex,
        Self.isToken(stem[stem.index(after: at)...])
      {
        self.init(
          job: String(stem[..<at]), token: String(stem[stem.index(after: at)...]), isBundle: true)
      } else {
        self.init(job: String(stem), token: nil, isBundle: true)
      }
    } else {
      return nil
    }
  }

  private init?(job: String, token: String?, isBundle: Bool) {
    guard Self.violation(in: job) == nil else { return nil }
    self.job = job
    self.token = token
    self.isBundle = isBundle
  }

  /// Why a job name is invalid.
  ///
  /// - Parameter job: The name without the extension.
  /// - Returns: A clause that follows "its name"; `nil` if the name is valid.
  package static func violation(in job: String) -> String? {
    if job.isEmpty { return "is empty" }
    if job.hasPrefix(".") { return "begins with a dot, like those of hidden files" }
    if let control = job.unicodeScalars.first(where: isControl) {
      return "contains the control character \(codePoint(control))"
    }
    if job.contains("/") { return "contains a slash" }
    guard job.utf8.count <= longestJob else {
      return "has \(job.utf8.count) bytes before the extension; at most \(longestJob) are allowed"
    }
    return nil
  }

  /// Why no entry of `drop/` is taken under a name, as a clause that follows "its name"; `nil` for a job's name.
  package static func dropViolation(in name: String) -> String? {
    guard DropName(name) == nil else { return nil }
    guard let ending = [".json", ".scrim"].first(where: name.hasSuffix) else {
      return "does not end in .json or .scrim"
    }
    return violation(in: String(name.dropLast(ending.utf8.count)))
  }

  /// Whether a name is ignored: hidden, or of a file still being written.
  package static func isIgnored(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasSuffix(".part") || name.hasSuffix(".tmp") || name.hasSuffix("~")
  }

  /// True for a valid file name that is not hidden and prints on one line.
  package static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 255
      && !name.contains("/") && !name.unicodeScalars.contains(where: isControl)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }

  package static func isToken(_ text: some StringProtocol) -> Bool {
    text.utf8.count == tokenLength && text.utf8.allSatisfy(RandomName.contains)
  }
}
