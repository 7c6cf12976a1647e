package import ArgumentParser

/// What `scrim preview` is told, and hands on to the program that does it.
package struct PreviewOptions: ParsableArguments {
  @Argument(help: "The job: a document, or the folder of a bundle.", completion: .file())
  package var job: String

  @Option(help: "The port of the page's address; 0 takes one that is free.")
  package var port: UInt16 = 0

  @OptionGroup package var plugins: PluginOptions

  package init() {}

  /// The command line that says the same.
  package var arguments: [String] {
    plugins.folders.flatMap { ["--plugins", $0] } + ["--port", "\(port)", "--", job]
  }
}
