import ArgumentParser
import ScrimCommand
import ScrimLinux
import ScrimSpool
import SystemPackage

/// Copies images of jobs out of the spool.
struct FetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Copies the images of your finished jobs, and deletes private ones from the spool.",
    discussion: """
      Jobs that were submitted with --private are not delivered to out/: fetch is how you get \
      their images, and of a batch NAME.rows.jsonl. Once they are written, they are deleted from \
      the spool, unless --keep is given. Images of other jobs are copied as long as the spool has \
      them; those of a batch are in out/ only. The paths are printed.

      Examples:
        scrim fetch 1795483755404-1000-uc5qydag -o images/
        scrim fetch --keep 1795483755404-1000-uc5qydag -o cover.jpg
      """)

  @Argument(help: "Job IDs, as scrim jobs lists them.")
  var ids: [String]

  @Option(
    name: .shortAndLong,
    help: "File or folder that the images are copied to; default: the current folder.",
    completion: .file())
  var output: String?

  @Flag(help: "Leaves private images in the spool.")
  var keep = false

  @OptionGroup var spool: SpoolOptions

  func validate() throws { _ = try ids.map(JobSelection.parse) }

  func run() throws {
    let console = Console()
    try console.run {
      let control = JobControl(try spool.find(), command: "fetch")
      let places = OutputPlaces(output)
      for id in try ids.map(JobSelection.parse) {
        try fetch(id, control, places, console)
      }
    }
  }

  private func fetch(
    _ id: JobID, _ control: JobControl, _ places: OutputPlaces, _ console: Console
  ) throws {
    var (outputs, next) = try control.outputs(of: id, after: nil)
    guard !outputs.isEmpty else {
      throw Failure(.missing, "job \(id) has no images in the spool any more.")
    }
    while true {
      let paths = try places.paths(
        for: outputs.map { ($0.output.file, OutputPlaces.format(of: $0.output.file) ?? "") })
      for ((_, file), path) in zip(outputs, paths) {
        try OutputFile.write(file, to: path)
        console.result(path: path)
      }
      guard let cursor = next else { break }
      (outputs, next) = try control.outputs(of: id, after: cursor)
    }
    guard !keep, try control.details(of: id).isPrivate else { return }
    if let error = try control.change([id], .acknowledge).first?.error {
      throw Failure(error.status, error.message)
    }
  }
}
