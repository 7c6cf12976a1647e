import ArgumentParser
import ScrimCommand
import ScrimRecords

/// Deletes jobs.
struct PurgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Deletes finished jobs, or all that a user has left in the spool.",
    discussion: """
      Deletes jobs from done/, failed/ and corrupt/; their images and reports in out/ stay. With \
      --user all finished jobs of a user are deleted, and their images and reports as well: those in \
      out/ that bear the mark of one of the user's jobs. The history and the log keep the names of \
      jobs.

      Examples:
        scrim purge --all --state failed --yes
        scrim purge --user alice
      """)

  @Option(
    help: ArgumentHelp(
      "Everything finished of this user, a name or a number, instead of jobs.", valueName: "user"))
  var user: String?

  @OptionGroup var jobs: JobSelection<SpoolPlace>

  func validate() throws {
    guard let user else { return try jobs.check() }
    _ = try SpoolPlace.owner(user)
    guard jobs.ids.isEmpty, !jobs.all, !jobs.filter.isGiven else {
      throw ValidationError(
        "--user cannot be combined with job IDs, --all, --state, --owner or --name.")
    }
  }

  func run() throws {
    guard let user else { return try jobs.change(.purge) }
    try purge(try SpoolPlace.owner(user), named: user)
  }

  private func purge(_ user: UInt32, named name: String) throws {
    try SpoolPlace.run("purge", jobs.place) { control, console in
      let unfinished = Set(State.allCases).subtracting(JobAction.purge.states).subtracting([.drop])
      let finished = try control.jobs(in: Array(JobAction.purge.states), of: user)
      try jobs.confirm("purge \(finished.count) jobs of \(name), and all their results?")
      try control.change(finished.compactMap(SpoolPlace.reference), .purge, console)
      let files = try control.purgeResults(of: user)
      console.result("\(files) results and reports of \(name) deleted")
      let left = try control.jobs(in: Array(unfinished), of: user).count
      guard left == 0 else {
        throw Failure(
          .io,
          "\(left) jobs of \(name) are not finished: end them with scrim cancel --all --owner \(name), then repeat."
        )
      }
    }
  }
}
