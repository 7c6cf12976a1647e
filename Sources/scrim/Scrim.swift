import ArgumentParser
import ScrimCommand
import ScrimRecords
import ScrimWorkerClient

/// The command with which people use Scrim.
@main
struct Scrim: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrim",
    abstract: "Renders images from JSON job files.",
    discussion: """
      A job is a JSON document that describes one image; see docs/jobs.md. "render" renders a job \
      locally, "preview" shows it in a browser while you edit it, and "submit" sends it to the \
      daemon, scrimd, which renders every job in its spool.

      Examples:
        scrim render examples/latin.json -o latin.png
        scrim submit --wait examples/story.json
        scrim effects outline
        scrim submit --queue postgresql:///scrim --wait -o images/ examples/story.json

      Exit status: 0 on success, 64 for a wrong command line, 65 for errors in a job, 66 for a \
      missing job or image file, 70 if an effect or a worker crashed, 74 if reading or writing \
      failed, 124 after --timeout. "status" and "wait" have exit statuses of their own; see their help, \
      and the table of all programs in docs/submitting.md.
      """,
    version: "\(Release.number) (\(WorkerProgram.processor))",
    subcommands: [
      RenderCommand.self, PreviewCommand.self, SubmitCommand.self, ValidateCommand.self,
      CheckCommand.self, MeasureCommand.self, VerifyCommand.self, MCPCommand.self,
      WatchCommand.self, StatusCommand.self, DoctorCommand.self,
      JobsCommand<SpoolPlace>.self, ShowCommand<SpoolPlace>.self, CancelCommand<SpoolPlace>.self,
      HoldCommand.self, ReleaseCommand.self, RetryCommand<SpoolPlace>.self, PurgeCommand.self,
      PriorityCommand<SpoolPlace>.self, WaitCommand<SpoolPlace>.self,
      FetchCommand<SpoolPlace>.self, HistoryCommand.self,
      EffectsCommand.self, ContentsCommand.self, PluginCommand.self, NewEffectCommand.self,
      NewContentCommand.self,
      SDKCommand.self,
      SchemaCommand.self, EnvironmentCommand.self,
    ])

  @Option(
    help: ArgumentHelp(
      "Runs the command of scrim-queue with this database, postgresql://…; see \"scrim-queue --help\".",
      valueName: "url"))
  var queue: String?

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    QueueProgram(arguments).run()
    main(NegativeNumbers.asValues(arguments))
  }
}
