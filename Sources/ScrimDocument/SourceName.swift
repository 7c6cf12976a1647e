public import ScrimJSON

/// A file that a document names.
public struct SourceName: Sendable, Hashable {
  /// The name as it was written.
  public let name: String
  /// The way to the value of the first `source` key that names it.
  public let path: [PathElement]
  public let position: Position

  public init(name: String, path: [PathElement], position: Position) {
    self.name = name
    self.path = path
    self.position = position
  }
}

extension Node {
  /// Every file that the document names: the strings under all keys `source`, in effect
  /// parameters too, in document order, each name once. What stands under annotations
  /// (`$schema`, `//…`) is left out.
  public var sources: [SourceName] {
    var finder = SourceFinder()
    finder.visit(self)
    return finder.sources
  }

  /// How often the document names each file.
  public var sourceUses: [String: Int] {
    var finder = SourceFinder()
    finder.visit(self)
    return finder.uses
  }

  /// The folder from which the document's files start, if it says so.
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
