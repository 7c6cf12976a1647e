import Foundation
import ProgramTesting
import RenderTesting
import ScrimJSON
import Testing

/// Installing, listing and removing plugins, in a folder in which `libOutline.so` is Scrim's own.
@Suite struct PluginCommandTests {
  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// - Parameter body: Gets the folder of plugins, and a folder for files to install. All are on the disk of the build
  ///   folder, like the worker.
  /// - Throws: What `body` throws.
  private func inFolder(_ body: (_ folder: URL, _ files: URL) throws -> Void) throws {
    let root = CommandRun.programs.appending(path: "test-plugins/\(UUID().uuidString)")
    let (folder, files) = (root.appending(path: "plugins"), root.appending(path: "files"))
    defer { try? FileManager.default.removeItem(at: root) }
    for place in [folder, files] {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
    try copy(built("libOutline.so"), folder.appending(path: "libOutline.so"))
    try Data("0123  libOutline.so\n".utf8).write(to: folder.appending(path: "plugins.sha256"))
    try body(folder, files)
  }

  private func built(_ file: String) -> URL { CommandRun.programs.appending(path: file) }

  private func copy(_ source: URL, _ target: URL) throws {
    try FileManager.default.copyItem(at: source, to: target)
  }

  @Test func aPluginIsCheckedInstalledListedAndRemoved() throws {
    try inFolder { folder, _ in
      let plugin = try OutsidePlugin.built.get().folder.appending(path: "libGlow.so")
      let installed = try CommandRun("plugin", "install", plugin.path, "--to", folder.path)
      #expect(installed.status == 0, "\(installed.errors)")
      let place = folder.appending(path: "libGlow.so").path
      #expect(installed.output == "\(place)\n")
      var about = stat()
      #expect(stat(place, &about) == 0)
      #expect(about.st_mode & 0o777 == 0o644)
      #expect(try Data(contentsOf: plugin) == Data(contentsOf: URL(filePath: place)))
      #expect(try names(in: folder) == ["libGlow.so", "libOutline.so", "plugins.sha256"])
      let list = try CommandRun("plugin", "list", "--to", folder.path)
      #expect(
        list.output
          == """
          libGlow.so
            glow     1.0.0  Example authors  CC0-1.0  https://example.org/glow
            stumble  1.0.0

          """)
      let halo = try OutsidePlugin.built.get().folder.appending(path: "libHalo.so").path
      let taken = try CommandRun("plugin", "install", halo, "--to", folder.path, "--skip-check")
      #expect(taken.status == 65)
      #expect(
        taken.errors
          == "scrim: effect \"glow\" exists already, in libGlow.so: remove that plugin first.\n")
      let json = try JSON(
        parsing: Array(
          CommandRun("plugin", "list", "--to", folder.path, "--json").output.utf8))
      let effect = try #require(json.array?.first?["effects"]?.array?.first)
      #expect(effect["category"]?.string == "light")
      #expect(effect["licence"]?.string == "CC0-1.0")
      let removed = try CommandRun("plugin", "remove", "glow", "--to", folder.path)
      #expect(removed.output == "removed \(place)\n")
      #expect(try names(in: folder) == ["libOutline.so", "plugins.sha256"])
      let again = try CommandRun("plugin", "remove", "libGlow.so", "--to", folder.path)
      #expect(again.status == 66)
      #expect(again.errors == "scrim: \(place): no such plugin.\n")
      let unknown = try CommandRun("plugin", "remove", "outlin", "--to", folder.path)
      #expect(unknown.status == 66)
      #expect(
        unknown.errors
          == "scrim: \(folder.path): no plugin has an effect or a content \"outlin\". Did you mean \"outline\"?\n"
      )
      let empty = try CommandRun("plugin", "list", "--to", folder.path)
      #expect(empty.output == "")
      #expect(empty.errors == "\(folder.path): no third-party plugins.\n")
    }
  }

  @Test func anEffectNamesItsOrigin() throws {
    let plugin = try OutsidePlugin.built.get().folder.appending(path: "libGlow.so").path
    let text = try CommandRun("effects", "glow", "--plugins", plugin).output
    #expect(text.contains("\nBy Example authors, CC0-1.0, https://example.org/glow\n"))
    let page = try CommandRun("effects", "glow", "--plugins", plugin, "--markdown").output
    #expect(
      page.contains("\nVersion 1.0.0. By Example authors, CC0-1.0, https://example.org/glow.\n"))
  }

  @Test func aPluginThatFailsItsChecksIsNotInstalled() throws {
    try inFolder { folder, _ in
      let plugins = try OutsidePlugin.built.get().folder
      let spill = plugins.appending(path: "libSpill.so").path
      let failed = try CommandRun("plugin", "install", spill, "--to", folder.path)
      #expect(failed.status == 65)
      #expect(failed.errors.contains("\n  extent "))
      #expect(
        failed.errors.hasSuffix(
          "scrim: not installed: 1 of 1 effects and contents failed a check.\n"))
      let snap = plugins.appending(path: "libSnap.so").path
      let crashed = try CommandRun("plugin", "install", snap, "--to", folder.path)
      #expect(crashed.status == 70)
      #expect(crashed.errors.contains("  crashed: the worker was killed by SIGILL"))
      #expect(try names(in: folder) == ["libOutline.so", "plugins.sha256"])
      let skipped = try CommandRun(
        "plugin", "install", spill, "--to", folder.path, "--skip-check")
      #expect(skipped.status == 0, "\(skipped.errors)")
    }
  }

  @Test func scrimsOwnPluginsAreNeitherReplacedNorRemoved() throws {
    try inFolder { folder, files in
      let own = files.appending(path: "libOutline.so")
      try copy(built("libColorAdjust.so"), own)
      let installed = try CommandRun("plugin", "install", own.path, "--to", folder.path)
      #expect(installed.status == 65)
      #expect(
        installed.errors == "scrim: libOutline.so is the name of one of Scrim's own plugins.\n")
      let removed = try CommandRun("plugin", "remove", "outline", "--to", folder.path)
      #expect(removed.status == 65)
      #expect(removed.errors == "scrim: libOutline.so is one of Scrim's own plugins.\n")
    }
  }

  @Test func whatIsRefusedIsNotInstalled() throws {
    try inFolder { folder, files in
      func install(_ path: String) throws -> CommandRun {
        try CommandRun("plugin", "install", path, "--to", folder.path, "--skip-check")
      }
      let broken = files.appending(path: "libBroken.so")
      try Data("\u{7f}ELF and nothing else".utf8).write(to: broken)
      let refused = try install(broken.path)
      #expect(refused.status == 65)
      #expect(refused.errors.hasPrefix("scrim: libBroken.so: "))
      try copy(built("libColorAdjust.so"), files.appending(path: "libColorAdjust.so"))
      // One of a folder is refused: none is installed.
      #expect(try install(files.path).status == 65)
      #expect(
        try install("/nonexistent.so").errors
          == "scrim: /nonexistent.so: no such file or folder.\n")
      let package = files.appending(path: "package")
      try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
      #expect(
        try install(package.path).errors
          == "scrim: \(package.path): not a plugin (lib<Name>.so) or a folder of plugins.\n")
      try Data().write(to: package.appending(path: "Package.swift"))
      #expect(
        try install(package.path).errors == """
          scrim: \(package.path): not a plugin (lib<Name>.so) or a folder of plugins. A package is built first \
          (swift build -c release), then \(package.path)/.build/release is installed.

          """)
      #expect(try names(in: folder) == ["libOutline.so", "plugins.sha256"])
    }
  }

  @Test func aFolderIsInstalledWithItsBuildForNewerProcessors() throws {
    try inFolder { folder, files in
      let fast = files.appending(path: "glibc-hwcaps/x86-64-v3")
      try FileManager.default.createDirectory(at: fast, withIntermediateDirectories: true)
      for place in [files, fast] {
        try copy(built("libColorAdjust.so"), place.appending(path: "libColorAdjust.so"))
      }
      func install(_ path: String) throws {
        let run = try CommandRun("plugin", "install", path, "--to", folder.path, "--skip-check")
        #expect(run.status == 0, "\(run.errors)")
      }
      let place = folder.appending(path: "glibc-hwcaps/x86-64-v3/libColorAdjust.so").path
      try install(files.path)
      #expect(access(place, R_OK) == 0)
      // The build for newer processors of an earlier version would be used in its place.
      try install(built("libColorAdjust.so").path)
      #expect(access(place, F_OK) != 0)
      try install(files.path)
      let removed = try CommandRun(
        "plugin", "remove", "libColorAdjust.so", "--to", folder.path)
      #expect(removed.status == 0, "\(removed.errors)")
      #expect(access(place, F_OK) != 0)
    }
  }

  @Test func partsOfTheCheckRunAlone() throws {
    let plugin = try OutsidePlugin.built.get().folder.appending(path: "libSpill.so").path
    let part = try CommandRun("effects", "check", plugin, "--only", "limits", "--json")
    #expect(part.status == 0, "\(part.errors)")
    let checks = try JSON(parsing: Array(part.output.utf8)).array?.first?["checks"]?.array ?? []
    func passed(_ name: String) -> Int {
      checks.first { $0["check"]?.string == name }?["passed"]?.integer ?? 0
    }
    #expect(passed("limits") > 0)
    #expect(passed("extent") == 0)
    #expect(passed("workers") == 0)
    let failing = try CommandRun(
      "effects", "check", plugin, "--only", "extent", "--only", "workers")
    #expect(failing.status == 65)
    #expect(failing.output.contains("\n  workers "))
    let wrong = try CommandRun("effects", "check", plugin, "--only", "extend")
    #expect(wrong.status == 64)
    #expect(
      wrong.errors.contains("--only: unknown check \"extend\". Did you mean \"extent\"?"))
  }
}
