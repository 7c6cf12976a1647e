import ScrimCommand
import ScrimJSON

/// The strings of a document, to find concealed words that are written elsewhere, too.
struct DocumentStrings {
  private var list: [(pointer: String, words: [String])] = []

  init(of job: JobFile) throws {
    var list: [(pointer: String, words: [String])] = []
    func visit(_ node: Node, _ path: [PathElement]) {
      if let string = node.string {
        list.append((path.pointer, Self.words(of: string)))
      } else if let items = node.array {
        for (index, item) in items.enumerated() { visit(item, path + [.index(index)]) }
      } else {
        for member in node.object ?? [] where !member.isAnnotation {
          visit(member.value, path + [.key(member.key)])
        }
      }
    }
    visit(try job.document(), [])
    self.list = list
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Strings with two words of a text in their order, with one that has a digit, or with nothing but words of it.
  func pointers(withWordsOf texts: [String], besides own: String?) -> [String] {
    let hidden = texts.map(Self.words)
    let single = Set(hidden.joined())
    let numbers = single.filter { $0.contains(where: \.isNumber) && $0.count > 1 }
    let pairs = Set(hidden.flatMap { zip($0, $0.dropFirst()).map { "\($0) \($1)" } })
    return list.filter { pointer, words in
      pointer != own && !words.isEmpty
        && (words.contains(where: numbers.contains)
          || zip(words, words.dropFirst()).contains { pairs.contains("\($0) \($1)") }
          || words.allSatisfy { single.contains($0) && $0.count > 3 })
    }.map(\.pointer)
  }
}
