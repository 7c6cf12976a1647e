package import ArgumentParser

/// Where effects are looked for.
package struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugins"),
    help: ArgumentHelp(
      "Plugin or folder of plugins, taking precedence over the installed ones; may be repeated.",
      valueName: "path"),
    completion: .directory)
  package var folders: [String] = []

  package init() {}
}
