package import ArgumentParser

/// The options of `scrim preview`, which it passes on to scrim-preview.
package struct PreviewOptions: ParsableArguments {
  @Argument(help: "Job: a JSON document or a bundle folder.", completion: .file())
  package var job: String

  @Option(help: "Port of the page; 0 picks a free one.")
  package var port: UInt16 = 0

  @OptionGroup package var plugins: PluginOptions

  @OptionGroup package var fonts: FontOptions

  package init() {}

  /// The command line that says the same.
  package var arguments: [String] {
    plugins.folders.flatMap { ["--plugins", $0] }
      + fonts.paths.flatMap { ["--fonts", $0] } + ["--port", "\(port)", "--", job]
  }
}
