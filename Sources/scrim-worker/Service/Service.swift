import Glibc
import ScrimJSON
import ScrimJob
import ScrimLinux
import ScrimPlugins
import ScrimProtocol

/// Answers requests, one at a time, until the other side hangs up.
struct Service {
  let line: Channel
  let renderer: JobRenderer
  let health: WorkerHealth

  /// Says that it is ready, and serves.
  ///
  /// - Parameter lacking: What this kernel can't deny the process.
  /// - Throws: `ChannelError` when the line breaks.
  func run(lacking: [String]) throws(ChannelError) {
    let plugins = renderer.plugins.loaded.map { WorkerPlugin(path: $0.path, effects: $0.effects) }
    let ready = WorkerResponse.ready(
      lacking: lacking, refused: renderer.plugins.refused.map(RefusedFile.init), plugins: plugins)
    try line.send(ready.json)
    while let (message, descriptors) = try line.receive() {
      let request = try WorkerRequest(json: message, descriptors: descriptors.count)
      switch request {
      case .effects:
        try line.send(WorkerResponse.effects(renderer.plugins.listing).json)
      case .schema:
        let schema = JobSchema.document(of: renderer.plugins.effects)
        try line.send(WorkerResponse.schema(schema).json)
      case .check(let request):
        try check(request)
      case .render(let job):
        // The time limit is the process's own death: nothing that an effect does can put it off.
        ProcessDeadline.set(seconds: job.limits.seconds)
        // By which a crash is told from one for want of memory.
        errno = 0
        try answer(job, descriptors)
        ProcessDeadline.clear()
      }
    }
  }

  private func check(_ request: CheckRequest) throws(ChannelError) {
    let answer = renderer.check(request) { stage, sample in
      ProcessDeadline.set(seconds: CheckRequest.sampleSeconds)
      do {
        try line.send(
          WorkerResponse.progress(
            stage: "\(stage), \(sample)", layer: nil, effect: request.effect
          ).json)
      } catch {
        // Nobody is left to look for.
        exit(0)
      }
    }
    ProcessDeadline.clear()
    try line.send(answer.json)
  }

  private func answer(
    _ request: RenderRequest, _ descriptors: [OwnedDescriptor]
  ) throws(ChannelError) {
    let answer = renderer.answer(request, descriptors) { step in
      do {
        try line.send(step.json)
      } catch {
        // Nobody is left to draw for.
        exit(0)
      }
    }
    for output in answer.outputs {
      try line.send(WorkerResponse.output(output.info).json, descriptors: [output.content])
    }
    try line.send(answer.outcome.json(retireReason: health.retireReason()))
  }
}
