import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimQueue

struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Submits jobs with the files that they name.",
    discussion: """
      Prints the ID of each job. If one has errors, none is submitted. Files that the queue has already are not sent \
      again.

      Examples:
        scrim-queue submit story.json
        scrim-queue submit --key order-4711 --wait -o cover.jpg story.json
      """)

  /// Jobs of one transaction.
  private static let most = 32

  @Argument(help: "Jobs: JSON documents or bundle folders.", completion: .file())
  var jobs: [String]

  @Flag(help: "Waits until the jobs have ended.")
  var wait = false

  @Option(
    help: ArgumentHelp("Longest time to wait; implies --wait.", valueName: "seconds"))
  var timeout: Double?

  @Option(
    name: .shortAndLong,
    help: "File or folder that the images are copied to; implies --wait.", completion: .file())
  var output: String?

  @OptionGroup(title: "How the queue treats the jobs") var treatment: TreatmentArguments
  @OptionGroup var queue: QueueOptions

  func validate() throws {
    if treatment.key != nil, jobs.count > 1 {
      throw ValidationError("--key is for one job; \(jobs.count) were given.")
    }
    if let timeout, !(timeout >= 0) { throw ValidationError("--timeout \(timeout) is below 0.") }
  }

  func run() throws {
    let console = Console()
    try console.runQueue {
      let files = try read(console)
      let (client, _) = try queue.open()
      var ids: [Int] = []
      for start in stride(from: 0, to: files.count, by: Self.most) {
        let part = Array(files[start..<min(start + Self.most, files.count)])
        ids += try submit(part, client)
      }
      guard wait || timeout != nil || output != nil else {
        for id in ids { console.result("\(id)") }
        return
      }
      let outputs = FetchedOutputs(client: client, places: OutputPlaces(output), console: console)
      try AwaitedJobs(client, console).wait(for: ids, timeout: timeout) { id in
        if output == nil { console.result("\(id)") } else { try outputs.fetch(id) }
      }
    }
  }

  /// Reads and hashes all jobs.
  ///
  /// - Throws: The exit code of the first error, after all were printed.
  private func read(_ console: Console) throws -> [QueuedJobFile] {
    var files: [QueuedJobFile] = []
    var worst: ExitStatus?
    for path in jobs {
      do {
        var file = try QueuedJobFile(path)
        try file.apply(treatment)
        files.append(file)
      } catch let failure as Failure {
        console.note(failure)
        worst = worst ?? failure.status
      } catch {
        let diagnostics =
          (error as? MissingSources)?.diagnostics ?? [error].compactMap { $0 as? Diagnostic }
        guard !diagnostics.isEmpty else { throw error }
        console.report(diagnostics, in: try JobFile(at: path))
        worst = worst ?? status(of: diagnostics)
      }
    }
    if let worst { throw worst.code }
    return files
  }

  /// Submits jobs in one transaction, after their files.
  private func submit(_ files: [QueuedJobFile], _ client: QueueClient) throws -> [Int] {
    // Twice: collecting may have taken a file between the question and the submission.
    for attempt in 0... {
      let hashes = Set(files.flatMap(\.blobs.keys))
      for hash in try client.missing(Array(hashes)) {
        for file in files {
          guard let bytes = try file.bytes(of: hash) else { continue }
          try client.put(bytes, hash: hash)
          break
        }
      }
      do {
        return try client.connection.transaction {
          try files.map { try client.submit($0.submission).id }
        }
      } catch let error as QueueError {
        guard attempt < 2, error.kind == .missingBlob || error.kind == .conflict else {
          throw error
        }
      }
    }
    return []
  }
}
