package import ScrimJSON

/// A message to a worker.
///
/// The first is `start`. A standby worker then waits for `load`. Once the worker has sent `ready`, it takes one
/// request after the other; `allocated` comes in between, when the worker has asked for a memory file.
package enum WorkerRequest: Sendable, Hashable {
  /// How to start. Comes with the ``SharedCell`` for the worker's steps.
  case start(WorkerOptions)
  /// A standby worker is to load its plugins.
  case load
  case render(RenderRequest)
  /// All errors that can be found without rendering.
  case validate(RenderRequest)
  /// The jobs that a template gives for rows of its data.
  case prepare(TemplateRequest)
  /// Where the rows of a batch's data are, and the names of their outputs.
  case index(TemplateRequest)
  /// Where errors of such a job come from in the template.
  case locate(LocateRequest)
  /// All effects with their declarations, and the plugins that were refused.
  case effects
  /// The JSON Schema of jobs with all effects.
  case schema
  /// The files on which its images depend.
  case environment
  /// Whether an effect keeps what it declares.
  case check(CheckRequest)
  /// Whether two images have the same pixels. Comes with both files.
  case compare(CompareRequest)
  /// Comes with the memory file that the worker has asked for.
  case allocated

  package var json: JSON {
    switch self {
    case .start(let options): Message.json("start", options.json)
    case .load: Message.json("load")
    case .render(let request): Message.json("render", request.json)
    case .validate(let request): Message.json("validate", request.json)
    case .prepare(let request): Message.json("prepare", request.json)
    case .index(let request): Message.json("index", request.json)
    case .locate(let request): Message.json("locate", request.json)
    case .effects: Message.json("effects")
    case .schema: Message.json("schema")
    case .environment: Message.json("environment")
    case .check(let request): Message.json("check", request.json)
    case .compare(let request): Message.json("compare", request.json)
    case .allocated: Message.json("allocated")
    }
  }

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - json: The message.
  ///   - attached: What came with it: exactly what it needs.
  /// - Throws: ``ChannelError`` malformed.
  package init(json: JSON, _ attached: Attachments) throws(ChannelError) {
    let request: WorkerRequest?
    do throws(FieldError) {
      request = try Self.read(try FieldReader(json))
    } catch {
      throw ChannelError(.malformed, error.description)
    }
    guard let request else { throw ChannelError(.malformed, "invalid request") }
    guard attached.count == request.attachments else {
      throw ChannelError(
        .malformed, "a request has \(attached.count) attachments instead of \(request.attachments)")
    }
    guard attached.content == nil || request.hasContent else {
      throw ChannelError(.malformed, "a request has unexpected content")
    }
    self = request
  }

  /// - Returns: `nil` for an unknown type.
  private static func read(_ fields: FieldReader) throws(FieldError) -> WorkerRequest? {
    switch try fields.required("type", String.self) {
    case "start": .start(try WorkerOptions(fields: fields))
    case "load": .load
    case "render": .render(try RenderRequest(fields: fields))
    case "validate": .validate(try RenderRequest(fields: fields))
    case "prepare": .prepare(try TemplateRequest(fields: fields))
    case "index": .index(try TemplateRequest(fields: fields))
    case "locate": .locate(try LocateRequest(fields: fields))
    case "effects": .effects
    case "schema": .schema
    case "environment": .environment
    case "check": .check(try CheckRequest(fields: fields))
    case "compare": .compare(try CompareRequest(fields: fields))
    case "allocated": .allocated
    default: nil
    }
  }

  /// How many descriptors come with it, the content counted as one.
  private var attachments: Int {
    switch self {
    case .load, .effects, .schema, .environment, .check: 0
    case .start, .allocated: 1
    case .compare: 2
    case .render(let request), .validate(let request): request.attachments
    case .prepare(let request), .index(let request): request.descriptorCount
    case .locate(let request): request.template.descriptorCount
    }
  }

  /// Whether its content may be in the packet: the document of a job.
  private var hasContent: Bool {
    switch self {
    case .render, .validate: true
    default: false
    }
  }
}

/// A message: an object whose first field is its type.
enum Message {
  /// A message of a type, with the other fields of `content`.
  static func json(_ type: String, _ content: JSON = [:]) -> JSON {
    .object([JSON.Member("type", .string(type))] + (content.object ?? []))
  }
}
