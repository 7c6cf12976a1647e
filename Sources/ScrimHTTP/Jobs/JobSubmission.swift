import Glibc
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords

/// A complete body as a bundle for the spool.
struct JobSubmission: Sendable {
  /// The name of the job, and of its outputs unless the document names them.
  private(set) var name = "job"
  let document: [UInt8]
  private(set) var files: [(place: String, file: OwnedDescriptor)] = []
  var options = SubmissionOptions()

  /// What its bundle has pinned.
  var pinned: PinnedSources {
    files.first { $0.place == PinnedSources.file }.map { PinnedSources(list: $0.file) }
      ?? PinnedSources()
  }

  /// The rows of a batch.
  var data: (format: String, file: OwnedDescriptor)? {
    files.lazy.compactMap { file in
      BundleFile.data.first { $0.name == file.place }.map { ($0.format, file.file) }
    }.first
  }

  /// Whether a value of an input, or the document, may be a URL.
  var mayHaveURLs: Bool {
    let rows = (try? data?.file.readAll(limit: .max - 1, of: "the data")) ?? []
    return ([document, rows] + options.settings.map { Array($0.text.utf8) })
      .contains(where: SourceName.mayBeURL)
  }

  /// Adds files, in place of those of the same places.
  ///
  /// - Throws: A problem if one cannot have its place.
  mutating func add(_ others: [(place: String, file: OwnedDescriptor)]) throws(Problem) {
    let places = Set(others.map(\.place))
    files.removeAll { places.contains($0.place) }
    for file in files where places.contains(where: { $0.hasPrefix("\(file.place)/") }) {
      throw .invalidJob([
        Diagnostic(
          code: "refused",
          message:
            "the bundle has a file \(quoted(file.place)), which is the folder of its URLs' files.")
      ])
    }
    files += others
  }

  /// Files of a template that are copied into a job's bundle.
  private static let mostFiles = 256
  private static let keys = ["template", "inputs", "data"]

  /// Reads a body. Only its syntax is checked here: what the document says is judged by workers.
  ///
  /// - Parameters:
  ///   - upload: The complete body.
  ///   - catalog: The installed templates.
  /// - Throws: A problem.
  init(_ upload: Upload, _ catalog: TemplateCatalog) throws(Problem) {
    switch upload.content {
    case .tar(let bundle):
      (document, files) = try bundle.finish()
    case .multipart(let bundle):
      (document, files) = try bundle.finish()
    case .json(let bytes):
      let (root, duplicates) = try Self.parse(bytes)
      guard root["template"] != nil, root["canvas"] == nil else {
        document = bytes
        break
      }
      guard duplicates.isEmpty else { throw .invalidJob(duplicates) }
      let template = try Self.template(root, catalog)
      document = template.document
      name = template.version.name
      files = try Self.files(of: template)
      if let row = try Self.rows(root, of: template) {
        files.append(row)
      } else {
        options.settings = try Self.settings(root, of: template)
      }
    }
    options.tenant = upload.key.name
    options.key = upload.idempotencyKey
    options.delivery = .private
    options.maxSeconds = upload.key.limits.seconds
    options.maxPixels = upload.key.limits.canvasPixels
    options.maxBytes = upload.key.limits.outputBytes
  }

  /// - Returns: The value, and the keys that are given twice: the worker reports those of a document.
  private static func parse(
    _ bytes: [UInt8]
  ) throws(Problem) -> (root: Node, duplicates: [Diagnostic]) {
    do throws(Diagnostic) {
      var duplicates: [Diagnostic] = []
      return (try Node.parse(bytes, duplicates: &duplicates), duplicates)
    } catch {
      throw .invalidJob([error])
    }
  }

  // MARK: Templates

  /// The template of `{"template": "card@1", "inputs": {…}}`.
  private static func template(
    _ root: Node, _ catalog: TemplateCatalog
  ) throws(Problem) -> InstalledTemplate {
    for member in root.object ?? [] where !keys.contains(member.key) && !member.isAnnotation {
      let hint =
        nearest(to: member.key, in: keys).map { "Did you mean \(quoted($0))?" }
        ?? "A template is asked for by template, and inputs or data."
      throw .invalidJob([
        Diagnostic(
          code: "unknown-key", message: "unknown key \(quoted(member.key)). \(hint)",
          path: [.key(member.key)], position: member.keyPosition)
      ])
    }
    guard let text = root["template"]?.string, let version = TemplateVersion(text) else {
      throw .invalidJob([
        Diagnostic(
          code: "wrong-kind", message: "expected \(TemplateVersion.expectation).",
          path: ["template"], position: root["template"]?.position)
      ])
    }
    guard let template = catalog[version] else { throw .unknownTemplate(version) }
    return template
  }

  /// The values of inputs, as text that the worker converts by the types of the inputs.
  private static func settings(
    _ root: Node, of template: InstalledTemplate
  ) throws(Problem) -> [InputSetting] {
    guard let node = root["inputs"] else { return [] }
    guard let members = node.object else {
      throw .invalidJob([wrongKind("an object of the template's inputs", node, ["inputs"])])
    }
    try template.check(node, at: ["inputs"], isText: true)
    return members.filter { !$0.isAnnotation }.map { member in
      let value = JSON(member.value)
      return InputSetting(input: member.key, text: value.string ?? value.text())
    }
  }

  /// The rows of `data` as a file of the bundle; `nil` without.
  private static func rows(
    _ root: Node, of template: InstalledTemplate
  ) throws(Problem) -> (place: String, file: OwnedDescriptor)? {
    guard let node = root["data"] else { return nil }
    guard root["inputs"] == nil else {
      throw .invalidJob([
        Diagnostic(
          code: "contradiction", message: "\"data\" cannot be combined with \"inputs\".",
          path: ["data"], position: node.position)
      ])
    }
    guard let rows = node.array, !rows.isEmpty else {
      throw .invalidJob([wrongKind("a list of rows, at least one", node, ["data"])])
    }
    var lines: [UInt8] = []
    for (index, row) in rows.enumerated() {
      guard row.object != nil else {
        throw .invalidJob([
          wrongKind("an object of the template's inputs", row, ["data", .index(index)])
        ])
      }
      try template.check(row, at: ["data", .index(index)])
      lines += try template.row(of: JSON(row))
    }
    do throws(SystemError) {
      return ("data.jsonl", try MemoryFile.sealed("data", lines))
    } catch {
      throw .unavailable("\(error).", retryAfter: 5)
    }
  }

  private static func wrongKind(
    _ expected: String, _ node: Node, _ path: [PathElement]
  ) -> Diagnostic {
    Diagnostic(
      code: "wrong-kind", message: "expected \(expected), not \(node.kind).", path: path,
      position: node.position)
  }

  /// The template's other files: inputs may name any of them.
  private static func files(
    of template: InstalledTemplate
  ) throws(Problem) -> [(place: String, file: OwnedDescriptor)] {
    var files: [(place: String, file: OwnedDescriptor)] = []
    func add(_ folder: Folder, _ path: String) throws(SystemError) {
      for name in try folder.names().sorted() where files.count <= mostFiles {
        let place = path + name
        guard place != BundleFile.document, let about = try folder.status(of: name) else {
          continue
        }
        switch FileKind(about) {
        case .folder: try add(try folder.folder(name), "\(place)/")
        default: files.append((place, try folder.open(name, O_RDONLY | O_NONBLOCK)))
        }
      }
    }
    do throws(SystemError) {
      try add(template.folder, "")
    } catch {
      throw .unavailable("\(error).", retryAfter: 5)
    }
    guard files.count <= mostFiles else {
      throw .unavailable(
        "\(template.version) has more than \(mostFiles) files; such a template is for links.",
        retryAfter: 3600)
    }
    return files
  }
}
