import ArgumentParser
import ScrimRecords

/// Ends jobs.
struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Ends jobs that wait, are held or are being rendered.",
    discussion: """
      They count as failed, with the code "cancelled" in their reports. A job that has not been \
      accepted yet is cancelled by the identifier that scrim submit printed. A job that is being \
      rendered ends at once.

      Examples:
        scrim cancel hb7ydo2bmsq4xkva
        scrim cancel 1795483755404-1000-uc5qydag
        scrim cancel --all --state queue --name 'story-*'
      """)

  @OptionGroup var jobs: JobSelection

  func validate() throws { try jobs.check() }

  func run() throws { try jobs.change(.cancel) }
}

/// Holds jobs.
struct HoldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hold",
    abstract: "Keeps waiting jobs from being rendered until they are released.",
    discussion: """
      Example:
        scrim hold --all --owner 1000 --yes
      """)

  @OptionGroup var jobs: JobSelection

  func validate() throws { try jobs.check() }

  func run() throws { try jobs.change(.hold) }
}

/// Releases jobs.
struct ReleaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Returns jobs that scrim hold holds to the queue.",
    discussion: """
      Jobs that wait for a plugin are released when it is replaced, or enabled again.

      Example:
        scrim release 1795483755404-1000-uc5qydag
      """)

  @OptionGroup var jobs: JobSelection

  func validate() throws { try jobs.check() }

  func run() throws { try jobs.change(.release) }
}

/// Retries jobs.
struct RetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Returns failed jobs to the queue, with all their attempts.",
    discussion: """
      The report of the failure stays in out/ until the job ends again.

      Example:
        scrim retry --all --state failed
      """)

  @OptionGroup var jobs: JobSelection

  func validate() throws { try jobs.check() }

  func run() throws { try jobs.change(.retry) }
}
