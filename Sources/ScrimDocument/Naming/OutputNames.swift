/// The names that the outputs of a job may have.
public struct OutputNames: Sendable, Hashable {
  /// Those that the document gives.
  private var given: Set<String> = []
  /// The start of one that the document leaves to the job's name; the extension is its format's.
  private var unnamed: String?

  /// - Parameters:
  ///   - document: The job; with `nil` no output has a name.
  ///   - job: The job's name: without `file` an output is named for it.
  public init(_ document: Node?, job: String) {
    guard let document else { return }
    let output = document["output"]
    for output in output?.array ?? [output].compactMap({ $0 }) {
      guard let file = output["file"] else {
        unnamed = "\(job)."
        continue
      }
      // The reader refuses a document in which it is not a string.
      if let name = file.string { given.insert(name) }
    }
    if output == nil { given = ["\(job).png"] }
  }

  /// Whether an output may have this name.
  public func contains(_ name: String) -> Bool {
    if given.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return true }
    guard let unnamed, name.hasPrefix(unnamed) else { return false }
    return !name.utf8.dropFirst(unnamed.utf8.count).contains(UInt8(ascii: "/"))
  }
}
