import ArgumentParser
import Glibc
import ScrimCommand
import ScrimWorkerClient

/// Shows a job on a page that follows it.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Shows a job in the browser and renders it again at every save.",
    discussion: """
      Prints the address of a page on localhost; a secret in it keeps other users out. The page shows the \
      image and renders it again when the job, an image that it uses or a plugin is saved; errors \
      appear at their lines. Frames, lines of text, extents and regions can be shown as overlays, \
      and sliders and colour fields try out the parameters of effects: they write nothing and show \
      the JSON to paste.

      A job with "inputs" is a template: the page has a field for each input, steps through the rows of \
      --data, and shows variants side by side.

      Examples:
        scrim preview story.json
        scrim preview card.json --data people.csv
        scrim preview example.json --plugins .build/debug
      """)

  /// A program of its own, so that nothing else has a web server in it.
  private static let program = "scrim-preview"

  @OptionGroup var options: PreviewOptions

  func run() throws {
    try Console().run {
      let here = WorkerProgram.ownFolder()
      let places = ["\(here)/\(Self.program)", "\(here)/../lib/scrim/\(Self.program)"]
      guard let path = places.first(where: { access($0, X_OK) == 0 }) else {
        throw Failure(.missing, "\(Self.program) not found in \(places.joined(separator: ", ")).")
      }
      throw Failure(.io, "\(path) cannot be started: \(become(path, options.arguments)).")
    }
  }
}
