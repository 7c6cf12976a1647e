package import ScrimDocument
package import ScrimJSON

/// A message of a worker.
///
/// It sends `ready` once it has loaded its plugins. Each request is answered by any number of `output` and exactly one
/// reply, or one for each document; the last output comes with the reply to a request to render, so that the client is
/// woken once. At any time it may send `allocate`. A worker never reports system errors: the client finds those. Where
/// it is in its work is no message but a ``WorkerStep``.
package enum WorkerResponse: Sendable, Hashable {
  /// The sandbox is on and the plugins are loaded, but for those `refused`.
  case ready(lacking: [String], refused: [RefusedFile] = [], plugins: [WorkerPlugin] = [])
  /// Asks for a memory file of so many bytes.
  case allocate(bytes: Int)
  /// Its content is the image.
  case output(OutputRecord)
  /// With an output, its content is that image.
  case rendered(WorkerReply<RenderReport>, output: OutputRecord? = nil)
  /// For some of several documents, one at least. Its content is their outputs, one after the other.
  case renderedTogether([RenderedDocument])
  case validated(ValidateReply)
  /// Comes with a memory file of the documents, if there are any.
  case prepared(PrepareReply)
  /// Comes with a memory file of the rows, if there are any.
  case indexed(IndexReply)
  case located([Diagnostic])
  case effects(EffectListing)
  case schema(JSON)
  case environment(EnvironmentFiles)
  case checked(WorkerReply<EffectCheck>)
  case compared(ImageComparison)

  package var json: JSON {
    switch self {
    case .ready(let lacking, let refused, let plugins):
      Message.json(
        "ready",
        [
          "lacking": .array(lacking.map(JSON.string)), "refused": .array(refused.map(\.json)),
          "plugins": .array(plugins.map(\.json)),
        ])
    case .allocate(let bytes): Message.json("allocate", ["bytes": .integer(bytes)])
    case .output(let info): Message.json("output", info.json)
    case .rendered(let reply, let output):
      Message.json(
        "rendered", .object((reply.json.object ?? []) + [JSON.Member("output", output.field)]))
    case .renderedTogether(let documents):
      Message.json("renderedTogether", ["documents": .array(documents.map(\.json))])
    case .validated(let reply): Message.json("validated", reply.json)
    case .prepared(let reply): Message.json("prepared", reply.json)
    case .indexed(let reply): Message.json("indexed", reply.json)
    case .located(let diagnostics):
      Message.json("located", ["diagnostics": .array(diagnostics.map(\.json))])
    case .effects(let listing): Message.json("effects", listing.json)
    case .schema(let schema): Message.json("schema", ["schema": schema])
    case .environment(let files): Message.json("environment", files.json)
    case .checked(let reply): Message.json("checked", reply.json)
    case .compared(let comparison): Message.json("compared", comparison.json)
    }
  }

  /// Reads a response.
  ///
  /// - Throws: ``ChannelError`` malformed.
  package init(json: JSON) throws(ChannelError) {
    let response: WorkerResponse?
    do throws(FieldError) {
      response = try Self.read(try FieldReader(json))
    } catch {
      throw ChannelError(.malformed, error.description)
    }
    guard let response else { throw ChannelError(.malformed, "invalid answer from the worker") }
    self = response
  }

  /// - Returns: `nil` for an unknown type.
  private static func read(_ fields: FieldReader) throws(FieldError) -> WorkerResponse? {
    switch try fields.required("type", String.self) {
    case "ready":
      .ready(
        lacking: try fields.required("lacking"), refused: try fields.required("refused"),
        plugins: try fields.required("plugins"))
    case "allocate": .allocate(bytes: try fields.required("bytes", in: 1 ... .max))
    case "output": .output(try OutputRecord(fields: fields))
    case "rendered":
      .rendered(try WorkerReply(fields: fields), output: try fields.optional("output"))
    case "renderedTogether": .renderedTogether(try fields.required("documents"))
    case "validated": .validated(try ValidateReply(fields: fields))
    case "prepared": .prepared(try PrepareReply(fields: fields))
    case "indexed": .indexed(try IndexReply(fields: fields))
    case "located": .located(try fields.required("diagnostics"))
    case "effects": .effects(try EffectListing(fields: fields))
    case "schema": .schema(try fields.required("schema"))
    case "environment": .environment(try EnvironmentFiles(fields: fields))
    case "checked": .checked(try WorkerReply(fields: fields))
    case "compared": .compared(try ImageComparison(fields: fields))
    default: nil
    }
  }
}
