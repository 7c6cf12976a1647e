import Glibc
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol

/// A worker that does what the job's name says, for tests of the daemon: it crashes, hangs, lies.
@main
enum FakeWorker {
  static func main() throws {
    let channel = Channel(OwnedDescriptor(owning: 3))
    // By the name that it was started by: a worker is looked at without plugins first.
    let isOnOldKernel = CommandLine.arguments[0].hasSuffix("old-kernel")
    let isSilent = CommandLine.arguments[0].hasSuffix("silent")
    guard let (first, attached) = try channel.receive(),
      case .start(let options) = try WorkerRequest(json: first, attached)
    else { return }
    let steps = try SharedCell(attached.descriptors[0])
    // Without folders it says that the plugin is Scrim's own; otherwise it is where it is asked to load it.
    let isOwn = options.plugins.isEmpty
    let isLoaded = !options.loaded.isEmpty
    let plugin = WorkerPlugin(path: "/plugins/libGlow.so", effects: ["glow", "shine"])
    try channel.send(
      WorkerResponse.ready(
        lacking: isOnOldKernel ? ["Landlock"] : [], plugins: isOwn || isLoaded ? [plugin] : []
      ).json)
    while let (message, attached) = try channel.receive() {
      let descriptors = attached.descriptors
      switch try WorkerRequest(json: message, attached) {
      case .render(let request):
        let jobs = try request.documents(attached).map(\.request)
        if jobs.count > 1, try lie(about: jobs, channel) { continue }
        for job in jobs { try answer(job, channel, steps) }
      case .index(let request): try FakeBatch(request, descriptors).index(channel)
      case .prepare(let request): try FakeBatch(request, descriptors).prepare(channel)
      case .locate(let request):
        try channel.send(WorkerResponse.located(request.diagnostics).json)
      case .environment where !isSilent:
        try channel.send(WorkerResponse.environment(EnvironmentFiles()).json)
      default: continue
      }
    }
  }

  /// Sends a false reply about several documents, if the name of one asks for it.
  ///
  /// - Returns: Whether it does.
  private static func lie(about jobs: [RenderRequest], _ channel: Channel) throws -> Bool {
    let kinds = ["cut", "swollen", "foreign", "crowd", "negative", "nothing"]
    guard
      let kind = jobs.lazy.compactMap({ job in kinds.first { job.name.hasPrefix($0 + "-") } }).first
    else { return false }
    let report = try RenderReport(json: ["seed": 1])
    var documents = jobs.map { job in
      RenderedDocument(
        WorkerReply(.finished(report)),
        outputs: [OutputRecord(file: "\(job.name).png", format: "png", bytes: 3)])
    }
    var content = [UInt8](repeating: 7, count: 3 * jobs.count)
    switch kind {
    case "cut": content.removeLast()
    case "swollen": content.append(7)
    case "foreign": documents.swapAt(0, 1)
    case "crowd": documents.append(documents[0])
    case "nothing": documents = []
    default: break
    }
    var message = WorkerResponse.renderedTogether(documents).json
    if kind == "negative" {
      let text = String(decoding: message.bytes(), as: UTF8.self)
      message = try JSON(parsing: Array(text.replacing(#""bytes":3"#, with: #""bytes":-3"#).utf8))
    }
    try channel.send(message, content: .own(content))
    return true
  }

  private static func answer(
    _ job: RenderRequest, _ channel: Channel, _ steps: SharedCell
  ) throws {
    func show(_ step: WorkerStep) { steps.write(step.json.bytes()) }
    switch job.name.split(separator: "-").first {
    case "segv":
      show(WorkerStep(stage: "layer", layer: 0, effect: "glow"))
      end(by: SIGSEGV)
    case "killed":
      show(WorkerStep(stage: "decode"))
      end(by: SIGKILL)
    case "hanging":
      show(WorkerStep(stage: "layer", layer: 1, effect: "glow"))
      while true { pause() }
    case "threads":
      show(WorkerStep(stage: "layer", layer: 0, effect: "glow"))
      start(threads: Int(job.name.split(separator: "-")[1]) ?? 0)
      usleep(500_000)
      try image(of: job.name, named: "\(job.name).png", channel)
    case "frozen":
      // Written, then made read-only: RLIMIT_DATA does not count it any more.
      show(WorkerStep(stage: "layer", layer: 0, effect: "glow"))
      freeze(megabytes: Int(job.name.split(separator: "-")[1]) ?? 0)
      usleep(500_000)
      try image(of: job.name, named: "\(job.name).png", channel)
    case "chatty":
      show(WorkerStep(stage: "layer", layer: 0, effect: "glow"))
      write(lines: Int(job.name.split(separator: "-")[1]) ?? 0)
      try image(of: job.name, named: "\(job.name).png", channel)
    case "trouble":
      // What only the daemon may find out.
      try channel.send(["type": "machine-trouble", "reason": "no space"])
    case "effect":
      // Its job does not name it.
      show(WorkerStep(stage: "layer", layer: 0, effect: "shine"))
      end(by: SIGSEGV)
    case "imageless":
      let report = try RenderReport(json: [:])
      try channel.send(WorkerResponse.rendered(WorkerReply(.finished(report))).json)
    case "thief":
      // The name of another job's output.
      try image(of: job.name, named: "victim.png", channel)
    case "damaged":
      // After an effect has written where it must not.
      for path in job.plugins { show(.loading(path)) }
      show(WorkerStep(stage: "encode"))
      end(by: SIGSEGV)
    case "plugin":
      show(.loading("/plugins/libShine.so"))
      end(by: SIGSEGV)
    case "liar":
      try channel.send(WorkerResponse.ready(lacking: []).json)
    case "unsealed":
      let info = OutputRecord(file: "a.png", format: "png", width: 1, height: 1, bytes: 6)
      let null = OwnedDescriptor(owning: open("/dev/null", O_RDONLY))
      try channel.send(WorkerResponse.output(info).json, descriptors: [null])
    case "smuggler":
      // A content that none of its replies has.
      let report = try RenderReport(json: ["seed": 1])
      try channel.send(
        WorkerResponse.rendered(WorkerReply(.finished(report))).json, content: .own([1]))
    case "outside":
      try image(of: job.name, named: "../outside.png", channel)
    case "room":
      try takeMemoryFiles(Int(job.name.split(separator: "-")[1]) ?? 0, channel)
      try image(of: job.name, named: "\(job.name).png", channel)
    case "growing":
      // Never given back.
      mmap(
        nil, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0)
      try image(of: job.name, named: "\(job.name).png", channel)
    case "slow":
      // So that a kill at any time finds a running job.
      usleep(UInt32.random(in: 0...20_000))
      fallthrough
    default:
      try image(of: job.name, named: "\(job.name).png", channel)
    }
  }

  /// Writes lines to standard error, as a plugin would that means them for a terminal.
  private static func write(lines: Int) {
    for number in 0..<lines {
      let line = Array("line \(number) \u{1B}[31mred\n".utf8)
      _ = Glibc.write(2, line, line.count)
    }
  }

  private static func start(threads: Int) {
    for _ in 0..<threads {
      var thread = pthread_t()
      pthread_create(&thread, nil, { _ in while true { pause() } }, nil)
    }
  }

  private static func freeze(megabytes: Int) {
    for _ in 0..<megabytes / 32 {
      let piece = mmap(
        nil, 32 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0)
      mprotect(piece, 32 << 20, PROT_READ)
    }
  }

  /// Asks for memory files of so many bytes in all, in pieces, and keeps them.
  private static func takeMemoryFiles(_ bytes: Int, _ channel: Channel) throws {
    var rest = bytes
    while rest > 0 {
      let piece = min(rest, 1 << 20)
      try channel.send(WorkerResponse.allocate(bytes: piece).json)
      guard let (answer, attached) = try channel.receive(),
        case .allocated = try WorkerRequest(json: answer, attached),
        let file = attached.descriptors.first
      else { return }
      // Just as long as was asked for, and not longer.
      guard ftruncate(file.raw, off_t(piece) + 1) != 0 else { return end(by: SIGSEGV) }
      rest -= piece
    }
  }

  /// Bytes that only this job's picture has.
  private static func image(of job: String, named file: String, _ channel: Channel) throws {
    let bytes = Array(String(repeating: "pixels of \(job)\n", count: 500).utf8)
    let info = OutputRecord(file: file, format: "png", width: 1, height: 1, bytes: bytes.count)
    let report = try RenderReport(json: ["outputs": [["file": .string(file)]], "seed": 1])
    try channel.send(
      WorkerResponse.rendered(WorkerReply(.finished(report)), output: info).json,
      content: .own(bytes))
  }

  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
    while true { pause() }
  }
}
