extension StyledString {
  /// Adds the annotations of a job's list to words that have none.
  ///
  /// - Parameter list: The annotations; earlier ones take precedence.
  /// - Throws: `TextDiagnostic` for annotations without words.
  mutating func annotate(_ list: [RubyAnnotation]) throws(TextDiagnostic) {
    guard !list.isEmpty else { return }
    let bytes = Array(string.utf8)
    // The bounds of characters.
    var edges = [0]
    for character in string { edges.append(edges[edges.count - 1] + character.utf8.count) }
    let bounds = Set(edges)
    var isFree = Array(repeating: true, count: bytes.count)
    for ruby in rubies { for index in ruby.range { isFree[index] = false } }
    for (index, ruby) in list.enumerated() {
      func failure(_ key: String, _ message: String) -> TextDiagnostic {
        TextDiagnostic(.emptyReference, at: key, message).inside([.key("ruby"), .index(index)])
      }
      func isBase(_ range: Range<Int>) -> Bool {
        bounds.contains(range.lowerBound) && bounds.contains(range.upperBound)
          && !bytes[range].contains(UInt8(ascii: "\n"))
      }
      var bases: [Range<Int>] = []
      if let words = ruby.match {
        bases = TextSpec.occurrences(of: words, in: string, where: isBase)
        if bases.isEmpty { throw failure("match", "the text does not contain these words.") }
        bases.removeAll { isFree[$0].contains(false) }
        if bases.isEmpty { throw failure("match", "these words have annotations already.") }
      } else if let range = ruby.range {
        guard range[1] < edges.count else {
          throw failure(
            "range",
            "\(range[1]) is more than \(edges.count - 1), the number of the text's characters.")
        }
        bases = [edges[range[0]]..<edges[range[1]]]
        guard isBase(bases[0]) else { throw failure("range", "annotated words have no newline.") }
        if isFree[bases[0]].contains(false) {
          throw failure("range", "some of these characters have an annotation already.")
        }
      }
      for base in bases {
        apply(.ruby(Annotation(words: ruby.text, scale: ruby.size)), to: base)
        for index in base { isFree[index] = false }
      }
    }
  }
}
