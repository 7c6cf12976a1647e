import ArgumentParser
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimProtocol
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

      A job with "inputs" is a template: it is rendered once for each row of --data, or once with the \
      values of --set or --sample.

      Examples:
        scrim render story.json
        scrim render story.json -o covers/
        scrim render story.scrim -o cover.jpg
        ./make-story | scrim render - -o cover.png
        scrim render card.json --data people.csv -o cards/
        scrim render card.json --set name=Ada --set price=12
      """)

  @OptionGroup var jobs: LocalJobs

  @Option(name: .shortAndLong, help: "Output file or folder.", completion: .file())
  var output: String?

  @Option(help: "Output pixels per px, 0.1…8, for all outputs; overrides the job's scale.")
  var scale: Double?

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
      Renders without sandbox and time limit; prints the worker's process ID, and a backtrace \
      if it crashes. For your own effects only.
      """)
  var debug = false

  @Flag(help: "Like --debug, but waits for a debugger to attach to the worker.")
  var waitForDebugger = false

  @OptionGroup(title: "Options for templates") var template: TemplateOptions

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var fonts: FontOptions

  func validate() throws {
    if let scale, !(0.1...8).contains(scale) {
      throw ValidationError("--scale \(JSON.number(scale).text()) is outside 0.1…8.")
    }
    if template.data != nil, trace != nil || layers != nil || debug || waitForDebugger {
      throw ValidationError("--trace, --layers and --debug are for one job, without --data.")
    }
    guard jobs.jobs.count > 1 else { return }
    try template.requireOne(of: jobs.jobs, "--data, --set, --rows, --sample and --strict")
    guard trace == nil, layers == nil, !debug, !waitForDebugger else {
      throw ValidationError("--trace, --layers and --debug are for one job.")
    }
    if output != nil, case .file = OutputPlaces(output) {
      throw ValidationError("-o must name a folder for several jobs: end it in /.")
    }
  }

  func run() throws {
    let console = Console()
    try console.run {
      let isDebugged = debug || waitForDebugger
      var claims = OutputClaims()
      try jobs.forEach(
        console, plugins: plugins.folders, fonts: fonts.paths, isDebugged: isDebugged,
        onStart: { if isDebugged { prepareDebugging(of: $0, console) } }
      ) { job, workers in
        if TemplateFile.isTemplate(job) { return try render(job, workers, &claims, console) }
        try template.requireNone(for: job)
        // An error of its syntax is one of the job's, with its place.
        if let document = try? job.document() {
          try claims.claim(OutputNames(document, job: job.name), of: job.documentPath)
        }
        return try render(job, workers.ready(), console)
      }
    }
  }

  /// - Returns: The exit status of the job's errors.
  private func render(
    _ job: JobFile, _ worker: LocalWorker, _ console: Console
  ) throws -> ExitStatus? {
    let result = try worker.render(
      job, scale: scale, isTraced: trace != nil, showsLayers: layers != nil
    ) { console.progress("\(job.name): \($0.words) …") }
    switch result {
    case .finished(let report, let outputs):
      console.warn(report.warnings, in: job)
      try finish(report, outputs, console)
      return nil
    case .failed(let diagnostics):
      console.report(diagnostics, in: job)
      return status(of: diagnostics)
    }
  }

  /// Renders a template for each row and variant.
  ///
  /// - Returns: The exit status of the errors.
  private func render(
    _ job: JobFile, _ workers: LocalWorkers, _ claims: inout OutputClaims, _ console: Console
  ) throws -> ExitStatus? {
    let file = try template.template(job)
    let seed = LocalWorker.randomSeed()
    var rows = TemplateRows(file, console, isStrict: template.strict)
    return try rows.forEach(workers) { prepared, template, worker in
      let document = try? Node.parse(prepared.document)
      let place =
        prepared.about.row.map { "row \($0.row)" } ?? prepared.about.variant ?? job.documentPath
      let names = OutputNames(document, job: prepared.about.name)
      if let conflict = claims.conflict(of: names, of: place) {
        throw Failure(.dataError, conflict)
      }
      let (result, warnings) = try worker.render(
        prepared, template, of: file, scale: scale, seed: seed, isTraced: trace != nil,
        showsLayers: layers != nil
      ) { console.progress("\(prepared.about.name): \($0.words) …") }
      console.warn(warnings, in: job)
      switch result {
      case .finished(let report, let outputs):
        try finish(report, outputs, console)
        return []
      case .failed(let diagnostics): return diagnostics
      }
    }
  }

  private func finish(
    _ report: WorkerReport, _ outputs: [WorkerOutput], _ console: Console
  ) throws {
    try write(outputs.filter { $0.info.layer == nil }, console)
    if let layers {
      for output in outputs where output.info.layer != nil {
        try OutputFile.write(
          output.content, to: FilePath(layers).appending(output.info.file))
      }
    }
    if let trace { try TraceFile.write(report, to: FilePath(trace)) }
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

  private func write(_ outputs: [WorkerOutput], _ console: Console) throws {
    let paths = try OutputPlaces(output)
      .paths(for: outputs.map { ($0.info.file, $0.info.format) })
    for (output, path) in zip(outputs, paths) {
      try OutputFile.write(output.content, to: path)
      console.result(path: path)
    }
  }
}
