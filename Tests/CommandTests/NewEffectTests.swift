import Foundation
import ProgramTesting
import RenderTesting
import Testing

/// The output of `scrim new-effect` builds, renders, and passes its own checks.
@Suite struct NewEffectTests {
  @Test func makesAPackageOfThatName() throws {
    let workshop = try Workshop()
    let run = try CommandRun("new-effect", "film-grain", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try workshop.names(in: "film-grain")
        == [".gitignore", "Package.swift", "README.md", "Sources", "Tests", "example.json"])
    let source = try workshop.text("film-grain/Sources/FilmGrainEffect/FilmGrainEffect.swift")
    #expect(source.contains("struct FilmGrainEffect: Effect {"))
    #expect(source.contains("@c(scrim_plugin_FilmGrainEffect)"))
    #expect(
      (25...35).contains(source.split(separator: "\n", omittingEmptySubsequences: false).count))
    #expect(run.output.hasPrefix("film-grain/ has an effect called film-grain. Next:\n\n"))
    #expect(run.output.contains("\n  cd film-grain\n  swift build\n  "))
    #expect(run.output.contains("/scrim render example.json --plugins .build/debug\n"))
  }

  @Test func leavesNothingOfTheTemplatesName() throws {
    let workshop = try Workshop()
    #expect(try CommandRun("new-effect", "tint", "else where", in: workshop.folder).status == 0)
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: workshop.folder.appending(path: "else where").path)
    for file in files where !file.contains("MyEffect") {
      guard let text = try? workshop.text("else where/\(file)") else { continue }
      #expect(!text.contains("MyEffect") && !text.contains("my-effect"), "\(file)")
    }
    #expect(!files.contains { $0.contains("MyEffect") })
    let manifest = try workshop.text("else where/Package.swift")
    let sdk = try CommandRun("sdk").output.trimmingCharacters(in: .newlines)
    #expect(manifest.contains("?? \"\(sdk)\""))
  }

  @Test func whatItMakesBuildsAndDraws() throws {
    let workshop = try Workshop()
    #expect(try CommandRun("new-effect", "new-made", in: workshop.folder).status == 0)
    let package = workshop.folder.appending(path: "new-made")
    let plugins = try OutsideBuild.plugins(of: package)
    let drawn = try CommandRun("render", "example.json", "--plugins", plugins.path, in: package)
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(drawn.output == "example.png\n")
    let checked = try CommandRun("effects", "check", "\(plugins.path)/libNewMadeEffect.so")
    #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
  }

  @Test func aContentBuildsAndDrawsToo() throws {
    let workshop = try Workshop()
    let run = try CommandRun("new-content", "new-gauge", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("new-gauge/ has a content called new-gauge. Next:\n\n"))
    let package = workshop.folder.appending(path: "new-gauge")
    for file in try FileManager.default.subpathsOfDirectory(atPath: package.path) {
      guard let text = try? workshop.text("new-gauge/\(file)") else { continue }
      for left in ["MyEffect", "my-effect", "MyContent", "my-content"] {
        #expect(!text.contains(left) && !file.contains(left), "\(file)")
      }
    }
    let plugins = try OutsideBuild.plugins(of: package)
    let drawn = try CommandRun("render", "example.json", "--plugins", plugins.path, in: package)
    #expect(drawn.status == 0, "\(drawn.errors)")
    let checked = try CommandRun("effects", "check", "\(plugins.path)/libNewGaugeContent.so")
    #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
    #expect(checked.output.hasPrefix("new-gauge (content)\n"))
    let taken = try CommandRun("new-content", "star", in: workshop.folder)
    #expect(taken.status == 65)
    #expect(taken.errors.hasPrefix("scrim: The content \"star\" already exists in "))
  }

  @Test(arguments: [
    ("Film Grain", "film-grain"), ("FilmGrain", "film-grain"), ("film_grain", "film-grain"),
    ("-x", "x"), ("3d", "film-grain"), ("grain-", "grain"), ("größe", "gr-e"),
  ]) func saysHowANameLooks(_ name: String, _ meant: String) throws {
    let workshop = try Workshop()
    let run = try CommandRun("new-effect", "--", name, in: workshop.folder)
    #expect(run.status == 65)
    #expect(
      run.errors
        == "scrim: \"\(name)\" is not an effect name: use lower-case letters and digits, words joined by "
        + "\"-\", such as \"\(meant)\".\n")
    #expect(try workshop.names(in: ".") == [])
  }

  @Test func refusesANameThatIsTaken() throws {
    let workshop = try Workshop()
    let run = try CommandRun("new-effect", "blur", in: workshop.folder)
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("scrim: The effect \"blur\" already exists in "))
    #expect(run.errors.hasSuffix("/libBlurEffect.so; choose another name.\n"))
  }

  @Test func overwritesNothing() throws {
    let workshop = try Workshop()
    try workshop.write("mine", "tint/notes.txt")
    let run = try CommandRun("new-effect", "tint", in: workshop.folder)
    #expect(run.status == 65)
    #expect(run.errors == "scrim: tint is not empty; choose another folder.\n")
    #expect(try workshop.names(in: "tint") == ["notes.txt"])
  }

  @Test func printsWhereTheSDKIs() throws {
    let run = try CommandRun("sdk")
    #expect(run.status == 0)
    let path = OutsideBuild.root.appending(path: "Sources/ScrimKit").resolvingSymlinksInPath().path
    #expect(run.output == path + "\n")
  }

  @Test func saysThatThereIsNoSDK() throws {
    let workshop = try Workshop()
    for program in ["scrim", "scrim-worker"] {
      try FileManager.default.copyItem(
        at: CommandRun.programs.appending(path: program),
        to: workshop.folder.appending(path: program))
    }
    let run = try CommandRun(
      "sdk", environment: ["LD_LIBRARY_PATH": CommandRun.programs.path], programs: workshop.folder)
    #expect(run.status == 66)
    #expect(run.errors.hasPrefix("scrim: SDK not found in \(workshop.folder.path)/../share/"))
  }
}
