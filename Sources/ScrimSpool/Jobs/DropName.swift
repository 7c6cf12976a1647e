/// What the name of something in `drop/` says.
public struct DropName: Sendable, Hashable {
  /// The job's name, to which `.png` and `.result.json` are appended.
  public let job: String
  /// Marks one submission, so that its report is told from those of other jobs of that name.
  public let token: String?
  public let isBundle: Bool

  /// Characters of a token.
  static let tokenLength = 16
  private static let longestJob = 200

  /// Reads `NAME.json`, `NAME.scrim` or `NAME@TOKEN.scrim`; `nil` for any other name.
  public init?(_ name: String) {
    if name.hasSuffix(".json") {
      self.init(job: String(name.dropLast(5)), token: nil, isBundle: false)
    } else if name.hasSuffix(".scrim") {
      let stem = name.dropLast(6)
      if let at = stem.lastIndex(of: "@"), Self.isToken(stem[stem.index(after: at)...]) {
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
    guard Self.isFileName(job), job.utf8.count <= Self.longestJob else { return nil }
    self.job = job
    self.token = token
    self.isBundle = isBundle
  }

  /// Names that nobody means as a job: hidden, or still being written.
  public static func isIgnored(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasSuffix(".part") || name.hasSuffix(".tmp") || name.hasSuffix("~")
  }

  /// True for a name that can stand in a folder, is not hidden, and prints on one line.
  static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 255
      && !name.unicodeScalars.contains { $0 == "/" || $0.value < 0x20 || $0.value == 0x7f }
  }

  static func isToken(_ text: some StringProtocol) -> Bool {
    text.utf8.count == tokenLength
      && text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0)
      }
  }
}
