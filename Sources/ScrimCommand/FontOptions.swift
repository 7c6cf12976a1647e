package import ArgumentParser

/// Where fonts are looked for besides the installed ones.
package struct FontOptions: ParsableArguments {
  @Option(
    name: .customLong("fonts"),
    help: ArgumentHelp(
      "Font file or folder of fonts besides the installed ones; may be repeated.",
      valueName: "path"),
    completion: .directory)
  package var paths: [String] = []

  package init() {}
}
