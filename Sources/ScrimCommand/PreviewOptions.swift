package import ArgumentParser

/// The options of `scrim preview`, which it passes on to scrim-preview.
package struct PreviewOptions: ParsableArguments {
  @Argument(help: "Job: a JSON document or a bundle folder.", completion: .file())
  package var job: String

  @Option(
    help: "Data of a template, whose rows the page shows: .csv, .jsonl, .ndjson or .json.",
    completion: .file())
  package var data: String?

  @Option(help: "Port of the page; 0 picks a free one.")
  package var port: UInt16 = 0

  @OptionGroup package var workers: LocalWorkerOptions

  @OptionGroup(title: "Options for sources by URL") package var fetching: FetchOptions

  package init() {}

  package func validate() throws {
    guard data != "-" else { throw ValidationError("--data must be a file: the page follows it.") }
  }

  /// The command line that says the same.
  package var arguments: [String] {
    workers.plugins.folders.flatMap { ["--plugins", $0] }
      + workers.fonts.flatMap { ["--fonts", $0] } + (data.map { ["--data", $0] } ?? [])
      + fetching.arguments + ["--port", "\(port)", "--", job]
  }
}
