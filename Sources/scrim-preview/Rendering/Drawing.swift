import ScrimDocument
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

  /// The images of a job, or of one variant of a template.
  struct Variant: Sendable {
    /// `nil` without variants.
    let name: String?
    let outputs: [(info: OutputRecord, bytes: [UInt8])]
    /// Where everything is: `PlanListing`'s.
    let plan: JSON
  }

  /// Images that belong together.
  struct Images: Sendable {
    /// By this the page asks for them; it is never used again.
    let number: Int
    let variants: [Variant]

    /// All images of all variants.
    var outputs: [(info: OutputRecord, bytes: [UInt8])] { variants.flatMap(\.outputs) }
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
  /// The inputs and rows of a template.
  var form: TemplateForm?

  /// Its description for the page.
  var json: JSON {
    [
      "version": .integer(version), "job": .string(job),
      "document": .string(String(decoding: document, as: UTF8.self)),
      "messages": .array(messages.map(\.json)), "isDrawn": .boolean(isDrawn),
      "milliseconds": .number(milliseconds), "plugins": .integer(plugins),
      "pictures": images?.json ?? .null, "template": form?.json ?? .null,
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
  /// The first variant's images, and those of all if there are several.
  fileprivate var json: JSON {
    var first = 0
    let listed = variants.map { variant -> JSON in
      defer { first += variant.outputs.count }
      let outputs = variant.outputs.enumerated().map { index, output -> JSON in
        [
          "file": .string(output.info.file), "format": .string(output.info.format),
          "width": .integer(output.info.width), "height": .integer(output.info.height),
          "bytes": .integer(output.info.bytes),
          "source": .string("picture/\(number)/\(first + index)"),
        ]
      }
      return [
        "name": variant.name.field, "outputs": .array(outputs),
        "plan": variant.plan,
      ]
    }
    return [
      "outputs": listed.first?["outputs"] ?? [], "plan": listed.first?["plan"] ?? .null,
      "variants": .array(listed),
    ]
  }
}
