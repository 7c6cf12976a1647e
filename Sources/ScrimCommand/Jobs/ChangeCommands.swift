package import ArgumentParser
import ScrimDocument
import ScrimRecords

/// Ends jobs.
package struct CancelCommand<P: Place>: ParsableCommand {
  package static var configuration: CommandConfiguration {
    P.command(
      "cancel", "Ends jobs that wait, are held or are being rendered.",
      "They count as failed, with the code \"cancelled\" in their reports.",
      examples: P.example, "--all --name 'story-*'")
  }

  @OptionGroup var jobs: JobSelection<P>

  package init() {}
  package func validate() throws { try jobs.check() }
  package func run() throws { try jobs.change(.cancel) }
}

/// Retries jobs.
package struct RetryCommand<P: Place>: ParsableCommand {
  package static var configuration: CommandConfiguration {
    P.command(
      "retry", "Returns failed jobs to the queue, with all their attempts.",
      examples: P.example, "--all --state failed")
  }

  @OptionGroup var jobs: JobSelection<P>

  package init() {}
  package func validate() throws { try jobs.check() }
  package func run() throws { try jobs.change(.retry) }
}

/// Sets the priority of a job.
package struct PriorityCommand<P: Place>: ParsableCommand {
  package static var configuration: CommandConfiguration {
    P.command(
      "priority", "Sets the priority of a waiting job.",
      "Among the jobs of one owner those of a higher priority are rendered first; the default is 0.",
      examples: "\(P.example) 50", "\(P.example) -10")
  }

  @Argument(help: P.job, transform: P.reference)
  var id: P.Reference

  @Argument(help: "Priority, from -100 to 100.")
  var priority: Int

  @OptionGroup var place: P.Options

  package init() {}

  package func validate() throws {
    guard SubmissionLimits.priorities.contains(priority) else {
      throw ValidationError("\(priority) is outside -100…100.")
    }
  }

  package func run() throws {
    try P.run("priority", place) { place, console in
      try place.change([id], .priority(priority), console)
    }
  }
}
