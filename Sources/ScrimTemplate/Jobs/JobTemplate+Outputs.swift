import ScrimJSON

extension JobTemplate {
  /// The same template without all that its outputs do not depend on, so that the names of outputs are found quickly.
  ///
  /// - Returns: `nil` if names of outputs are those of jobs and rows, and thus different.
  /// - Throws: ``TemplateDiagnostics``.
  package func outputsOnly() throws(TemplateDiagnostics) -> JobTemplate? {
    guard let members = document.object else { return nil }
    // An operator gives the whole document.
    guard !members.contains(where: { $0.key.utf8.first == UInt8(ascii: "$") && !$0.isAnnotation })
    else { return self }
    guard document["output"] != nil else { return nil }
    let kept = ["inputs", "variants", "output"]
    let reduced = JSON.object(
      members.filter { kept.contains($0.key) }.map { JSON.Member($0.key, JSON($0.value)) })
    let bytes = reduced.bytes()
    // Written by us: it can be read.
    guard let node = try? Node.parse(bytes) else { return self }
    return try JobTemplate(bytes, node)
  }
}
