import ArgumentParser
import ScrimCommand
import ScrimDocument
import ScrimLinux
import SystemPackage

/// Prints the schema of jobs.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of jobs, for editors.",
    discussion: """
      The schema (draft 2020-12) describes the whole format and the effects that are there, your \
      own plugins among them; equal plugins give equal bytes. An editor that knows it offers keys \
      and values, explains them, and marks mistakes: name it in the job as \
      "$schema": "./scrim.schema.json".

      It takes every job that Scrim takes. What it cannot see, such as a reference to a layer that \
      is not there, "scrim validate" finds.

      Examples:
        scrim schema -o scrim.schema.json
        scrim schema --plugins my-effects/
      """)

  @Option(
    name: .shortAndLong, help: "Writes the schema to a file instead.", completion: .file())
  var output: String?

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    let console = Console()
    try console.run {
      let worker = try LocalWorker(plugins: plugins.folders)
      console.noteRefused(worker)
      let text = try worker.schema().text(pretty: true)
      guard let output else {
        console.result(text)
        return
      }
      do {
        let file = try MemoryFile.sealed("schema", Array((text + "\n").utf8))
        try OutputFile.write(file, to: FilePath(output))
      } catch let error as SystemError {
        throw Failure(.io, "\(error).")
      }
    }
  }
}
