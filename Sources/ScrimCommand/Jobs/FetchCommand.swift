package import ArgumentParser

/// Copies images of jobs.
package struct FetchCommand<P: Place>: ParsableCommand {
  package static var configuration: CommandConfiguration {
    P.command(
      "fetch", "Copies the images of your finished jobs.", "The paths are printed.",
      examples: "\(P.example) -o images/", "--keep \(P.example) -o cover.jpg")
  }

  @Argument(help: P.jobs, transform: P.reference)
  var ids: [P.Reference]

  @Option(
    name: .shortAndLong,
    help: "File or folder that the images are copied to; default: the current folder.",
    completion: .file())
  var output: String?

  @Flag(help: "Leaves images there that would be deleted once they are fetched.")
  var keep = false

  @OptionGroup var place: P.Options

  package init() {}

  package func validate() throws {
    _ = try OutputPlaces(output, jobs: ids.count)
  }

  package func run() throws {
    try P.run("fetch", place) { place, console in
      let places = try OutputPlaces(output, jobs: ids.count)
      for job in ids {
        try place.fetch(job, to: places, keeps: keep, console)
      }
    }
  }
}
