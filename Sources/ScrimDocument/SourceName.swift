public import ScrimJSON

/// A file that a document names.
public struct SourceName: Sendable, Hashable {
  /// The name as written.
  public let name: String
  /// The path of the first `source` value with this name.
  public let path: [PathElement]
  public let position: Position
  /// How often the document names it, at least 1.
  public fileprivate(set) var uses = 1
  /// The path of the first one that is in an effect.
  public fileprivate(set) var effectPath: [PathElement]?

  public init(name: String, path: [PathElement], position: Position) {
    self.name = name
    self.path = path
    self.position = position
  }
}

extension SourceName {
  /// For messages; see ``shown(_:)``.
  package var shownName: String { Self.shown(name) }

  /// The document's key for a list of fonts: names of files, or objects with a `source`.
  public static var fontsKey: String { "fonts" }
  /// The document's key for what is drawn in place of a URL that cannot be fetched: an object with a `source`.
  public static var onMissingKey: String { "onMissing" }

  /// Whether a name is a URL that commands fetch.
  public static func isURL(_ name: String) -> Bool {
    name.utf8.starts(with: "https://".utf8) || name.utf8.starts(with: "http://".utf8)
  }

  /// Whether a text has a URL anywhere: most have none, and need not be read for them.
  package static func mayBeURL(in text: [UInt8]) -> Bool {
    let mark = Array("://".utf8)
    return text.indices.dropLast(2).contains {
      text[$0] == mark[0] && text[$0 + 1] == mark[1] && text[$0 + 2] == mark[2]
    }
  }

  /// A name for messages: of a URL the scheme and the host only, as what follows may be secret.
  package static func shown(_ name: String) -> String {
    guard isURL(name), let colon = name.firstIndex(of: ":") else { return name }
    let rest = name[colon...].dropFirst(3)
    let authority = rest.prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
    return name[...colon] + "//" + host + (authority.endIndex < rest.endIndex ? "/…" : "")
  }

  /// Why a name that is a URL is invalid, as a predicate: "is a URL: …"; `nil` for any other name, and for URLs that
  /// commands fetch.
  public static func urlViolation(in name: String) -> String? {
    let lower = name.prefix(8).lowercased()
    if lower.hasPrefix("data:") {
      return "is a data URL, but Scrim reads files only: save its content as a file first."
    }
    if lower.hasPrefix("file:/") {
      return "is a URL: name the file by its path, without \"file:\"."
    }
    if isURL(name) { return nil }
    // No path has an empty component, so only a URL has two slashes after its first part.
    guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")),
      name.utf8[..<slash].last == UInt8(ascii: ":"), name.utf8[slash...].starts(with: "//".utf8)
    else { return nil }
    return "is a URL, but only https:// is fetched: download it first."
  }
}

extension Node {
  /// Every file that the document names: the strings under all keys `source`, also in parameters of effects, and the
  /// strings in `fonts`, in document order without duplicates. Annotations (`$schema`, `//…`) are ignored.
  public var sources: [SourceName] {
    var finder = SourceFinder()
    finder.visit(self)
    return finder.sources
  }

  /// Every image that the document names: all files outside of `fonts`.
  public var imageSources: [SourceName] {
    var finder = SourceFinder(hasFonts: false)
    finder.visit(self)
    return finder.sources
  }

  /// Every URL that the document names.
  package var sourceURLs: [String] { sources.map(\.name).filter(SourceName.isURL) }

  /// The image that the document draws in place of each URL that cannot be fetched, if it names one.
  package var sourceOfMissing: String? { self[SourceName.onMissingKey]?["source"]?.string }

  /// The base folder of the document's files, if it sets one.
  public var assets: String? {
    self["assets"]?.string
  }
}

private struct SourceFinder {
  /// Whether the fonts count.
  private let hasFonts: Bool
  private(set) var sources: [SourceName] = []
  private var indices: [String: Int] = [:]
  private var path: [PathElement] = []

  init(hasFonts: Bool = true) {
    self.hasFonts = hasFonts
  }

  mutating func visit(_ node: Node) {
    for member in node.object ?? [] {
      let key = member.key
      if member.isAnnotation || isFonts(key) && !hasFonts { continue }
      path.append(.key(key))
      if key == "source", let name = member.value.string { add(name, at: member.value.position) }
      visit(member.value)
      path.removeLast()
    }
    for (index, item) in (node.array ?? []).enumerated() {
      let isFont = path.count == 1 && path == [.key(SourceName.fontsKey)]
      path.append(.index(index))
      if isFont, let name = item.string { add(name, at: item.position) }
      visit(item)
      path.removeLast()
    }
  }

  private func isFonts(_ key: String) -> Bool { path.isEmpty && key == SourceName.fontsKey }

  private mutating func add(_ name: String, at position: Position) {
    let index = indices[name] ?? sources.count
    if index < sources.count {
      sources[index].uses += 1
    } else {
      indices[name] = index
      sources.append(SourceName(name: name, path: path, position: position))
    }
    if sources[index].effectPath == nil, path.contains("effects") {
      sources[index].effectPath = path
    }
  }
}
