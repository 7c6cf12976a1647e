import ArgumentParser
import Glibc
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimWorkerClient
import SystemPackage

/// Prints where everything in an image is, without drawing.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Prints where layers, lines and words are, without drawing.",
    discussion: """
      For each layer: frame, ink and extent; for each text its size after fitting, its lines and \
      words, and why it shrank, wrapped or was cut. What is measured is what is drawn. Concealed words \
      are not in it. --compare reports what moved since an earlier --json, for CI. Exit status: 0, 1 if \
      --compare found a difference, 65 for errors in the job.

      Examples:
        scrim measure story.json
        scrim measure story.json --json > story.measures.json
        scrim measure story.json --compare story.measures.json
        scrim measure card.json --data people.csv --json
        scrim measure story.json --html story.html
      """)

  @Argument(
    help: "Job: a JSON document, a bundle folder, or - for a document on standard input.",
    completion: .file())
  var job: String

  @OptionGroup(title: "Options for templates") var template: TemplateOptions

  @Flag(help: "Prints JSON; with --data a list with one element for each row and variant.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Writes an HTML image map: layers and words as areas over the job's output.",
      valueName: "file"),
    completion: .file())
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Reports what moved, grew or wrapped differently since this output of --json.",
      valueName: "file"),
    completion: .file())
  var compare: String?

  @OptionGroup(title: "Options for sources by URL") var fetching: FetchOptions

  @OptionGroup var options: LocalWorkerOptions

  func run() throws {
    let console = Console()
    try console.run {
      let job = try JobFile(at: job, orStandardInputAs: nil)
      let old = try compare.map(Self.read)
      let workers = options.workers(console, fetcher: SourceFetcher(fetching, console))
      let (measures, status) = try measure(job, workers, console)
      if let html { try write(measures, to: html) }
      if json {
        console.result(Self.document(measures, isList: template.data != nil).text(pretty: true))
      }
      var hasMoved = false
      if let old, status == nil {
        let changes = MeasureComparison(old, with: measures.map(\.json)).lines
        for line in changes { console.result(line) }
        hasMoved = !changes.isEmpty
      } else if !json, html == nil {
        for measure in measures {
          for line in measure.listing { console.result(line) }
        }
      }
      if let status { throw status.code }
      if hasMoved { throw ExitCode(1) }
    }
  }

  private func measure(
    _ job: JobFile, _ workers: LocalWorkers, _ console: Console
  ) throws -> ([Measure], ExitStatus?) {
    guard TemplateFile.isTemplate(job) else {
      try template.requireNone(for: job)
      let reply = try workers.ready().validate(LocalJob(job), isMeasured: true) {
        console.progress("\(job.name): \($0.words) …")
      }
      console.warn(reply.warnings, in: job)
      console.report(reply.errors, in: job)
      let measures = reply.measures.map { [Measure(json: $0)] } ?? []
      return (measures, reply.errors.isEmpty ? nil : status(of: reply.errors))
    }
    let file = try template.template(job, orSample: true)
    var measures: [Measure] = []
    var rows = TemplateRows(file, console, isStrict: template.strict)
    let status = try rows.forEach(workers) { prepared, template, worker in
      console.progress("\(prepared.about.name) …")
      let reply = try worker.validate(
        LocalJob(prepared, template, of: file), isMeasured: true)
      if let json = reply.measures {
        measures.append(
          Measure(json: json, row: prepared.about.row?.row, variant: prepared.about.variant))
      }
      return reply.errors
    }
    return (measures, status)
  }

  private static func document(_ measures: [Measure], isList: Bool) -> JSON {
    if !isList, measures.count == 1 { return measures[0].json }
    return .array(measures.map(\.json))
  }

  /// Reads an earlier output.
  private static func read(_ path: String) throws -> [JSON] {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else {
      throw Failure(.missing, "\(path) cannot be read: \(Errno(rawValue: errno)).")
    }
    let bytes: [UInt8]
    do {
      bytes = try OwnedDescriptor(owning: number).readAll(limit: limit, of: path)
    } catch {
      throw Failure(.io, "\(path) cannot be read: \(error).")
    }
    guard let json = try? JSON(parsing: bytes, limits: JSONLimits(bytes: limit)) else {
      throw Failure(.dataError, "\(path) is not JSON: expected what scrim measure --json printed.")
    }
    return json.array ?? [json]
  }

  /// Bytes of an earlier output.
  private static let limit = 1 << 28

  private func write(_ measures: [Measure], to path: String) throws {
    guard let measure = measures.first else { return }
    guard measures.count == 1 else {
      throw Failure(.dataError, "--html is for one image; choose a row with --rows.")
    }
    try OutputFile(option: path).write(.own(Array(ImageMap(measure).html.utf8)))
  }
}
