import ArgumentParser
import Glibc
import ScrimCommand
import ScrimSupervisor

/// Shows a job on a page that follows it.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Shows a job in the browser, and draws it anew at every save.",
    discussion: """
      Prints the address of a page, which only programs on this machine that know it can open. The \
      page shows the picture, and draws it anew when the job, a picture that it names or a plugin is \
      saved; mistakes stand at their lines. Frames, lines of text, extents and regions can be laid \
      over it, and sliders and colour fields try out what the effects take: they write nothing, and \
      show what to paste.

      Examples:
        scrim preview story.json
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
        throw Failure(.missing, "\(Self.program) is in none of \(places.joined(separator: ", ")).")
      }
      var arguments = ([path] + options.arguments).map { strdup($0) }
      arguments.append(nil)
      execv(path, arguments)
      throw Failure(.io, "\(path) can't be started: \(String(cString: strerror(errno))).")
    }
  }
}
