import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimProtocol
import ScrimWorkerClient

/// Lays out every row of a template without drawing, but for rows whose images have a limit of bytes or whose texts
/// must be legible.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks a template with every row of its data, without writing images.",
    discussion: """
      Prints the errors of all rows, missing files too, and then a table of extremes: in which row \
      each text is longest, smallest and has most lines, and which rows have an ellipsis or \
      characters of other fonts. Rows whose outputs have maxBytes are rendered, to know \
      their sizes, and rows whose texts have legible, to measure their contrast. --legible measures all texts. --sheet \
      draws the twelve most extreme rows. --alt warns of images without a text for readers who cannot see them.

      Examples:
        scrim check card.json --data people.csv
        scrim check card.json --data people.csv --sheet worst.png
        scrim check card.json --data people.csv --legible=AAA
      """)

  @Argument(help: "Template: a JSON document or bundle folder.", completion: .file())
  var job: String

  @OptionGroup(title: "Options for templates") var template: TemplateOptions

  @Option(
    help: ArgumentHelp("Draws the twelve most extreme rows into a PNG.", valueName: "file"),
    completion: .file())
  var sheet: String?

  @Flag(help: "Warns of rows whose images have no \"alt\": neither the canvas nor a layer.")
  var alt = false

  @Option(
    defaultAsFlag: LegibilityOption("AA"),
    help: ArgumentHelp(
      "Measures the contrast of texts that have no legible of their own, too: AA, AAA or a ratio.",
      valueName: "level"))
  var legible: LegibilityOption?

  @Flag(help: "Prints errors, warnings and extremes as JSON.")
  var json = false

  @OptionGroup(title: "Options for sources by URL") var fetching: FetchOptions

  @OptionGroup var options: LocalWorkerOptions

  func validate() throws {
    guard let legible, legible.value == nil else { return }
    throw ValidationError(
      "--legible: \(quoted(legible.defaultValueDescription)) is not \"AA\", \"AAA\" or a ratio of 1…21."
    )
  }

  func run() throws {
    let console = Console()
    try console.run {
      let job = try JobFile(at: job)
      guard TemplateFile.isTemplate(job) else {
        throw Failure(
          .dataError,
          "\(job.documentPath) is not a template: it has no \"inputs\"; scrim validate checks single jobs."
        )
      }
      let file = try template.template(job, orSample: true)
      let workers = options.workers(console, fetcher: SourceFetcher(fetching, console))
      var rows = TemplateRows(file, console, isStrict: template.strict, printsErrors: !json)
      var extremes = TextExtremes()
      var warnings: [Diagnostic] = []
      var found = 0
      let status = try rows.forEach(workers) { prepared, template, worker in
        console.progress("\(prepared.about.name) …")
        let asked = legible?.value.map(prepared.asking) ?? prepared
        // Errors that are only counted need no advice.
        let reply = try worker.validate(
          LocalJob(asked, template, of: file), isDrawn: true,
          isAdvised: found < TemplateRows.most)
        found += reply.errors.count
        let missing = alt && reply.errors.isEmpty ? [prepared.missingAlt].compactMap(\.self) : []
        if warnings.count < Self.maxWarnings { warnings += reply.warnings + missing }
        extremes.add(
          reply.texts, .init(row: prepared.about.row?.row ?? 1, variant: prepared.about.variant))
        return reply.errors
      }
      if json {
        let report: JSON = [
          "rows": .integer(rows.rows), "rowsWithErrors": .integer(rows.failedRows),
          "errors": .array(rows.errors.map(\.json)), "warnings": .array(warnings.map(\.json)),
          "texts": extremes.json,
        ]
        console.result(report.text(pretty: true))
      } else {
        console.warn(warnings, in: job)
        for line in extremes.table { console.result(line) }
      }
      if let sheet, case let worst = extremes.extremeRows, !worst.isEmpty {
        try ContactSheet(file, worst).draw(to: sheet, workers, console)
      }
      if let status { throw status.code }
    }
  }

  private static let maxWarnings = 100
}

extension PreparedJob {
  /// A warning if no text says what its images show.
  fileprivate var missingAlt: Diagnostic? {
    guard let document = try? Node.parse(document), document["canvas"]?.hasAlt != true,
      document["layers"]?.hasAltInside != true
    else { return nil }
    return Diagnostic(
      code: "missing-alt",
      message:
        "the images have no text for readers who cannot see them: add \"alt\" to the canvas.",
      template: TemplatePlace(
        path: ["canvas"], row: about.row?.row, variant: about.variant))
  }

  /// The job whose texts must be legible, unless they say otherwise.
  fileprivate func asking(_ legible: JSON) -> PreparedJob {
    guard var job = try? JSON(parsing: document) else { return self }
    var canvas = job["canvas"] ?? [:]
    var defaults = canvas["textDefaults"] ?? [:]
    guard defaults.object != nil, defaults["legible"] == nil else { return self }
    defaults.set("legible", to: legible)
    canvas.set("textDefaults", to: defaults)
    job.set("canvas", to: canvas)
    return PreparedJob(about: about, document: job.bytes())
  }
}

/// A level or a ratio as an argument.
struct LegibilityOption: ExpressibleByArgument {
  /// As in a job; `nil` if it is neither.
  let value: JSON?
  private let argument: String

  init(_ level: String) {
    argument = level
    if let ratio = Double(level) {
      value = (1...21).contains(ratio) ? .number(ratio) : nil
    } else {
      value = ["AA", "AAA"].contains(level) ? .string(level) : nil
    }
  }

  /// - Returns: `nil` for what is more likely the next argument: a wrong level must not become that without a value.
  init?(argument: String) {
    guard Double(argument) != nil || argument.count < 5 && argument.allSatisfy(\.isLetter) else {
      return nil
    }
    self.init(argument)
  }

  var defaultValueDescription: String { argument }
}

extension JSON {
  /// Sets the value of a key of an object.
  fileprivate mutating func set(_ key: String, to value: JSON) {
    self = .object((object ?? []).filter { $0.key != key } + [Member(key, value)])
  }
}

extension Node {
  /// Whether a canvas or a layer has a text that is not empty.
  fileprivate var hasAlt: Bool { self["alt"]?.string.map { !$0.isEmpty } ?? false }

  /// Whether one of these layers has, or one in them; those that are not drawn do not count.
  fileprivate var hasAltInside: Bool {
    (array ?? []).contains { layer in
      layer["visible"]?.boolean != false && (layer.hasAlt || layer["layers"]?.hasAltInside == true)
    }
  }
}
