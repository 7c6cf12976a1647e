import ScrimDocument
import ScrimJSON

/// The reader of documents: what it accepts has places that are right, can be written and read
/// back, and names its files; what it refuses it refuses with a place.
enum ReaderTarget {
  static func run(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    let end = end(of: bytes)
    do throws(Diagnostic) {
      var duplicates: [Diagnostic] = []
      let document = try Node.parse(Array(bytes), duplicates: &duplicates)
      var places = Places(of: bytes)
      check(document, &places)
      for diagnostic in duplicates { diagnostic.check(end: end) }
      checkWriting(of: document)
      checkSources(of: document)
    } catch {
      error.check(end: end)
    }
    return .interesting
  }

  private static func check(_ node: Node, _ places: inout Places) {
    let first = places.byte(at: node.position, node.kind)
    switch node.value {
    case .object(let members):
      require(first == UInt8(ascii: "{"), "an object begins at \(node.position)")
      for member in members {
        let quote = places.byte(at: member.keyPosition, "the key \(member.key)")
        require(quote == UInt8(ascii: "\""), "a key begins at \(member.keyPosition)")
        check(member.value, &places)
      }
    case .array(let items):
      require(first == UInt8(ascii: "["), "an array begins at \(node.position)")
      for item in items { check(item, &places) }
    case .string: require(first == UInt8(ascii: "\""), "a string begins at \(node.position)")
    case .number(let number, let text):
      require(
        first.map { "-0123456789".utf8.contains($0) } ?? false,
        "a number begins at \(node.position)")
      require(Double(text) == number, "\(text) is read as the nearest double, not \(number)")
    case .boolean(let value):
      require(first == UInt8(ascii: value ? "t" : "f"), "a boolean begins at \(node.position)")
    case .null: require(first == UInt8(ascii: "n"), "null begins at \(node.position)")
    }
  }

  private static func checkWriting(of document: Node) {
    let json = JSON(document)
    for pretty in [false, true] {
      let text = json.bytes(pretty: pretty)
      do throws(Diagnostic) {
        let again = try JSON(parsing: text, limits: JSONLimits(bytes: .max))
        require(isSame(json, again), "what is written is read back: \(json.text())")
        require(again.bytes(pretty: pretty) == text, "equal values have equal texts")
      } catch {
        require(false, "what is written can be read: \(error) in \(json.text())")
      }
    }
  }

  /// Equality to the byte, where Swift's strings would hold é for e with an accent; `1.0` is 1.
  private static func isSame(_ one: JSON, _ other: JSON) -> Bool {
    switch (one, other) {
    case (.string(let one), .string(let other)): Array(one.utf8) == Array(other.utf8)
    case (.array(let one), .array(let other)):
      one.count == other.count && zip(one, other).allSatisfy(isSame)
    case (.object(let one), .object(let other)):
      one.count == other.count
        && zip(one, other).allSatisfy {
          Array($0.key.utf8) == Array($1.key.utf8) && isSame($0.value, $1.value)
        }
    default: one == other || (one.number != nil && one.number == other.number)
    }
  }

  /// The files that a document names are the strings under `source`, at any depth.
  private static func checkSources(of document: Node) {
    var expected: [String] = []
    func visit(_ node: Node) {
      for member in node.object ?? [] where !member.isAnnotation {
        if member.key == "source", let name = member.value.string { expected.append(name) }
        visit(member.value)
      }
      for item in node.array ?? [] { visit(item) }
    }
    visit(document)
    let sources = document.sources
    require(Set(sources.map(\.name)) == Set(expected), "all sources are found")
    require(Set(sources.map(\.name)).count == sources.count, "each source is found once")
    for source in sources {
      let node = document[source.path]
      require(node?.string == source.name, "\(source) is where its path leads")
      require(node?.position == source.position, "\(source) has its value's position")
    }
  }
}
