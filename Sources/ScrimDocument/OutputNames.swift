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
  public init(_ document: Node?, job: String) {
    guard let document else { return }
    let output = document["output"]
    for output in output?.array ?? [output].compactMap({ $0 }) {
      guard let file = output["file"] else {
        unnamed = "\(job)."
        continue
      }
      // The reader reports a value that is not a string.
      if let name = file.string { given.insert(name) }
    }
    if output == nil { given = ["\(job).png"] }
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
