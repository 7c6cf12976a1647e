package import ArgumentParser
import ScrimDocument
import ScrimJSON
import ScrimProtocol

/// Where a template's inputs get their values.
package struct TemplateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Rows for a template, one job each: .csv, .jsonl, .ndjson, .json with an array, or - for JSON lines.",
      valueName: "file"),
    completion: .file())
  package var data: String?

  @Option(
    help: ArgumentHelp(
      "The character between cells of CSV: comma, semicolon, tab, or any other sign; default: as in the header.",
      valueName: "sign"))
  package var delimiter: String?

  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "The value of a template's input, for all rows; may be repeated.", valueName: "input=value"))
  package var settings: [String] = []

  @Option(help: ArgumentHelp("Only these rows of the data, as in 1-20,37.", valueName: "numbers"))
  package var rows: String?

  @Flag(help: "Takes the first example of each input as its value.")
  package var sample = false

  @Flag(help: "Columns of the data that no input takes are an error.")
  package var strict = false

  package init() {}

  /// Whether any of them is given.
  package var isGiven: Bool {
    data != nil || !settings.isEmpty || rows != nil || sample || strict || delimiter != nil
  }

  package func validate() throws {
    for setting in settings where !setting.utf8.dropFirst().contains(UInt8(ascii: "=")) {
      throw ValidationError("--set \(setting): expected INPUT=VALUE, as in --set name=Ada.")
    }
    if let rows, data == nil { throw ValidationError("--rows \(rows) needs --data.") }
    if let delimiter {
      guard data != nil else { throw ValidationError("--delimiter \(delimiter) needs --data.") }
      _ = try sign(delimiter)
    }
    if strict, data == nil { throw ValidationError("--strict needs --data.") }
    if sample, data != nil { throw ValidationError("--sample and --data exclude each other.") }
    _ = try selection()
  }

  /// The template with these values.
  ///
  /// - Parameters:
  ///   - job: The template.
  ///   - orSample: Whether it has the examples of its inputs if no values are given.
  /// - Returns: Its file, with the data opened.
  /// - Throws: A ``Failure``.
  package func template(_ job: JobFile, orSample: Bool = false) throws -> TemplateFile {
    var template = TemplateFile(job)
    template.isSample = sample || orSample && data == nil && settings.isEmpty
    template.settings = settings.map { setting in
      let input = setting.prefix { $0 != "=" }
      return .init(input: String(input), text: String(setting.dropFirst(input.count + 1)))
    }
    if let data {
      template.data = try RowFile(at: data)
      template.data?.delimiter = try delimiter.map(sign)
      template.data?.selection = try selection()
    }
    return template
  }

  /// The delimiter that a name or a sign stands for.
  private func sign(_ text: String) throws -> String {
    let names = ["comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t"]
    let sign = names[text] ?? text
    guard sign.utf8.count == 1, let character = sign.first,
      sign == "\t" || ("!"..."~").contains(character), character != "\"", !character.isLetter,
      !character.isNumber
    else {
      throw ValidationError(
        "--delimiter \(text): expected comma, semicolon, tab, or one other sign of ASCII, such as '|'."
      )
    }
    return sign
  }

  /// Refuses the options for a job that is no template.
  ///
  /// - Throws: A ``Failure`` if any is given.
  package func requireNone(for job: JobFile) throws {
    guard isGiven else { return }
    throw Failure(
      .dataError,
      "\(job.documentPath) is not a template: it has no \"inputs\", which --data, --set and --sample need."
    )
  }

  /// Refuses the options for several templates, or none.
  ///
  /// - Parameters:
  ///   - jobs: The paths that are given. A misspelt option's value is one of them.
  ///   - options: The options' names, for the message.
  /// - Throws: `ValidationError` if any is given.
  package func requireOne(of jobs: [String], _ options: String) throws {
    guard isGiven, jobs.count != 1 else { return }
    let given = jobs.prefix(4).map { quoted($0) } + (jobs.count > 4 ? ["…"] : [])
    throw ValidationError(
      "\(options) are for one template; given: \(jobs.isEmpty ? "none" : given.joined(separator: ", "))."
    )
  }

  private func selection() throws -> [ClosedRange<Int>] {
    guard let rows else { return [] }
    let invalid = ValidationError("--rows \(rows): expected numbers from 1, as in 1-20,37.")
    var ranges: [ClosedRange<Int>] = []
    for part in rows.split(separator: ",", omittingEmptySubsequences: false) {
      let bounds = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(bounds.count), let first = bounds[0], let last = bounds.last ?? nil,
        first >= 1, last >= first
      else { throw invalid }
      ranges.append(first...last)
    }
    // In ascending order without overlaps, as files are read.
    return ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      guard let last = merged.last, range.lowerBound <= last.upperBound else {
        return merged.append(range)
      }
      merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    }
  }
}
