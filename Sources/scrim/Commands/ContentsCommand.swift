import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimProtocol

/// Lists contents, and explains one.
struct ContentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contents",
    abstract: "Lists the contents of layers by plugins, or describes one.",
    discussion: """
      The information comes from the contents themselves, including your own plugins. The list shows \
      each content with its version and file; for one content, all parameters with their values and an \
      example layer. Refused plugins are listed with the reason.

      Examples:
        scrim contents
        scrim contents star
        scrim contents --json
      """)

  @Argument(help: "Content to describe.")
  var name: String?

  @Flag(help: "Prints JSON: contents with all parameters.")
  var json = false

  @Flag(help: "Prints the description of the content as Markdown, for a README.")
  var markdown = false

  @OptionGroup var plugins: PluginOptions

  func validate() throws {
    guard markdown else { return }
    if json { throw ValidationError("--markdown cannot be combined with --json.") }
    if name == nil { throw ValidationError("--markdown requires the name of a content.") }
  }

  func run() throws {
    let console = Console()
    try console.run {
      let worker = try plugins.worker(console)
      let contents = try worker.effects().contents
      if name == nil, json {
        console.result(JSON.array(contents.map(\.json)).text(pretty: true))
      } else {
        try DeclarationListing(kind: "content", json: json, markdown: markdown)
          .show(name, of: contents, console)
      }
    }
  }
}
