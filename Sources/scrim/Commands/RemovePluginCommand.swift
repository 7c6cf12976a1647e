import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimProtocol

/// Removes a plugin that did not come with Scrim.
struct RemovePluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes a third-party plugin.",
    discussion: "Jobs that name its effects fail from then on; jobs in progress finish with it.")

  @Argument(help: "File name of the plugin, or the name of one of its effects or contents.")
  var name: String

  @OptionGroup var options: PluginFolderOptions

  func run() throws {
    let console = Console()
    try console.run {
      let folder = try options.find()
      let file = try PluginFolder.isPlugin(name) ? name : plugin(of: name, folder)
      if folder.isFirstParty(file) {
        throw Failure(.dataError, "\(file) is one of Scrim's own plugins.")
      }
      guard try folder.thirdParty().contains(file) else {
        throw Failure(.missing, "\(folder.path)/\(file): no such plugin.")
      }
      try folder.remove(file)
      console.result("removed \(folder.path)/\(file)")
    }
  }

  private func plugin(of effect: String, _ folder: PluginFolder) throws -> String {
    let effects = try LocalWorker(plugins: [folder.path], isAlone: true).effects().provided.map(
      \.info)
    guard let path = effects.first(where: { $0.name == effect })?.plugin else {
      let hint =
        nearest(to: effect, in: effects.map(\.name)).map { " Did you mean \(quoted($0))?" } ?? ""
      throw Failure(
        .missing, "\(folder.path): no plugin has an effect or a content \(quoted(effect)).\(hint)")
    }
    return fileName(path)
  }
}
