package import ArgumentParser

/// Where effects are looked for.
package struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugins"),
    help: ArgumentHelp(
      "A plugin, or a folder of them, before those that were installed with Scrim; may be repeated.",
      valueName: "path"),
    completion: .directory)
  package var folders: [String] = []

  package init() {}
}
