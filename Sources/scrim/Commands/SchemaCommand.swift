import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimTemplate
import SystemPackage

/// Prints the schema of jobs or of templates.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of jobs, for editors.",
    discussion: """
      The schema (draft 2020-12) describes the complete format and the available effects, including \
      your own plugins; the same plugins give the same bytes. Editors use it to complete and explain \
      keys and values and to mark errors: refer to it in the job as \
      "$schema": "./scrim.schema.json".

      It accepts every job that Scrim accepts. Errors that a schema cannot express, such as a \
      reference to an unknown layer, are found by "scrim validate".

      With --template it is the schema of templates: also "inputs" and "variants", and operators and \
      strings with ${…} wherever a value is allowed.

      Examples:
        scrim schema -o scrim.schema.json
        scrim schema --template -o template.schema.json
        scrim schema --plugins my-effects/
      """)

  @Option(
    name: .shortAndLong, help: "Writes the schema to a file instead.", completion: .file())
  var output: String?

  @Flag(help: "Prints the schema of templates: jobs with inputs.")
  var template = false

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    let console = Console()
    try console.run {
      let worker = try plugins.worker(console)
      let schema = try worker.schema()
      let text = (template ? TemplateSchema.document(ofJobs: schema) : schema).text(pretty: true)
      guard let output else {
        console.result(text)
        return
      }
      try OutputFile(option: output).write(.own(Array((text + "\n").utf8)))
    }
  }
}
