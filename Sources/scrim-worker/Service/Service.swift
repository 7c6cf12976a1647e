import Glibc
import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimLinux
import ScrimPlugins
import ScrimProtocol

/// Serves requests, one at a time, until the other side hangs up.
struct Service {
  let line: Channel
  let renderer: JobRenderer
  let steps: StepBoard
  let templates = TemplateService()
  let health: WorkerHealth

  /// Reports that it is ready, and serves.
  ///
  /// - Parameter lacking: What this kernel can't deny the process.
  /// - Throws: `ChannelError` when the connection breaks.
  func run(lacking: [String]) throws(ChannelError) {
    let plugins = renderer.plugins.loaded.map { WorkerPlugin(path: $0.path, effects: $0.effects) }
    let ready = WorkerResponse.ready(
      lacking: lacking, refused: renderer.plugins.refused.map(RefusedFile.init), plugins: plugins)
    try line.send(ready.json)
    while let (message, attached) = try line.receive() {
      let descriptors = attached.descriptors
      switch try WorkerRequest(json: message, attached) {
      case .render(let request):
        let documents = try request.documents(attached)
        var collected = documents.count > 1 ? CollectedReplies(line) : nil
        for (request, attached) in documents {
          let rendering = timed(request.limits) {
            renderer.render(request, attached, progress: steps.show)
          }
          let reply = WorkerReply(rendering.outcome, retireReason: retireReason())
          if try collected?.add(reply, rendering.outputs) != true {
            try send(reply, rendering.outputs)
          }
        }
        try collected?.send()
      case .validate(let request):
        var reply = timed(request.limits) {
          renderer.validate(request, attached, progress: steps.show)
        }
        reply.retireReason = retireReason()
        try line.send(WorkerResponse.validated(reply).json)
      case .prepare(let request):
        let (prepared, bytes) = timed(request.limits) { templates.prepare(request, descriptors) }
        var reply = prepared
        reply.retireReason = retireReason()
        try line.send(WorkerResponse.prepared(reply).json, descriptors: files("jobs", bytes))
      case .index(let request):
        let (indexed, bytes) = timed(request.limits) { templates.index(request, descriptors) }
        var reply = indexed
        reply.retireReason = retireReason()
        try line.send(WorkerResponse.indexed(reply).json, descriptors: files("rows", bytes))
      case .locate(let request):
        let located = timed(request.template.limits) { templates.locate(request, descriptors) }
        try line.send(WorkerResponse.located(located).json)
      case .effects:
        try line.send(WorkerResponse.effects(renderer.plugins.listing).json)
      case .schema:
        let schema = JobSchema.document(of: renderer.plugins.effects)
        try line.send(WorkerResponse.schema(schema).json)
      case .environment:
        try line.send(WorkerResponse.environment(FontConfiguration.environmentFiles()).json)
      case .check(let request):
        let (outcome, evidence) = check(request)
        for (name, bytes) in evidence {
          let info = OutputRecord(file: name, bytes: bytes.count)
          try line.send(WorkerResponse.output(info).json, content: .own(bytes))
        }
        try line.send(WorkerResponse.checked(WorkerReply(outcome)).json)
      case .compare(let request):
        let comparison = timed(request.limits) { ImageComparison(request, descriptors) }
        try line.send(WorkerResponse.compared(comparison).json)
      case .start, .load, .allocated:
        throw ChannelError(.malformed, "a message arrived that is not a request")
      }
    }
  }

  private func send(
    _ reply: WorkerReply<RenderReport>, _ outputs: [JobRenderer.RenderedOutput]
  ) throws(ChannelError) {
    for output in outputs.dropLast() {
      try line.send(WorkerResponse.output(output.info).json, content: output.content)
    }
    try line.send(
      WorkerResponse.rendered(reply, output: outputs.last?.info).json,
      content: outputs.last?.content)
  }

  /// Why no other job should be done here; `nil` if there is no reason.
  private func retireReason() -> String? { renderer.retireReason ?? health.retireReason() }

  /// Does the work of a request within its time limit.
  private func timed<Result>(_ limits: RenderLimits, _ work: () -> Result) -> Result {
    // The limit ends the process: nothing that an effect does can put it off.
    ProcessDeadline.set(seconds: limits.seconds)
    defer { ProcessDeadline.clear() }
    // It distinguishes a crash from one for want of memory.
    errno = 0
    return work()
  }

  /// A memory file of what a reply is too small for; none if there is nothing.
  private func files(_ name: String, _ bytes: [UInt8]) throws(ChannelError) -> [OwnedDescriptor] {
    bytes.isEmpty ? [] : [try line.memoryFile(name, bytes)]
  }

  private func check(
    _ request: CheckRequest
  ) -> (outcome: WorkerReply<EffectCheck>.Outcome, evidence: [String: [UInt8]]) {
    defer { ProcessDeadline.clear() }
    return renderer.check(request) { stage, sample in
      ProcessDeadline.set(seconds: CheckRequest.sampleSeconds)
      steps.show(WorkerStep(stage: "\(stage), \(sample)", effect: request.effect))
    }
  }
}

/// Where the worker shows its client which step it begins.
struct StepBoard {
  let cell: SharedCell
  let line: Channel

  /// Ends the process if an effect has closed the connection: the last step, which the client blames, is that effect's.
  func show(_ step: WorkerStep) {
    guard line.isOpen else { exit(0) }
    cell.write(step.json.bytes())
  }
}
