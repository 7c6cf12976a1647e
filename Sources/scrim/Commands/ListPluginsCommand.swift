import ArgumentParser
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimProtocol

/// Lists the plugins that did not come with Scrim.
struct ListPluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists third-party plugins with their effects, contents, authors and licences.")

  @OptionGroup var options: PluginFolderOptions

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    let console = Console()
    try console.run {
      let folder = try options.find()
      let worker = try LocalWorker(plugins: [folder.path], isAlone: true)
      let listing = try worker.effects()
      let plugins = try folder.thirdParty().map { name in
        (
          file: name, effects: listing.effects.filter { fileName($0.plugin ?? "") == name },
          contents: listing.contents.filter { fileName($0.plugin ?? "") == name },
          refused: listing.refused.first { fileName($0.path) == name }?.reason
        )
      }
      if json {
        let list = plugins.map { plugin -> JSON in
          var members = [
            JSON.Member("file", .string("\(folder.path)/\(plugin.file)")),
            .init("effects", .array(plugin.effects.map { $0.about })),
            .init("contents", .array(plugin.contents.map { $0.about })),
          ]
          if let reason = plugin.refused { members.append(.init("refused", .string(reason))) }
          return .object(members)
        }
        console.result(JSON.array(list).text(pretty: true))
        return
      }
      if plugins.isEmpty { console.note("\(folder.path): no third-party plugins.") }
      for plugin in plugins {
        console.result(printable(plugin.file))
        if let reason = plugin.refused { console.result("  refused: \(reason)") }
        let rows = (plugin.effects + plugin.contents).map { effect in
          ["  " + effect.name, effect.version, effect.author, effect.licence, effect.homepage]
            .map(printable)
        }
        for line in columns(rows) { console.result(line) }
      }
    }
  }
}

extension EffectInfo {
  /// What is known of its origin, without parameters.
  fileprivate var about: JSON {
    .object([
      .init("name", .string(name)), .init("version", .string(version)),
      .init("summary", .string(summary)), .init("category", .string(category)),
      .init("author", .string(author)), .init("licence", .string(licence)),
      .init("homepage", .string(homepage)),
    ])
  }
}
