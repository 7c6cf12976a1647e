import ScrimJSON
import ScrimProtocol

/// What came of drawing a job once.
struct Drawing: Sendable {
  /// Something to tell the author.
  struct Message: Sendable {
    enum Kind: String {
      case error, warning
      /// Not the job's: a plugin that was refused, a worker that crashed.
      case trouble
    }

    let kind: Kind
    /// As `scrim render` prints it.
    let text: String
    /// Without file and place.
    let words: String
    let position: Position?
  }

  /// Pictures that belong together.
  struct Images: Sendable {
    /// By this the page asks for them; it is never given again.
    let number: Int
    let outputs: [(info: OutputInfo, bytes: [UInt8])]
    /// Where everything lies: `PlanListing`'s.
    let plan: JSON
  }

  /// Counts from 1, whenever something is drawn that was saved.
  var version = 0
  let job: String
  let document: [UInt8]
  var messages: [Message] = []
  /// The pictures; those of before where there are no new ones.
  var images: Images?
  /// Whether ``images`` are of this document.
  var isDrawn = false
  var milliseconds = 0.0
  /// Counts how often the plugins were loaded.
  var plugins = 0

  /// Its description for the page.
  var json: JSON {
    [
      "version": .integer(version), "job": .string(job),
      "document": .string(String(decoding: document, as: UTF8.self)),
      "messages": .array(messages.map(\.json)), "isDrawn": .boolean(isDrawn),
      "milliseconds": .number(milliseconds), "plugins": .integer(plugins),
      "pictures": images?.json ?? .null,
    ]
  }
}

extension Drawing.Message {
  fileprivate var json: JSON {
    [
      "kind": .string(kind.rawValue), "text": .string(text), "words": .string(words),
      "line": position.map { .integer($0.line) } ?? .null,
      "column": position.map { .integer($0.column) } ?? .null,
    ]
  }
}

extension Drawing.Images {
  fileprivate var json: JSON {
    let outputs = self.outputs.enumerated().map { index, output -> JSON in
      [
        "file": .string(output.info.file), "format": .string(output.info.format),
        "width": .integer(output.info.width), "height": .integer(output.info.height),
        "bytes": .integer(output.info.bytes), "source": .string("picture/\(number)/\(index)"),
      ]
    }
    return ["outputs": .array(outputs), "plan": plan]
  }
}
