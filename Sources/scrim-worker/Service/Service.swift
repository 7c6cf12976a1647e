import Glibc

import ScrimDocument
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
        let rendering = timed(request) {
          renderer.render(request, attached, progress: steps.show)
        }
        for output in rendering.outputs {
          try line.send(WorkerResponse.output(output.info).json, content: output.content)
        }
        let reply = RenderReply(rendering.outcome, retireReason: retireReason())
        try line.send(WorkerResponse.rendered(reply).json)
      case .validate(let request):
        var reply = timed(request) { renderer.validate(request, attached, progress: steps.show) }
        reply.retireReason = retireReason()
        try line.send(WorkerResponse.validated(reply).json)
      case .prepare(let request):
        ProcessDeadline.set(seconds: request.limits.seconds)
        let prepared = templates.prepare(request, descriptors)
        ProcessDeadline.clear()
        var reply = prepared.reply
        reply.retireReason = retireReason()
        let files = prepared.bytes.isEmpty ? [] : [try line.memoryFile("jobs", prepared.bytes)]
        try line.send(WorkerResponse.prepared(reply).json, descriptors: files)
      case .index(let request):
        ProcessDeadline.set(seconds: request.limits.seconds)
        let indexed = templates.index(request, descriptors)
        ProcessDeadline.clear()
        var reply = indexed.reply
        reply.retireReason = retireReason()
        let files = indexed.bytes.isEmpty ? [] : [try line.memoryFile("rows", indexed.bytes)]
        try line.send(WorkerResponse.indexed(reply).json, descriptors: files)
      case .locate(let request):
        ProcessDeadline.set(seconds: request.template.limits.seconds)
        let located = templates.locate(request, descriptors)
        ProcessDeadline.clear()
        try line.send(WorkerResponse.located(located).json)
      case .effects:
        try line.send(WorkerResponse.effects(renderer.plugins.listing).json)
      case .schema:
        let schema = JobSchema.document(of: renderer.plugins.effects)
        try line.send(WorkerResponse.schema(schema).json)
      case .environment:
        try line.send(WorkerResponse.environment(FontConfiguration.environmentFiles()).json)
      case .check(let request):
        try line.send(WorkerResponse.checked(check(request)).json)
      case .start, .load, .allocated:
        throw ChannelError(.malformed, "a message arrived that is not a request")
      }
    }
  }

  /// Why no other job should be done here; `nil` if there is no reason.
  private func retireReason() -> String? { renderer.retireReason ?? health.retireReason() }

  /// Does the work of a request within its time limit.
  private func timed<Result>(_ request: RenderRequest, _ work: () -> Result) -> Result {
    // The limit ends the process: nothing that an effect does can put it off.
    ProcessDeadline.set(seconds: request.limits.seconds)
    defer { ProcessDeadline.clear() }
    // It distinguishes a crash from one for want of memory.
    errno = 0
    return work()
  }

  private func check(_ request: CheckRequest) -> CheckReply {
    defer { ProcessDeadline.clear() }
    return renderer.check(request) { stage, sample in
      ProcessDeadline.set(seconds: CheckRequest.sampleSeconds)
      steps.show(WorkerStep(stage: "\(stage), \(sample)", effect: request.effect))
    }
  }
}
