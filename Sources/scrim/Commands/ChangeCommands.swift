import ArgumentParser
import ScrimCommand
import ScrimRecords

/// Holds jobs.
struct HoldCommand: ParsableCommand {
  static let configuration = SpoolPlace.command(
    "hold", "Keeps waiting jobs from being rendered until they are released.",
    examples: "--all --owner 1000 --yes")

  @OptionGroup var jobs: JobSelection<SpoolPlace>

  func validate() throws { try jobs.check() }

  func run() throws { try jobs.change(.hold) }
}

/// Releases jobs.
struct ReleaseCommand: ParsableCommand {
  static let configuration = SpoolPlace.command(
    "release", "Returns jobs that scrim hold holds to the queue.",
    examples: "1795483755404-1000-uc5qydag")

  @OptionGroup var jobs: JobSelection<SpoolPlace>

  func validate() throws { try jobs.check() }

  func run() throws { try jobs.change(.release) }
}
