public import ScrimJSON

/// The names that a job's outputs may have.
public struct OutputNames: Sendable, Hashable {
  /// The values of `file` in the document.
  public private(set) var given: Set<String> = []
  /// `NAME.` for an output without `file`, whose name is derived from the job's; the extension depends on its format.
  public private(set) var unnamed: String?

  /// - Parameters:
  ///   - document: The job's document; `nil` allows no name.
  ///   - job: The job's name, without an extension.
  ///   - format: The format of all outputs, if it replaces the document's own.
  public init(_ document: Node?, job: String, format: String? = nil) {
    guard let document else { return }
    let output = document["output"]
    for output in output?.array ?? [output].compactMap({ $0 }) {
      guard let file = output["file"] else {
        unnamed = "\(job)."
        continue
      }
      // The reader reports a value that is not a string.
      if let name = file.string { given.insert(Self.name(name, in: format)) }
    }
    if output == nil { given = [Self.name("\(job).png", in: format)] }
  }

  /// The formats by extension, which may have any case; the first extension of a format is the usual one.
  private static let formats: KeyValuePairs = [
    "png": "png", "jpg": "jpeg", "jpeg": "jpeg", "webp": "webp", "pdf": "pdf", "svg": "svg",
  ]

  /// The format that the extension of a file name stands for; `nil` if it is unknown.
  public static func format(of file: String) -> String? {
    guard let dot = file.lastIndex(of: "."), !file[dot...].contains("/") else { return nil }
    let ending = file[file.index(after: dot)...].lowercased()
    return formats.first { $0.key == ending }?.value
  }

  /// The name of an output whose format was replaced: with another extension, if its own is that of another format, or
  /// with one more.
  ///
  /// - Parameters:
  ///   - file: Its own name.
  ///   - format: The new format; `nil` leaves the name as it is.
  /// - Returns: The new name.
  public static func name(_ file: String, in format: String?) -> String {
    let own = Self.format(of: file)
    guard let format, own != format,
      let ending = formats.first(where: { $0.value == format })?.key
    else { return file }
    guard own != nil, let dot = file.lastIndex(of: ".") else { return "\(file).\(ending)" }
    return "\(file[..<dot]).\(ending)"
  }

  /// Whether an output may have this name. Names are compared by bytes, as the file system does.
  public func contains(_ name: String) -> Bool {
    if given.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return true }
    guard let unnamed, name.utf8.starts(with: unnamed.utf8) else { return false }
    // A single extension only: NAME.result.json and NAME.failed.json are reports.
    let suffix = name.utf8.dropFirst(unnamed.utf8.count)
    return !suffix.isEmpty
      && suffix.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}
