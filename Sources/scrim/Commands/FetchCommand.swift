import ArgumentParser
import ScrimCommand
import ScrimDocument
import ScrimLinux
import ScrimRecords
import SystemPackage

/// Copies images of jobs out of the spool.
struct FetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Copies the images of your finished jobs, and deletes private ones from the spool.",
    discussion: """
      Jobs that were submitted with --private are not delivered to out/: fetch is how you get \
      their images, and of a batch NAME.rows.jsonl. Once they are written and flushed, they are \
      deleted from the spool, unless --keep is given, or one went to a device, a pipe or standard \
      output. Images of other jobs are copied as long as the spool has them; those of a batch are \
      in out/ only. The paths are printed.

      Examples:
        scrim fetch hb7ydo2bmsq4xkva -o images/
        scrim fetch --keep 1795483755404-1000-uc5qydag -o cover.jpg
      """)

  @Argument(
    help: "Jobs: the identifiers that scrim submit prints, or IDs as scrim jobs lists them.")
  var ids: [String]

  @Option(
    name: .shortAndLong,
    help: "File or folder that the images are copied to; default: the current folder.",
    completion: .file())
  var output: String?

  @Flag(help: "Leaves private images in the spool.")
  var keep = false

  @OptionGroup var spool: SpoolOptions

  func validate() throws {
    _ = try ids.map(JobSelection.parse)
    _ = try OutputPlaces(output, jobs: ids.count)
  }

  func run() throws {
    let console = Console()
    try console.run {
      let control = JobControl(try spool.find(), command: "fetch")
      let places = try OutputPlaces(output, jobs: ids.count)
      for job in try ids.map(JobSelection.parse) {
        try fetch(job, control, places, console)
      }
    }
  }

  private func fetch(
    _ job: JobReference, _ control: JobControl, _ places: OutputPlaces, _ console: Console
  ) throws {
    var (outputs, next) = try control.outputs(of: job, after: nil)
    guard !outputs.isEmpty else {
      throw Failure(.missing, "job \(job) has no images in the spool any more.")
    }
    var written: [WrittenFile] = []
    while true {
      let files = try places.files(
        for: outputs.map { ($0.output.file, OutputNames.format(of: $0.output.file) ?? "") })
      for ((_, image), file) in zip(outputs, files) {
        let copy = try file.write(image)
        console.result(copy)
        written.append(copy)
      }
      guard let cursor = next else { break }
      (outputs, next) = try control.outputs(of: job, after: cursor)
    }
    guard !keep, try control.details(of: job).isPrivate else { return }
    guard try FetchedJob(job, control).acknowledge(written) else {
      return console.note(
        "The images of job \(job) stay in the spool: they are deleted after they were written to files. "
          + "scrim purge \(job) deletes them.")
    }
  }
}
