import ArgumentParser
import ScrimSupervisor

/// The command with which people use Scrim.
@main
struct Scrim: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrim",
    abstract: "Makes pictures of jobs: stacks of layers with effects.",
    discussion: """
      A job is a JSON document that describes one picture; docs/jobs.md is its guide. \
      "render" draws one here and now, "preview" shows it while you write it. "submit" hands one to \
      the daemon, scrimd, which draws whatever is dropped in its spool.

      Examples:
        scrim render examples/latin.json -o latin.png
        scrim submit --wait examples/story.json
        scrim effects outline

      Ends with 0 when all went well, 64 for a wrong command line, 65 for a job with mistakes, \
      66 for a picture or job file that is not there, 70 when an effect or a worker crashed, and \
      74 when reading or writing failed.
      """,
    version: "0.1.0 (\(WorkerProgram.processor))",
    subcommands: [
      RenderCommand.self, PreviewCommand.self, SubmitCommand.self, ValidateCommand.self,
      WatchCommand.self, StatusCommand.self, EffectsCommand.self, NewEffectCommand.self,
      SDKCommand.self, SchemaCommand.self,
    ])
}
