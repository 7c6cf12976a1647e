import ArgumentParser
import Glibc
import ScrimCommand
import ScrimDocument
import ScrimLinux

/// Serves the Model Context Protocol.
struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serves agents by the Model Context Protocol on standard input and output.",
    discussion: """
      For a client that starts it: tools list templates and schemas, validate, measure and render. Errors have the \
      places and suggestions of "scrim validate". Jobs are rendered by workers in the sandbox, as with \
      "scrim render". A client reads no files but those below --templates and --assets, and writes none but images in \
      --out; URLs are not fetched. Ends with its standard input.

      Examples:
        scrim mcp --templates templates/
        scrim mcp --templates templates/ --assets photos/ --out images/
      """)

  @Option(
    help: ArgumentHelp(
      "Folder of templates: NAME.json, and bundles NAME/job.json.", valueName: "folder"),
    completion: .directory)
  var templates: String?

  @Option(
    help: ArgumentHelp(
      "Folder where the names of files in jobs start; without it jobs cannot name files.",
      valueName: "folder"),
    completion: .directory)
  var assets: String?

  @Option(
    help: ArgumentHelp(
      "Folder where images may be written; without it they are in responses only.",
      valueName: "folder"),
    completion: .directory)
  var out: String?

  @Option(help: ArgumentHelp("Calls at once, each with a worker: 1…16.", valueName: "number"))
  var calls = 2

  @Option(help: ArgumentHelp("Time for one image or check: 1…600 s.", valueName: "seconds"))
  var seconds = 20

  @Option(
    help: ArgumentHelp("Pixels of the canvas, scale included: 1…100000000.", valueName: "number"))
  var pixels = 25_000_000

  @Option(
    help: ArgumentHelp(
      "Bytes of the images, or of the text, in one response: 1000…100000000.", valueName: "number"))
  var replyBytes = 1_000_000

  @OptionGroup var options: LocalWorkerOptions

  func validate() throws {
    let numbers = [
      ("calls", calls, 1...16), ("seconds", seconds, 1...600),
      ("pixels", pixels, 1...100_000_000), ("reply-bytes", replyBytes, 1000...100_000_000),
    ]
    for (name, value, range) in numbers where !range.contains(value) {
      throw ValidationError(
        "--\(name) \(value) is outside \(range.lowerBound)…\(range.upperBound).")
    }
  }

  func run() throws {
    // A client that has gone ends standard input, too.
    signal(SIGPIPE, SIG_IGN)
    try Console().run {
      var settings = MCPSettings()
      settings.templates = try templates.map { try Self.open($0, "--templates") }
      settings.assets = try assets.map { try Self.open($0, "--assets") }
      settings.output = try out.map { try Self.open($0, "--out") }
      let mask = umask(0)
      umask(mask)
      settings.outputMode = 0o666 & ~mask
      (settings.plugins, settings.fonts) = (options.plugins.folders, options.fonts)
      (settings.calls, settings.replyBytes) = (calls, replyBytes)
      (settings.limits.seconds, settings.limits.canvasPixels) = (seconds, pixels)
      try MCPServer(settings).run()
    }
  }

  /// Opens a folder, which is then named by its path without symbolic links.
  private static func open(_ path: String, _ option: String) throws -> Folder {
    guard let resolved = realpath(path, nil) else {
      throw Failure(.missing, "\(option) \(path): no such folder.")
    }
    defer { free(resolved) }
    do {
      return try Folder.open(path: String(cString: resolved))
    } catch {
      throw Failure(.missing, "\(option) \(path): \(error).")
    }
  }
}
