import ArgumentParser
import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient
import SystemPackage

/// Renders the job of an image again and compares.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Renders the job of an image again, and reports what differs.",
    discussion: """
      Renders in the same sandbox as scrim render and compares the file's bytes, then its pixels. Nothing is \
      written. If there is a lock (scrim render --lock) or a report (NAME.result.json) beside the image, or in a \
      folder above it, what has changed since is named: programs, effects and fonts, files of the job, the \
      document, and layers. Otherwise the region that differs and the layers there are reported.

      The row of a template is found by the record or by the image's name. Layers of which something is concealed \
      are not compared by their values.

      --redacted also renders the job with other words in place of those that effects conceal, and compares all \
      bytes: it proves that the image and its report have nothing of them but their lines, script and line end. \
      --json prints a receipt, which --key signs. --receipt checks it later, without the job.

      Exit status: 0 for the same bytes, 1 if anything is different, also if only the pixels are the same, if the \
      image depends on concealed words, or if a receipt is not that of key and image; 65 for errors in the job, \
      and if nothing is concealed.

      Examples:
        scrim verify story.png --job story.json
        scrim verify cards/card-17.png --job card.json --data people.csv
        scrim verify out/story.jpg --job story.json --report out/story.result.json --json
        scrim verify story.png --job story.json --redacted --key key.pem --json > story.receipt.json
        scrim verify story.png --receipt story.receipt.json --public-key key.pub.pem
      """)

  @Argument(help: "Image: a file that scrim render or the daemon has written.", completion: .file())
  var image: String

  @Option(
    help: "Its job: a JSON document, a bundle folder, or - for a document on standard input.",
    completion: .file())
  var job: String?

  @Option(
    help: ArgumentHelp(
      "The lock or report that lists the image; by default searched beside the image and above.",
      valueName: "file"),
    completion: .file())
  var report: String?

  @Option(
    help: ArgumentHelp(
      "The job's output that the image is; by default the one of the same name or format.",
      valueName: "name"))
  var output: String?

  @Option(help: "The scale that scrim render was given; by default the lock's.")
  var scale: Double?

  @Option(
    help: "The format that scrim render was given; by default the lock's, or the image's own.")
  var format: ImageFormat?

  @Flag(help: "Prints the result as JSON.")
  var json = false

  @Flag(help: "Proves that the image does not depend on the words that effects conceal.")
  var redacted = false

  @Option(
    help: ArgumentHelp(
      "Signs the receipt that --redacted --json prints, by a private key of Ed25519 in PEM.",
      valueName: "file"),
    completion: .file())
  var key: String?

  @Option(
    help: ArgumentHelp(
      "Checks the signature of a receipt, and that it is of this image, without a job.",
      valueName: "file"),
    completion: .file())
  var receipt: String?

  @Option(
    help: ArgumentHelp("The public key of --receipt, in PEM.", valueName: "file"),
    completion: .file())
  var publicKey: String?

  @OptionGroup(title: "Options for templates") var template: TemplateOptions

  @OptionGroup var spool: SpoolOptions

  @OptionGroup var options: LocalWorkerOptions

  func validate() throws {
    if let scale, !(0.1...8).contains(scale) {
      throw ValidationError("--scale \(JSON.number(scale).text()) is outside 0.1…8.")
    }
    guard (receipt == nil) == (publicKey == nil) else {
      throw ValidationError("--receipt and --public-key are used together.")
    }
    guard (receipt == nil) != (job == nil) else {
      throw ValidationError(
        "name the image's job by --job, or a receipt by --receipt, but not both.")
    }
    guard key == nil || redacted && json else {
      throw ValidationError("--key signs the receipt of --redacted --json: add both.")
    }
    guard receipt == nil || !redacted else {
      throw ValidationError(
        "--receipt checks a receipt and --redacted makes one: they cannot be combined.")
    }
  }

  func run() throws {
    let console = Console()
    try console.run {
      guard let job else { return try checkReceipt(console) }
      // Before the work, of which a wrong key would make nothing.
      if let key { _ = try KeyFile.read(key, .privateKey) }
      let file = try JobFile(at: job, orStandardInputAs: nil)
      let bytes = try Self.read(image)
      var record = try ImageRecord.find(of: FilePath(image), job: file.name, report: report)
      record?.findEnvironment(besides: try? spool.find())
      let workers = options.workers(console, environments: .installed)
      let subject = try VerifiedJob(
        file, template, named: FilePath(image).lastComponent?.string ?? image, record, workers,
        console)
      let (verification, rendered) = try verify(bytes, subject, record, workers, console)
      if redacted, verification.result == .sameBytes {
        try prove(bytes, subject, rendered, console)
      } else if json {
        console.result(verification.json.text(pretty: true))
      } else {
        for line in verification.lines { console.result(line) }
      }
      if verification.result != .sameBytes { throw ExitCode(1) }
    }
  }

  private func verify(
    _ bytes: [UInt8], _ subject: VerifiedJob, _ record: ImageRecord?, _ workers: LocalWorkers,
    _ console: Console
  ) throws -> (Verification, Rendered) {
    let own = Self.format(of: bytes)
    let scale = scale ?? record?.scale
    var used = format?.rawValue ?? record?.format
    var (rendering, outputs) = try subject.render(
      workers.ready(), scale: scale, format: used, seed: record?.seed, console)
    // As by "scrim render -o cover.jpg" of a job that says PNG.
    if format == nil, record?.format == nil, let own, outputs.count == 1,
      outputs[0].info.format != own
    {
      used = own
      (rendering, outputs) = try subject.render(
        workers.ready(), scale: scale, format: own, seed: record?.seed, console)
    }
    var files: [(info: OutputRecord, bytes: [UInt8])] = []
    for output in outputs {
      files.append(
        (output.info, try output.content.read(limit: .max, of: output.info.file)))
    }
    let again = try choose(bytes, files, own)
    let differences = try differences(
      Digest.sha256(of: bytes), Digest.sha256(of: again.bytes), rendering, subject, record)
    func result(
      _ result: Verification.Result, _ comparison: ImageComparison? = nil, _ layers: [String] = []
    ) -> (Verification, Rendered) {
      let verification = Verification(
        image: image, output: again.info.file, record: record?.path, result: result,
        differences: differences, comparison: comparison, layers: layers)
      let settings = RedactionCheck.Settings(scale: scale, format: used, seed: rendering.seed)
      return (verification, Rendered(settings: settings, output: again.info))
    }
    if bytes == again.bytes { return result(.sameBytes) }
    guard ["png", "jpeg", "webp"].contains(again.info.format) else { return result(.otherBytes) }
    let measure = try subject.measure(workers.ready())
    let extents = measure.extents(scaledTo: again.info.width)
    let comparison = try workers.ready().compare(bytes, again.bytes, areas: extents.map(\.area))
    guard comparison.error == nil, comparison.sizes.count == 2 else {
      return result(.otherBytes, comparison)
    }
    guard comparison.sizes[0] == comparison.sizes[1] else { return result(.otherSize, comparison) }
    guard comparison.pixels > 0 else { return result(.samePixels, comparison) }
    let layers = zip(extents, comparison.areas).filter { $1 }.map { $0.0.layer }
    return result(.otherPixels, comparison, layers)
  }

  // MARK: Concealed words

  /// How the image was rendered again.
  private struct Rendered {
    let settings: RedactionCheck.Settings
    let output: OutputRecord
  }

  private func startWorker() throws -> LocalWorker {
    try LocalWorker(
      plugins: options.plugins.folders, fonts: options.fonts, environments: .installed)
  }

  /// Proves that the image does not depend on concealed words.
  ///
  /// - Throws: The exit code if it does; a ``Failure``.
  private func prove(
    _ bytes: [UInt8], _ subject: VerifiedJob, _ rendered: Rendered, _ console: Console
  ) throws {
    let check = RedactionCheck(
      job: subject.evaluated, settings: rendered.settings, start: startWorker)
    let outcome = try check.run(image: rendered.output, console)
    if !json {
      for line in outcome.lines(of: image) { console.result(line) }
    } else if case .independent(let runs, let blurred, let outputs) = outcome {
      var receipt = Receipt()
      receipt.image = FilePath(image).lastComponent?.string ?? image
      receipt.sha256 = try Digest.sha256(of: bytes)
      receipt.bytes = bytes.count
      receipt.outputs = outputs
      (receipt.row, receipt.variant) = subject.about
      receipt.environment = try options.environment().digest
      receipt.concealed = runs
      receipt.blurred = blurred
      if let key { try receipt.sign(with: KeyFile.read(key, .privateKey)) }
      console.result(receipt.json.text(pretty: true))
    } else {
      console.result(outcome.json(of: image).text(pretty: true))
    }
    if !outcome.isProven { throw ExitCode(1) }
  }

  /// - Throws: The exit code if the receipt is not that of the key and the image; a ``Failure``.
  private func checkReceipt(_ console: Console) throws {
    let key = try KeyFile.read(publicKey ?? "", .publicKey)
    let path = receipt ?? ""
    let receipt = try SignedReceipt(Self.read(path), path: path)
    let objection = try receipt.objection(to: Self.read(image), named: image, by: key)
    if json {
      console.result(
        JSON.object([
          JSON.Member("image", .string(image)), JSON.Member("receipt", .string(path)),
          JSON.Member("valid", .boolean(objection == nil)),
          JSON.Member("error", objection.field),
        ]).text(pretty: true))
    } else {
      console.result(
        "\(image): \(objection ?? "the receipt is of this image, and signed by the key")")
    }
    if objection != nil { throw ExitCode(1) }
  }

  /// The output that an image is.
  ///
  /// - Throws: A ``Failure`` if it could be several.
  private func choose(
    _ bytes: [UInt8], _ outputs: [(info: OutputRecord, bytes: [UInt8])], _ format: String?
  ) throws -> (info: OutputRecord, bytes: [UInt8]) {
    let names = outputs.map { quoted($0.info.file) }.joined(separator: ", ")
    if let output {
      guard let named = outputs.first(where: { $0.info.file == output }) else {
        throw Failure(
          .dataError, "the job has no output \(quoted(output)); it has \(names).")
      }
      return named
    }
    let path = FilePath(image)
    let named = outputs.filter {
      path.ends(with: FilePath($0.info.file)) && $0.info.format == format ?? $0.info.format
    }
    let alike = outputs.filter { $0.info.format == format }
    for candidates in [outputs.filter { $0.bytes == bytes }, named, alike, outputs] {
      if let only = candidates.first, candidates.count == 1 || only.bytes == bytes { return only }
    }
    throw Failure(
      .dataError, "\(image) could be several of the job's outputs: name one by --output: \(names).")
  }

  // MARK: What has changed

  private func differences(
    _ sha256: String, _ rendered: String, _ rendering: RenderReport, _ subject: VerifiedJob,
    _ record: ImageRecord?
  ) throws -> [Verification.Difference] {
    guard let record else { return [] }
    var found: [Verification.Difference] = []
    if let known = record.output.sha256, known != sha256 {
      found.append(.init(kind: .image, name: record.output.file, change: .changed))
      // What was rendered then is rendered now.
      if known == rendered { return found }
    }
    if let environment = record.environment {
      let now = try options.environment()
      found += Self.differences(environment, now.json)
    }
    let details = rendering.details ?? RenderDetails()
    let hidden = record.concealing + details.concealing
    let layers = subject.names
    var keys: [Verification.Difference] = []
    let both = record.digests.merging(details.digests) { first, _ in first }.keys.sorted()
    for pointer in record.digests.isEmpty ? [] : both {
      let (old, new) = (record.digests[pointer], details.digests[pointer])
      guard old != new, !hidden.contains(where: { "\(pointer)/".hasPrefix("\($0)/") }) else {
        continue
      }
      let change: Verification.Difference.Change =
        old == nil ? .added : new == nil ? .missing : .changed
      let path = [PathElement](pointer: pointer) ?? []
      let isLayer =
        path.count >= 2 && path.first == .key("layers") && path.dropLast().last == .key("layers")
      if isLayer {
        keys.append(
          .init(kind: .layer, name: layers[pointer] ?? path.displayPath, change: change))
      } else if path.last == .key("source") || path.count > 1 {
        found.append(.init(kind: .input, name: path.displayPath, change: change))
      } else {
        keys.append(.init(kind: .document, name: path.displayPath, change: change))
      }
    }
    if let known = record.document, try known != Digest.sha256(of: subject.file.bytes) {
      found.append(.init(kind: .document, name: subject.file.documentPath, change: .changed))
    } else if record.document != nil, subject.isTemplate, !keys.isEmpty {
      found.append(.init(kind: .row, name: subject.place, change: .changed))
    }
    return found + keys
  }

  private static func differences(_ old: JSON, _ new: JSON) -> [Verification.Difference] {
    let digest = old["environment"]?.string ?? ""
    guard new["environment"]?.string?.hasPrefix(digest) != true else { return [] }
    guard old["programs"] != nil else {
      return [.init(kind: .environment, name: digest, change: .changed)]
    }
    let kinds: [(key: String, kind: Verification.Difference.Kind)] = [
      ("programs", .program), ("effects", .effect), ("fonts", .font),
    ]
    return kinds.flatMap { key, kind in
      // A name may be that of several files.
      func files(_ json: JSON) -> [String: Set<String>] {
        (json[key]?.array ?? []).reduce(into: [:]) { files, file in
          guard let name = file["name"]?.string, let sha256 = file["sha256"]?.string else { return }
          files[name, default: []].insert(sha256)
        }
      }
      let (before, now) = (files(old), files(new))
      return before.merging(now) { first, _ in first }.keys.sorted()
        .filter { before[$0] != now[$0] }
        .map { name in
          Verification.Difference(
            kind: kind, name: name,
            change: before[name] == nil ? .added : now[name] == nil ? .missing : .changed)
        }
    }
  }

  // MARK: The file

  private static func read(_ path: String) throws -> [UInt8] {
    let file = try OwnedDescriptor(reading: path)
    let limit = RenderLimits().outputBytes
    do {
      return try file.readAll(limit: limit, of: path)
    } catch {
      throw error.code == .fileTooLarge
        ? Failure(.dataError, "\(path) exceeds the limit of \(limit) bytes for an image.")
        : Failure(.io, "\(path) cannot be read: \(error).")
    }
  }

  /// The format of a file by its first bytes; `nil` if it is none of ours.
  private static func format(of bytes: [UInt8]) -> String? {
    let beginnings: KeyValuePairs<String, [UInt8]> = [
      "png": [0x89, 0x50, 0x4E, 0x47], "jpeg": [0xFF, 0xD8, 0xFF], "webp": Array("RIFF".utf8),
      "pdf": Array("%PDF-".utf8), "svg": Array("<?xml".utf8), "svg ": Array("<svg".utf8),
    ]
    return beginnings.first { bytes.starts(with: $0.value) }.map {
      $0.key == "svg " ? "svg" : $0.key
    }
  }
}
