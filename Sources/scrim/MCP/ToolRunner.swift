import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimTemplate
import ScrimWorkerClient

/// Handles calls, one after the other, with a worker that stays for the next one. Used by one thread.
final class ToolRunner {
  private let settings: MCPSettings
  private let workers: LocalWorkers
  private var cachedSchema: JSON?
  /// Of the call in progress.
  private var cancellation: ShutdownEvent?

  init(_ settings: MCPSettings) {
    self.settings = settings
    workers = LocalWorkers {
      let fresh = try LocalWorker(
        plugins: settings.plugins, fonts: settings.fonts, environments: .installed,
        limits: settings.limits)
      Console().noteRefused(fresh)
      return fresh
    }
  }

  /// The result of a call.
  ///
  /// - Parameters:
  ///   - request: `tools/call` or `resources/read`.
  ///   - cancellation: Once set, what a worker does for the call is given up.
  /// - Returns: The `result` of the response.
  /// - Throws: ``RPCError``.
  func result(
    of request: RPCRequest, until cancellation: ShutdownEvent
  ) throws(RPCError) -> JSON {
    self.cancellation = cancellation
    defer { self.cancellation = nil }
    guard request.method == "tools/call" else { return try read(request) }
    let name = request.params?["name"]?.string ?? ""
    guard let tool = Tool(rawValue: name) else {
      let names = Tool.allCases.map(\.rawValue)
      let hint = nearest(to: name, in: names).map { "Did you mean \(quoted($0))?" }
      throw RPCError(
        .invalidParams,
        "unknown tool \(quoted(name)). "
          + (hint ?? "There are \(names.joined(separator: ", "))."),
        id: request.id)
    }
    let arguments = request.params?["arguments"]
    guard arguments == nil || arguments?.object != nil else {
      throw RPCError(.invalidParams, "\"arguments\": expected an object.", id: request.id)
    }
    let reply: ToolReply
    do {
      reply = try call(tool, ToolArguments(arguments, of: tool))
    } catch {
      reply = ToolReply(text: Self.words(error), isError: true)
    }
    return reply.json(within: settings.replyBytes)
  }

  private static func words(_ error: any Error) -> String {
    switch error {
    case let error as ToolError: error.message
    case let failure as Failure: failure.message
    default: "\(error)."
    }
  }

  private func worker() throws -> LocalWorker {
    var worker = try workers.ready()
    worker.stop = cancellation
    return worker
  }

  private func call(_ tool: Tool, _ arguments: ToolArguments) throws -> ToolReply {
    switch tool {
    case .listTemplates: return ToolReply(try listing())
    case .templateSchema:
      guard let name = try arguments.string("template") else {
        throw ToolError("template: required, as list_templates has it.")
      }
      return ToolReply(try settings.templateFolder().open(name).inputs.schema(title: name))
    case .jobSchema: return ToolReply(try part(arguments.string("part")))
    case .validate:
      let found = try check(arguments, isMeasured: false)
      return ToolReply(
        .object([.init("valid", .boolean(found.errors.isEmpty))] + found.members))
    case .measure:
      let found = try check(arguments, isMeasured: true)
      guard found.errors.isEmpty else { return ToolReply(.object(found.members), isError: true) }
      return ToolReply(.object([.init("measures", .array(found.measures))] + found.members))
    case .render: return try render(arguments)
    }
  }
}

// MARK: Templates and schemas

extension ToolRunner {
  private func listing() throws -> JSON {
    guard settings.templates != nil else { return ["templates": []] }
    let folder = settings.templateFolder
    let templates = try folder().names().compactMap { name in
      (try? folder().open(name)).map { template -> JSON in
        [
          "name": .string(name), "inputs": .array(template.inputs.names.map(JSON.string)),
          "variants": .array(template.variants.map(JSON.string)),
        ]
      }
    }
    return ["templates": .array(templates)]
  }

  private func schema() throws -> JSON {
    if let cachedSchema { return cachedSchema }
    let schema = try worker().schema()
    cachedSchema = schema
    return schema
  }

  /// A part of the schema of jobs: the whole is more than a model wants to read.
  private func part(_ name: String?) throws -> JSON {
    let schema = try schema()
    let parts = schema["$defs"]?.object ?? []
    guard let name else {
      let top = (schema.object ?? []).filter { $0.key != "$defs" }
      return .object(top + [.init("parts", .array(parts.map { .string($0.key) }))])
    }
    guard let part = parts.first(where: { $0.key == name }) else {
      let names = parts.map(\.key)
      let hint = nearest(to: name, in: names).map { "Did you mean \(quoted($0))?" }
      throw ToolError(
        "part: there is no \(quoted(name)). "
          + (hint ?? "There are \(names.joined(separator: ", "))."))
    }
    return part.value
  }

  private func read(_ request: RPCRequest) throws(RPCError) -> JSON {
    let uri = request.params?["uri"]?.string ?? ""
    guard let resource = Resource(uri: uri) else {
      throw RPCError(
        .resourceNotFound, "unknown resource \(quoted(uri)).", id: request.id)
    }
    do {
      let text =
        switch resource {
        case .jobSchema: try schema().text(pretty: true)
        case .templateSchema: try TemplateSchema.document(ofJobs: schema()).text(pretty: true)
        case .template(let name):
          String(decoding: try settings.templateFolder().open(name).job.bytes, as: UTF8.self)
        }
      return [
        "contents": [
          ["uri": .string(uri), "mimeType": "application/json", "text": .string(text)]
        ]
      ]
    } catch let error as ToolError {
      throw RPCError(.resourceNotFound, error.message, id: request.id)
    } catch {
      throw RPCError(.internalError, Self.words(error), id: request.id)
    }
  }
}

// MARK: Jobs

extension ToolRunner {
  /// What a call is about.
  private enum Subject {
    case job(JobFile)
    case template(TemplateFile, variants: [String], variant: String?)
  }

  /// What is wrong with a job, and where everything is.
  private struct Findings {
    var errors: [Diagnostic] = []
    var warnings: [Diagnostic] = []
    var measures: [JSON] = []
    /// Whether the client knows the lines of the job.
    let hasLines: Bool

    var members: [JSON.Member] {
      [.init("errors", list(errors)), .init("warnings", list(warnings))]
    }

    private func list(_ diagnostics: [Diagnostic]) -> JSON {
      .array(
        diagnostics.map { found in
          var found = found
          if !hasLines { found.position = nil }
          // The values of a call are its only row.
          found.template?.row = nil
          found.template?.data = nil
          return found.json
        })
    }
  }

  /// - Throws: ``ToolError``, a `Failure`; ``InputErrors`` for values that no input takes.
  private func subject(of arguments: ToolArguments) throws -> Subject {
    let values = arguments.node("inputs")
    let variant = try arguments.string("variant")
    let name = try arguments.string("template")
    let job = arguments.node("job")
    let template: Template?
    switch (job, name) {
    case (let node?, nil):
      let file = JobFile(
        try Self.document(node), name: "job", path: "job", in: try settings.jobFolder(),
        isBundle: false, roots: settings.roots(ofTemplates: false))
      // Its syntax errors are reported by the worker, as those of every job.
      guard let found = try? Template(file) else {
        guard values == nil && variant == nil || (try? file.document()) == nil else {
          throw ToolError(
            "inputs and variant are for templates: the job has no \"inputs\".")
        }
        return .job(file)
      }
      template = found
    case (nil, let name?): template = try settings.templateFolder().open(name)
    default: throw ToolError("expected either \"job\" or \"template\".")
    }
    guard let template else { throw ToolError("expected either \"job\" or \"template\".") }
    if let variant, !template.variants.contains(variant) {
      let names = template.variants
      throw ToolError(
        names.isEmpty
          ? "variant: the template has none."
          : "variant: there is no \(quoted(variant)). There are \(names.joined(separator: ", ")).")
    }
    if let values {
      let unknown = template.inputs.unknown(in: JSON(values), at: ["inputs"])
      guard unknown.isEmpty else { throw InputErrors(errors: unknown) }
    }
    return .template(
      try template.filled(with: values), variants: template.variants, variant: variant)
  }

  /// Values that no input takes.
  private struct InputErrors: Error {
    let errors: [Diagnostic]
  }

  private static func document(_ job: Node) throws(ToolError) -> [UInt8] {
    if let text = job.string { return Array(text.utf8) }
    guard job.object != nil else {
      throw ToolError("job: expected an object or its JSON text, found \(job.kind).")
    }
    return JSON(job).bytes()
  }

  private func hasLines(_ arguments: ToolArguments) -> Bool {
    arguments.node("job")?.object == nil
  }

  private func check(_ arguments: ToolArguments, isMeasured: Bool) throws -> Findings {
    var found = Findings(hasLines: hasLines(arguments))
    func add(_ reply: ValidateReply, variant: String? = nil) {
      found.errors += reply.errors
      found.warnings += reply.warnings
      if let measures = reply.measures {
        found.measures.append(Measure(json: measures, variant: variant).json)
      }
    }
    do {
      switch try subject(of: arguments) {
      case .job(let job): add(try worker().validate(LocalJob(job), isMeasured: isMeasured))
      case .template(let file, _, let variant):
        let (template, jobs) = try evaluate(file, variant, &found)
        for job in jobs {
          add(
            try worker().validate(LocalJob(job, template, of: file), isMeasured: isMeasured),
            variant: job.about.variant)
        }
      }
    } catch let error as InputErrors {
      found.errors = error.errors
    }
    return found
  }

  /// Has a template evaluated.
  ///
  /// - Returns: The jobs without errors.
  private func evaluate(
    _ file: TemplateFile, _ variant: String?, _ found: inout Findings
  ) throws -> (TemplateJob, [PreparedJob]) {
    let template = try worker().open(file)
    let (reply, jobs) = try worker().prepare(template, of: file)
    let wanted = jobs.filter { variant == nil || $0.about.variant == variant }
    found.errors += reply.errors + wanted.flatMap(\.about.errors)
    return (template, wanted.filter { $0.about.errors.isEmpty })
  }
}

// MARK: Images

extension ToolRunner {
  private static let mimeTypes = ["png": "image/png", "jpeg": "image/jpeg", "webp": "image/webp"]

  private func render(_ arguments: ToolArguments) throws -> ToolReply {
    let file = try arguments.string("file").map(settings.imageName)
    let scale = try arguments.number("scale", in: 0.1...8)
    let format = try format(arguments, file: file)
    var found = Findings(hasLines: hasLines(arguments))
    var job: LocalJob?
    do {
      switch try subject(of: arguments) {
      case .job(let file): job = LocalJob(file)
      case .template(let file, let variants, let variant):
        guard variants.isEmpty || variant != nil else {
          throw ToolError("variant: required, one of \(variants.joined(separator: ", ")).")
        }
        let (template, jobs) = try evaluate(file, variant, &found)
        if found.errors.isEmpty, let first = jobs.first {
          job = LocalJob(first, template, of: file)
        }
      }
    } catch let error as InputErrors {
      found.errors = error.errors
    }
    switch try job.map({ try worker().render($0, scale: scale, format: format) }) {
    case .finished(let report, let outputs)?:
      found.warnings = report.warnings
      return try reply(outputs, to: file, found.members)
    case .failed(let errors)?: found.errors += errors
    case nil: break
    }
    return ToolReply(.object(found.members), isError: true)
  }

  private func format(_ arguments: ToolArguments, file: String?) throws -> String? {
    let names = ImageFormat.allCases.map(\.rawValue)
    let format = try arguments.string("format", among: names)
    guard let file else {
      if let format, Self.mimeTypes[format] == nil {
        throw ToolError("format: \(format) needs \"file\"; without it expected png, jpeg or webp.")
      }
      return format
    }
    let own = OutputNames.format(of: file)
    guard let own else {
      throw ToolError("file: the name must end in .png, .jpg, .webp, .pdf or .svg.")
    }
    guard format == nil || format == own else {
      throw ToolError("file: \(file) is \(own), but format is \(format ?? ""): leave one out.")
    }
    return own
  }

  /// Writes the image, or adds images to the response.
  private func reply(
    _ outputs: [WorkerOutput], to file: String?, _ members: [JSON.Member]
  ) throws -> ToolReply {
    var images: [JSON] = []
    var content: [JSON] = []
    if file != nil, outputs.count > 1 {
      throw ToolError("file: the job gives \(outputs.count) images; leave it out.")
    }
    var rest = settings.replyBytes
    for output in outputs {
      let info = output.info
      let mimeType = Self.mimeTypes[info.format]
      guard file != nil || mimeType != nil else {
        throw ToolError(
          "format: the job gives \(info.format); choose png, jpeg or webp, or a file.")
      }
      rest -= file == nil ? info.bytes : 0
      guard rest >= 0 else {
        throw ToolError(
          "the image has \(info.bytes) bytes; all of a response may have \(settings.replyBytes): choose jpeg or webp, "
            + "a smaller scale, or a file.")
      }
      let bytes = try output.content.read(limit: settings.limits.outputBytes, of: info.file)
      var image: [JSON.Member] = [
        .init("format", .string(info.format)), .init("width", .integer(info.width)),
        .init("height", .integer(info.height)), .init("bytes", .integer(bytes.count)),
        .init("sha256", .string(try Digest.sha256(of: bytes))),
      ]
      if let file {
        image.append(.init("file", .string(try settings.write(bytes, as: file))))
      } else {
        content.append([
          "type": "image", "data": .string(Base64.encode(bytes)),
          "mimeType": .string(mimeType ?? ""),
        ])
      }
      images.append(.object(image))
    }
    return ToolReply(.object([.init("images", .array(images))] + members), images: content)
  }
}
