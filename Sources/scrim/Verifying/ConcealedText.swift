import ScrimCommand
import ScrimDocument
import ScrimJSON

/// A text of a job with concealed words, and what is written in their place for a comparison.
struct ConcealedText {
  /// Another string at a place of the document.
  typealias Edit = (path: [PathElement], text: String)

  private struct Annotation {
    let path: [PathElement]
    let match: String
    let text: String
  }

  let content: ConcealedContent
  private let path: [PathElement]
  let words: OtherWords
  /// Those of its list `ruby` whose words are all concealed.
  private let annotations: [Annotation]
  var variants: [(kind: OtherWords.Kind, edits: [Edit])] = []
  var keepsNextWord = false
  /// Why nothing could be rendered in its place.
  var error: Diagnostic?

  /// - Returns: `nil` if it is not known which words are concealed.
  init?(_ content: ConcealedContent, of job: JobFile) throws {
    let document = try job.document()
    guard let path = content.pointer.flatMap([PathElement].init(pointer:)),
      let text = document[path]?.string, let words = OtherWords(in: text, content)
    else { return nil }
    let list = path.dropLast() + [.key("ruby")]
    self.content = content
    self.path = path
    self.words = words
    annotations = (document[list]?.array ?? []).enumerated().compactMap { index, entry in
      guard let match = entry["match"]?.string, !words.shows(match) else { return nil }
      return Annotation(
        path: list + [.index(index)], match: match, text: entry["text"]?.string ?? "")
    }
  }

  /// The other words, and their annotations.
  func edits(_ candidate: OtherWords.Candidate) -> [Edit] {
    let words = words.words(like: annotations.map(\.match), in: candidate)
    return zip(annotations, words).reduce(into: [(path, candidate.text)]) { edits, next in
      edits.append((next.0.path + [.key("match")], next.1))
      edits.append((next.0.path + [.key("text")], OtherWords.exchanged(next.0.text)))
    }
  }
}

extension JobFile {
  /// The job with other strings at some places, and the same bytes everywhere else.
  func replacing(_ strings: [ConcealedText.Edit]) throws -> JobFile {
    let document = try self.document()
    var job = self
    var edits: [Int: (end: Int, text: String)] = [:]
    for (path, text) in strings {
      guard let written = document[path]?.writtenBytes else { continue }
      edits[written.startIndex] = (Self.end(ofString: written), JSON.string(text).text())
    }
    for (start, edit) in edits.sorted(by: { $0.key > $1.key }) {
      job.bytes.replaceSubrange(start..<edit.end, with: edit.text.utf8)
    }
    return job
  }

  /// The index after the closing quotation mark.
  private static func end(ofString written: ArraySlice<UInt8>) -> Int {
    var index = written.startIndex + 1
    while index < written.endIndex, written[index] != UInt8(ascii: "\"") {
      index += written[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, written.endIndex)
  }
}
