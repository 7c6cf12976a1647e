import ScrimDocument
import ScrimJSON

/// A URL in the inputs of a link.
struct LinkedURL: Sendable, Hashable {
  let url: String
  /// Where the payload has it first.
  let path: [PathElement]
}

extension ImageRequest {
  /// The URLs that are values of inputs of the type `source`: each once, in their order by bytes.
  ///
  /// - Throws: A problem if there are too many.
  func linkedURLs() throws(Problem) -> [LinkedURL] {
    // Reading the template costs more than all else about a link.
    guard payload.inputs.hasURL, let inputs = try? Node.parse(template.document)["inputs"] else {
      return []
    }
    var paths: [String: [PathElement]] = [:]
    func visit(_ value: JSON, _ declaration: JSON, _ path: [PathElement]) {
      switch declaration["type"]?.string {
      case "source":
        guard let url = value.string, SourceName.isURL(url), paths[url] == nil else { return }
        paths[url] = path
      case "array":
        guard let items = declaration["items"] else { return }
        for (index, item) in (value.array ?? []).enumerated() {
          visit(item, items, path + [.index(index)])
        }
      case "object":
        for member in value.object ?? [] {
          guard let inner = declaration["properties"]?[member.key] else { continue }
          visit(member.value, inner, path + [.key(member.key)])
        }
      default: break
      }
    }
    for member in payload.inputs.object ?? [] {
      guard let declaration = inputs[member.key] else { continue }
      visit(member.value, JSON(declaration), ["i", .key(member.key)])
    }
    guard paths.count <= LinkSources.mostURLs else {
      throw .job([
        Diagnostic(
          code: "too-many",
          message: "the link has \(paths.count) URLs; at most \(LinkSources.mostURLs) are fetched "
            + "for one.", path: ["i"])
      ])
    }
    return paths.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { LinkedURL(url: $0.key, path: $0.value) }
  }
}

extension JSON {
  /// Whether any string in it is a URL that can be fetched.
  fileprivate var hasURL: Bool {
    if let string { return SourceName.isURL(string) }
    return (array ?? []).contains { $0.hasURL } || (object ?? []).contains { $0.value.hasURL }
  }
}
