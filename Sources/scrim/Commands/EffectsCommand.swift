import ArgumentParser
import ScrimDocument

/// What there is to know of effects.
struct EffectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "effects",
    abstract: "Lists the effects, explains one, or checks a plugin.",
    subcommands: [ListEffectsCommand.self, CheckEffectsCommand.self],
    defaultSubcommand: ListEffectsCommand.self)
}

/// Lists effects, and explains one.
struct ListEffectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the effects, or explains one.",
    discussion: """
      What is printed comes from the effects themselves, your own plugins among them. Plugins that \
      were refused are named with the reason.

      Examples:
        scrim effects
        scrim effects drop-shadow
        scrim effects --json
      """)

  @Argument(help: "The effect to explain.")
  var name: String?

  @Flag(help: "Prints JSON: effects with all parameters, and the refused plugins.")
  var json = false

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    let console = Console()
    try console.run {
      let listing = try LocalWorker(plugins: plugins.folders).effects()
      let effects = listing["effects"]?.array ?? []
      console.noteRefused(listing)
      if let name {
        try explain(name, among: effects, console)
      } else if json {
        console.result(listing.text(pretty: true))
      } else {
        list(effects, console)
      }
    }
  }

  private func list(_ effects: [JSON], _ console: Console) {
    let rows = effects.map {
      [$0["name"]?.string ?? "", $0["version"]?.string ?? "", $0["summary"]?.string ?? ""]
    }
    for line in columns(rows) { console.result(line) }
  }

  private func explain(_ name: String, among effects: [JSON], _ console: Console) throws {
    guard let effect = effects.first(where: { $0["name"]?.string == name }) else {
      let names = effects.compactMap { $0["name"]?.string }
      let hint =
        nearest(to: name, in: names).map { "Did you mean \"\($0)\"?" }
        ?? "There are: \(names.joined(separator: ", "))."
      throw Failure(.mistakes, "There is no effect \"\(name)\". \(hint)")
    }
    if json {
      console.result(effect.text(pretty: true))
      return
    }
    let version = effect["version"]?.string ?? ""
    console.result("\(name) \(version): \(effect["summary"]?.string ?? "")")
    console.result("")
    let rows = (effect["parameters"]?.array ?? []).flatMap { ParameterRow.rows(of: $0) }
    for line in columns(rows) { console.result("  " + line) }
    guard let example = effect["example"] else { return }
    console.result("")
    console.result("A layer with it:")
    console.result("")
    for line in example.text(pretty: true).split(separator: "\n") { console.result("  " + line) }
  }
}

extension Console {
  /// Names the plugins that were refused.
  ///
  /// - Parameter listing: The effects as the worker lists them.
  func noteRefused(_ listing: JSON) {
    for refused in listing["refused"]?.array ?? [] {
      let path = refused["path"]?.string ?? ""
      note("Refused \(path): \(refused["reason"]?.string ?? "")")
    }
  }
}
