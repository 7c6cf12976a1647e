import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimProtocol
import ScrimRecords

/// What there is to know of effects.
struct EffectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "effects",
    abstract: "Lists the effects, describes one, or checks a plugin.",
    subcommands: [ListEffectsCommand.self, CheckEffectsCommand.self],
    defaultSubcommand: ListEffectsCommand.self)
}

/// Lists effects, and explains one.
struct ListEffectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the effects, or describes one.",
    discussion: """
      The information comes from the effects themselves, including your own plugins. The list shows \
      each effect with its version and file; for one effect, all parameters with their values and an \
      example layer. Refused plugins are listed with the reason, and so are plugins that the daemon has \
      disabled.

      Examples:
        scrim effects
        scrim effects drop-shadow
        scrim effects film-grain --plugins .build/debug --markdown
        scrim effects --json
      """)

  @Argument(help: "Effect to describe.")
  var name: String?

  @Flag(help: "Prints JSON: effects with all parameters, and refused plugins.")
  var json = false

  @Flag(help: "Prints the description of the effect as Markdown, for a README.")
  var markdown = false

  @OptionGroup var plugins: PluginOptions
  @OptionGroup var spool: SpoolOptions

  func validate() throws {
    guard markdown else { return }
    if json { throw ValidationError("--markdown cannot be combined with --json.") }
    if name == nil { throw ValidationError("--markdown requires the name of an effect.") }
  }

  func run() throws {
    let console = Console()
    try console.run {
      let worker = try plugins.worker(console)
      let listing = try worker.effects()
      noteDisabled(among: listing.effects, console)
      if name == nil, json {
        console.result(listing.json.text(pretty: true))
      } else {
        try DeclarationListing(kind: "effect", json: json, markdown: markdown)
          .show(name, of: listing.effects, console)
      }
    }
  }

  /// Names those of the plugins that the daemon does not use any more, if there is one to be asked.
  private func noteDisabled(among effects: [EffectInfo], _ console: Console) {
    guard let place = try? spool.find(), let daemon = DaemonQuery(of: place).status else { return }
    let paths = Set(effects.compactMap(\.plugin))
    for disabled in daemon.disabledPlugins where paths.contains(disabled.path) {
      let names = disabled.effects.joined(separator: ", ")
      console.note(
        "Disabled by scrimd \(disabled.scope) after crashes in 3 jobs: \(disabled.path) (\(names))"
      )
    }
  }
}
