import ArgumentParser
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient
import SystemPackage

/// Renders jobs without the daemon.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Renders jobs locally, without the daemon.",
    discussion: """
      Starts the same worker as the daemon, in the same sandbox, and writes the images to the \
      current folder or to the -o path: a file, or a folder if it exists as one or ends in /. Image \
      paths in the job are relative to its folder. Prints the path of each image. Several jobs are \
      rendered one after the other, also after one with errors; scrim submit renders them in \
      parallel.

      The name given last decides the format: -o cover.png of a job that says JPEG writes a PNG, and \
      so does --format png for a folder, for -o - or without -o. Keys of the output that the format does \
      not have are ignored with a warning. -o - is standard output, for one image.

      A job with "inputs" is a template: it is rendered once for each row of --data, or once with the \
      values of --set or --sample.

      Examples:
        scrim render story.json
        scrim render story.json -o covers/
        scrim render story.scrim -o cover.jpg
        ./make-story | scrim render - -o cover.png
        scrim render story.json --format webp -o - | upload
        scrim render card.json --data people.csv -o cards/
        scrim render card.json --set name=Ada --set price=12
        scrim render story.json --lock
      """)

  @OptionGroup var jobs: LocalJobs

  @Option(
    name: .shortAndLong, help: "Output file or folder, or - for standard output.",
    completion: .file())
  var output: String?

  @Option(help: "Output pixels per px, 0.1…8, for all outputs; overrides the job's scale.")
  var scale: Double?

  @Option(
    help: """
      Format of all outputs, whose names get its extension; overrides the job's: png, jpeg, webp, \
      pdf or svg.
      """)
  var format: ImageFormat?

  @Flag(
    help: """
      Prints an object of JSON per job: name, state, outputs with path and SHA-256, warnings and \
      errors.
      """)
  var json = false

  @Option(
    help: ArgumentHelp(
      "Writes a trace of stages, layers and effects for chrome://tracing or ui.perfetto.dev.",
      valueName: "file"),
    completion: .file())
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Writes an image of each rendered layer, alone on the canvas, as <index>-<id>.png.",
      valueName: "folder"),
    completion: .directory)
  var layers: String?

  @Flag(
    help: """
      Writes what the images depend on beside them, as NAME.lock.json, for scrim verify: programs, effects, \
      fonts, files and layers by their SHA-256.
      """)
  var lock = false

  @Flag(
    help: """
      Renders without sandbox and time limit; prints the worker's process ID, and a backtrace \
      if it crashes. For your own effects only.
      """)
  var debug = false

  @Flag(help: "Like --debug, but waits for a debugger to attach to the worker.")
  var waitForDebugger = false

  @OptionGroup(title: "Options for templates") var template: TemplateOptions

  @OptionGroup(title: "Options for sources by URL") var fetching: FetchOptions

  @OptionGroup var options: LocalWorkerOptions

  func validate() throws {
    if let scale, !(0.1...8).contains(scale) {
      throw ValidationError("--scale \(JSON.number(scale).text()) is outside 0.1…8.")
    }
    if template.data != nil, trace != nil || layers != nil || debug || waitForDebugger {
      throw ValidationError("--trace, --layers and --debug are for one job, without --data.")
    }
    if json, output == "-" {
      throw ValidationError("--json and -o - cannot be combined: standard output is one file.")
    }
    if let format, let own = OutputPlaces(output).format, own != format.rawValue {
      throw ValidationError(
        "-o \(output ?? "") is \(own), but --format is \(format.rawValue): leave one of them out.")
    }
    if lock, output == "-" {
      throw ValidationError(
        "--lock and -o - cannot be combined: the lock is a file beside the image.")
    }
    guard jobs.jobs.count > 1 else { return }
    try template.requireOne(of: jobs.jobs, "--data, --set, --rows, --sample and --strict")
    guard trace == nil, layers == nil, !debug, !waitForDebugger else {
      throw ValidationError("--trace, --layers and --debug are for one job.")
    }
    _ = try OutputPlaces(output, jobs: jobs.jobs.count)
  }

  func run() throws {
    let console = Console()
    try console.run {
      let isDebugged = debug || waitForDebugger
      var claims = OutputClaims()
      let workers = options.workers(
        console, environments: .installed, fetcher: SourceFetcher(fetching, console),
        isDebugged: isDebugged,
        onStart: { if isDebugged { prepareDebugging(of: $0, console) } })
      try jobs.forEach(
        console,
        onFailure: { path, failure in
          let name = FilePath(path).stem ?? path
          show(RenderedJob(name: name, errors: [failure.diagnostic]), console)
        }
      ) { job in
        var lock = try self.lock ? startLock(of: job) : nil
        if TemplateFile.isTemplate(job) {
          let status = try render(job, workers, &claims, &lock, console)
          try write(lock, of: job, console)
          return status
        }
        try template.requireNone(for: job)
        // An error of its syntax is one of the job's, with its place.
        if let document = try? job.document() {
          try OutputPlaces(output).check(document, of: job.documentPath, canConvert: true)
          try claims.claim(
            OutputNames(document, job: job.name, format: finalFormat), of: job.documentPath)
        }
        let errors = try render(
          LocalJob(job), seed: LocalWorker.randomSeed(), workers.ready(), &lock, console)
        try write(lock, of: job, console)
        guard !errors.isEmpty else { return nil }
        if !json { console.report(errors, in: job) }
        show(RenderedJob(name: job.name, errors: errors), console)
        return status(of: errors)
      }
    }
  }

  /// The format of all outputs: the one that was named last.
  private var finalFormat: String? { format?.rawValue ?? OutputPlaces(output).format }

  /// Renders a job, writes its images and adds them to the lock.
  ///
  /// - Returns: Its errors.
  private func render(
    _ job: LocalJob, seed: Int, _ worker: LocalWorker, _ lock: inout RenderLock?,
    _ console: Console
  ) throws -> [Diagnostic] {
    let name = job.file.name
    let result = try worker.render(
      job, scale: scale, format: finalFormat, seed: seed, isTraced: trace != nil,
      showsLayers: layers != nil, hasDigests: self.lock
    ) { console.progress("\(name): \($0.words) …") }
    switch result {
    case .finished(let report, let outputs):
      if !json { console.warn(report.warnings, in: job.source) }
      let rendered = RenderedJob(name: name, warnings: report.warnings)
      show(try finish(report, outputs, rendered, console), console)
      try lock?.add(report, part(of: job, outputs))
      return []
    case .failed(let errors): return errors
    }
  }

  /// Renders a template for each row and variant.
  ///
  /// - Returns: The exit status of the errors.
  private func render(
    _ job: JobFile, _ workers: LocalWorkers, _ claims: inout OutputClaims,
    _ lock: inout RenderLock?, _ console: Console
  ) throws -> ExitStatus? {
    let file = try template.template(job)
    let seed = LocalWorker.randomSeed()
    if OutputPlaces(output).isOne { try requireOneImage(of: file, workers) }
    var rows = TemplateRows(file, console, isStrict: template.strict, printsErrors: !json)
    var failed = 0
    rows.onErrors = { prepared, errors in
      failed += 1
      show(RenderedJob(name: prepared.about.name, errors: errors), console)
    }
    let status = try rows.forEach(workers) { prepared, template, worker in
      let document = try? Node.parse(prepared.document)
      let place =
        prepared.about.row.map { "row \($0.row)" } ?? prepared.about.variant ?? job.documentPath
      if let document {
        try OutputPlaces(output).check(document, of: place, canConvert: true)
      }
      let names = OutputNames(document, job: prepared.about.name, format: finalFormat)
      if let conflict = claims.conflict(of: names, of: place) {
        throw Failure(.dataError, conflict)
      }
      return try render(
        LocalJob(prepared, template, of: file), seed: prepared.seed(from: seed), worker, &lock,
        console)
    }
    // Errors of the template itself are not those of a row.
    if failed == 0, !rows.errors.isEmpty {
      show(RenderedJob(name: job.name, errors: rows.errors), console)
    }
    return status
  }

  /// - Throws: A ``Failure`` if a template gives several images for one file.
  private func requireOneImage(of file: TemplateFile, _ workers: LocalWorkers) throws {
    let worker = try workers.ready()
    let (reply, jobs) = try worker.prepare(worker.open(file), of: file)
    guard jobs.count > 1 || reply.next != nil else { return }
    throw Failure(
      .dataError,
      "\(file.job.documentPath): -o \(output ?? "") is one image, but the template gives several: "
        + "name a folder (end it in /), or a row with --rows.")
  }

  /// The lock of a job before it is rendered.
  private func startLock(of job: JobFile) throws -> RenderLock {
    var lock = RenderLock()
    lock.environment = try options.environment().json
    lock.document = try Digest.sha256(of: job.bytes)
    return lock
  }

  /// The images of a job as a lock lists them.
  private func part(of job: LocalJob, _ outputs: [WorkerOutput]) throws -> RenderLock.Part {
    var part = RenderLock.Part()
    part.name = job.file.name
    (part.row, part.variant) = (job.about?.row?.row, job.about?.variant)
    (part.scale, part.format) = (scale, finalFormat)
    part.outputs = try outputs.filter { $0.info.layer == nil }.map { output in
      var info = output.info
      let content = try output.content.read(limit: .max, of: info.file)
      info.sha256 = try Digest.sha256(of: content)
      if case .file(let name) = OutputPlaces(self.output) {
        info.file = FilePath(name).lastComponent?.string ?? info.file
      }
      return info
    }
    return part
  }

  private func write(_ lock: RenderLock?, of job: JobFile, _ console: Console) throws {
    guard let lock, !lock.images.isEmpty else { return }
    let path =
      switch OutputPlaces(output) {
      case .folder(let folder): folder.appending(job.name + RenderLock.ending)
      case .file(let name):
        FilePath(name).removingLastComponent()
          .appending((FilePath(name).stem ?? job.name) + RenderLock.ending)
      case .standardOutput: FilePath(job.name + RenderLock.ending)
      }
    let written = try OutputFile(at: path).write(
      .own(Array("\(lock.json.text(pretty: true))\n".utf8)))
    if !json { console.result(written) }
  }

  /// Prints an object of `--json`.
  private func show(_ rendered: RenderedJob, _ console: Console) {
    if json { console.result(rendered.json.text()) }
  }

  /// Writes what came of a job.
  private func finish(
    _ report: RenderReport, _ outputs: [WorkerOutput], _ rendered: RenderedJob, _ console: Console
  ) throws -> RenderedJob {
    var rendered = try write(outputs.filter { $0.info.layer == nil }, rendered, console)
    rendered.inputs = report.inputs
    rendered.fallbackFonts = report.fallbackFonts
    rendered.fetched = report.fetched
    for font in json ? [] : report.fallbackFonts {
      let asked = (font["asked"]?.array ?? []).compactMap(\.string).map { ScrimJSON.quoted($0) }
      let count = font["characters"]?.number ?? 0
      let characters = "\(count.plain) character\(count == 1 ? "" : "s")"
      console.note(
        "\(rendered.name): \(font["layer"]?.string ?? ""): \(quoted(font["used"]?.string ?? "")) draws "
          + "\(characters) in place of \(asked.joined(separator: ", "))."
      )
    }
    if let layers {
      for output in outputs where output.info.layer != nil {
        try OutputFile(at: FilePath(layers).appending(output.info.file)).write(output.content)
      }
    }
    if let trace { try TraceFile.write(report, to: OutputFile(option: trace)) }
    return rendered
  }

  /// Prints what a debugger needs, and waits for one if that is wanted.
  private func prepareDebugging(of worker: LocalWorker, _ console: Console) {
    console.note("scrim-worker is process \(worker.processID), without sandbox and time limit.")
    if Backtracer.path == nil {
      console.note(
        "A crash will not show a backtrace: swift-backtrace is missing. It is part of the Swift "
          + "toolchain; add the toolchain's swift to PATH.")
    }
    guard waitForDebugger else { return }
    console.note("Waiting for a debugger to attach to process \(worker.processID).")
    worker.waitForDebugger()
  }

  private func write(
    _ outputs: [WorkerOutput], _ rendered: RenderedJob, _ console: Console
  ) throws -> RenderedJob {
    var rendered = rendered
    let files = try OutputPlaces(output)
      .files(for: outputs.map { ($0.info.file, $0.info.format) })
    for (output, file) in zip(outputs, files) {
      let written = try file.write(output.content)
      if json { try rendered.add(output, written) } else { console.result(written) }
    }
    return rendered
  }
}
