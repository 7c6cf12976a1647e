import Foundation
import ProgramTesting
import Testing

/// The files that `scrim submit` bundles with a job.
@Suite struct BundleTests {
  private static func job(_ sources: [String], assets: String? = nil) -> String {
    let layers = sources.map { #"{"image": {"source": "\#($0)"}}"# }.joined(separator: ",\n")
    let head = assets.map { #""assets": "\#($0)", "# } ?? ""
    return #"{"scrim": 1, \#(head)"canvas": {"width": 8, "height": 8}, "layers": ["#
      + "\n\(layers)]}"
  }

  /// Submits `jobs/job.json` and returns every file of the bundle with its content.
  private func bundle(_ workshop: Workshop, of job: String = "jobs/job.json") throws -> [String:
    String]
  {
    try workshop.makeFolder("spool/drop")
    let run = try CommandRun("submit", "--no-check", job, in: workshop.folder)
    try #require(run.status == 0)
    let name = try #require(try workshop.names(in: "spool/drop").first)
    let all = try FileManager.default.subpathsOfDirectory(
      atPath: workshop.folder.appending(path: "spool/drop/\(name)").path)
    var files: [String: String] = [:]
    for file in all {
      files[file] = try? workshop.text("spool/drop/\(name)/\(file)")
    }
    return files
  }

  @Test func filesKeepTheirPlaces() throws {
    let workshop = try Workshop()
    let sources = ["a/x.png", "b/x.png", "with space.png", "写真/猫が.png", "a/x.png"]
    for (number, source) in sources.enumerated() {
      try workshop.write("picture \(number)", "jobs/\(source)")
    }
    try workshop.write("not named", "jobs/other.png")
    let job = Self.job(sources)
    try workshop.write(job, "jobs/job.json")
    #expect(
      try bundle(workshop) == [
        "job.json": job, "a/x.png": "picture 4", "b/x.png": "picture 1",
        "with space.png": "picture 2", "写真/猫が.png": "picture 3",
      ])
  }

  @Test func filesInTheParametersOfEffectsComeToo() throws {
    let workshop = try Workshop()
    let job = #"{"layers": [{"effects": [{"effect": "x", "of": {"mask": {"source": "m.png"}}}]}]}"#
    try workshop.write(job, "jobs/job.json")
    try workshop.write("mask", "jobs/m.png")
    #expect(try bundle(workshop) == ["job.json": job, "m.png": "mask"])
  }

  @Test func filesBelowTheAssetsFolder() throws {
    let workshop = try Workshop()
    let job = Self.job(["in/x.png"], assets: "pictures/")
    try workshop.write(job, "jobs/job.json")
    try workshop.write("picture", "jobs/pictures/in/x.png")
    #expect(try bundle(workshop) == ["job.json": job, "pictures/in/x.png": "picture"])
  }

  @Test func whatALinkInsideLeadsToIsCopied() throws {
    let workshop = try Workshop()
    let job = Self.job(["link.png"])
    try workshop.write(job, "jobs/job.json")
    try workshop.write("picture", "jobs/originals/x.png")
    try workshop.link("jobs/link.png", to: "originals/x.png")
    #expect(try bundle(workshop) == ["job.json": job, "link.png": "picture"])
  }

  @Test func filesOfAbsoluteNamesComeByTheirNumber() throws {
    let workshop = try Workshop()
    let path = workshop.folder.appending(path: "elsewhere/x.png").path
    let job = Self.job(["y.png", path, "/nowhere/z.png"])
    try workshop.write(job, "jobs/job.json")
    try workshop.write("relative", "jobs/y.png")
    try workshop.write("absolute", "elsewhere/x.png")
    // The document is unchanged, so that errors in it refer to the user's own lines.
    #expect(
      try bundle(workshop) == ["job.json": job, "y.png": "relative", ".absolute/1": "absolute"])
  }

  @Test func aBundleIsSubmittedWithoutWhatItsJobDoesNotName() throws {
    let workshop = try Workshop()
    let job = Self.job(["x.png"])
    try workshop.write(job, "story.scrim/job.json")
    try workshop.write("picture", "story.scrim/x.png")
    try workshop.write("notes", "story.scrim/notes.txt")
    #expect(
      try bundle(workshop, of: "story.scrim") == ["job.json": job, "x.png": "picture"])
  }

  @Test(
    arguments: [
      (["ln/../../x.png"], nil, "job.json:2:22: layers[0].image.source: \"ln/../../x.png\""),
      (["x.png"], "ln/../..", "job.json:1:24: assets: \"ln/../..\""),
    ] as [([String], String?, String)])
  func stepsUpwardsLeadNowhere(sources: [String], assets: String?, place: String) throws {
    let workshop = try Workshop()
    try workshop.makeFolder("spool/drop")
    try workshop.write(Self.job(sources, assets: assets), "job.json")
    try workshop.write("picture", "deep/x.png")
    try workshop.makeFolder("deep/er")
    try workshop.link("ln", to: "deep/er")
    let run = try CommandRun("submit", "job.json", in: workshop.folder)
    #expect(run.status == 65)
    #expect(run.errors == "\(place) points outside its folder: \"..\" is not allowed.\n")
    #expect(try workshop.names(in: "spool/drop").isEmpty)
  }

  @Test func errorsInABundleNameTheUsersFile() throws {
    let workshop = try Workshop()
    try workshop.write(Self.job(["x.png"]), "in/story.scrim/job.json")
    for command in ["render", "validate"] {
      let run = try CommandRun(command, "in/story.scrim/", in: workshop.folder)
      #expect(run.status == 66)
      #expect(
        run.errors
          == "in/story.scrim/job.json:2:22: layers[0].image.source: \"x.png\": no such file.\n")
    }
  }
}
