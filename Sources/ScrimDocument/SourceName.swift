public import ScrimJSON

/// A file that a document names.
public struct SourceName: Sendable, Hashable {
  /// The name as written.
  public let name: String
  /// The path of the first `source` value with this name.
  public let path: [PathElement]
  public let position: Position

  public init(name: String, path: [PathElement], position: Position) {
    self.name = name
    self.path = path
    self.position = position
  }
}

extension SourceName {
  /// Why a name that is a URL is invalid, as a predicate: "is a URL: …"; `nil` for any other name.
  public static func urlViolation(in name: String) -> String? {
    let lower = name.prefix(8).lowercased()
    if lower.hasPrefix("data:") {
      return "is a data URL, but Scrim reads files only: save its content as a file first."
    }
    if lower.hasPrefix("file:/") {
      return "is a URL: name the file by its path, without \"file:\"."
    }
    // No path has an empty component, so only a URL has two slashes after its first part.
    guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")),
      name.utf8[..<slash].last == UInt8(ascii: ":"), name.utf8[slash...].starts(with: "//".utf8)
    else { return nil }
    return "is a URL, but Scrim reads files only: download it first."
  }
}

extension Node {
  /// Every file that the document names: the strings under all keys `source`, also in parameters of effects, in
  /// document order without duplicates. Annotations (`$schema`, `//…`) are ignored.
  public var sources: [SourceName] {
    var finder = SourceFinder()
    finder.visit(self)
    return finder.sources
  }

  /// Number of uses of each file in the document.
  public var sourceUses: [String: Int] {
    var finder = SourceFinder()
    finder.visit(self)
    return finder.uses
  }

  /// The base folder of the document's files, if it sets one.
  public var assets: String? {
    self["assets"]?.string
  }
}

private struct SourceFinder {
  private(set) var sources: [SourceName] = []
  private(set) var uses: [String: Int] = [:]
  private var path: [PathElement] = []

  mutating func visit(_ node: Node) {
    for member in node.object ?? [] {
      let key = member.key
      if member.isAnnotation { continue }
      path.append(.key(key))
      if key == "source", let name = member.value.string { add(name, at: member.value.position) }
      visit(member.value)
      path.removeLast()
    }
    for (index, item) in (node.array ?? []).enumerated() {
      path.append(.index(index))
      visit(item)
      path.removeLast()
    }
  }

  private mutating func add(_ name: String, at position: Position) {
    uses[name, default: 0] += 1
    guard uses[name] == 1 else { return }
    sources.append(SourceName(name: name, path: path, position: position))
  }
}
