import ScrimDocument
import ScrimJSON
import ScrimKit

/// Validates file names in a job before the files are opened.
enum FileName {
  /// Why a name is invalid; `nil` if it is valid.
  static func violation(in name: String) -> String? {
    let steps = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if name.isEmpty { return "is not a file name." }
    if let control = name.unicodeScalars.first(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      return "contains the control character \(codePoint(control))."
    }
    if steps.contains(where: { $0.elementsEqual("..".utf8) }) {
      return "points outside its folder: \"..\" is not allowed."
    }
    if steps.count > 1, steps.last?.isEmpty == true { return "ends in a slash: add a file name." }
    if steps.dropFirst().contains(where: \.isEmpty) {
      return "has an empty path component."
    }
    if steps.contains(where: { $0.elementsEqual(".".utf8) }) {
      return "has a \".\" component: remove it."
    }
    // The limit of Linux file systems.
    if let long = steps.map(\.count).max(), long > 255 {
      return "has a path component of \(long) bytes; at most 255 are allowed."
    }
    return nil
  }

  /// Why a name cannot be that of an output; `nil` if it can.
  static func violation(inOutput name: String) -> String? {
    if let violation = violation(in: name) { return violation }
    if name.utf8.first == UInt8(ascii: "/") {
      return "must be a relative path below the output folder."
    }
    if ReportName.isReserved(name) {
      return "is reserved for reports (.result.json and .failed.json); choose another name."
    }
    let steps = name.utf8.split(separator: UInt8(ascii: "/"))
    if let hidden = steps.first(where: { $0.first == UInt8(ascii: ".") }) {
      return "has a hidden component, \(quoted(String(hidden) ?? name)): remove the leading dot."
    }
    let bytes = name.utf8.reduce(0) { $0 + (escaped.contains($1) ? 3 : 1) }
    guard bytes <= longestOutput else {
      return
        "has \(bytes) bytes; at most \(longestOutput) are allowed (a slash or a percent sign counts as three)."
    }
    return nil
  }

  /// Bytes for which the spool has an escape of three in the name of its own file, and that name's limit.
  private static let escaped: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "%")]
  private static let longestOutput = 240

  private static let printable = "^[^\\u0000-\\u001F\\u007F]+$"

  /// The name of an image file.
  static let sourceForm = TextForm(
    printable,
    not: "^(?!https?://)(.*//|.*/$|(.*/)?\\.\\.?(/|$)|[dD][aA][tT][aA]:|[fF][iI][lL][eE]:/)",
    words: "a file name without empty, \".\" or \"..\" components, or an https:// URL")
  /// The name of a folder below the job's.
  static let folderForm = TextForm(
    printable, not: "^/|//|(^|/)\\.\\.?(/|$)",
    words: "a folder below the job's folder, without \".\" and \"..\" components")
  /// The name of an output.
  static let outputForm = TextForm(
    printable, not: "^/|//|/$|(^|/)\\.|\\.(result|failed)\\.json$",
    words: "a file name below the output folder, without hidden components; names "
      + "ending in .result.json or .failed.json are reserved for reports")

  /// The folders on a name's path: of `a/b/c.png`, `a` and `a/b`.
  static func folders(of name: String) -> [String] {
    name.indices.filter { name[$0] == "/" }.map { String(name[..<$0]) }
  }
}

extension Job {
  /// Checks that the name of every file stays within its folder.
  static func checkSources(of root: Place, limits: RenderLimits) {
    let sources = root.node.sources
    for source in sources where !root.collector.isFull {
      // A key that is not allowed has its own error.
      let found =
        SourceName.urlViolation(in: source.name)
        ?? (SourceName.isURL(source.name) ? nil : FileName.violation(in: source.name))
      guard let violation = found,
        !root.collector.hasDiagnostic(within: source.path)
      else { continue }
      root.collector.report(
        Diagnostic(
          code: "invalid-value", message: "\(quoted(source.name)) \(violation)", path: source.path,
          position: source.position))
    }
    if sources.count > limits.inputs {
      let first = sources[limits.inputs]
      root.collector.report(
        Diagnostic(
          code: "too-many",
          message: "the job names \(sources.count) files; at most \(limits.inputs) are allowed.",
          path: first.path, position: first.position))
    }
    checkAssets(of: root)
  }

  private static func checkAssets(of root: Place) {
    guard let node = root.node["assets"], let name = node.string else { return }
    let place = Place(node: node, path: ["assets"], collector: root.collector)
    let isClosed = name.utf8.last == UInt8(ascii: "/") && name.utf8.count > 1
    let folder = isClosed ? String(decoding: name.utf8.dropLast(), as: UTF8.self) : name
    if name.utf8.first == UInt8(ascii: "/") {
      place.report(
        .invalidValue, "\(quoted(name)) must be a relative path below the job's folder.")
    } else if name.isEmpty {
      place.report(.invalidValue, "\"\" is not a folder; omit the key to use the job's folder.")
    } else if let violation = FileName.violation(in: folder) {
      place.report(.invalidValue, "\(quoted(name)) \(violation)")
    }
  }

  /// Two outputs cannot be the same file, nor can one be a folder of another.
  static func checkOutputNames(of job: Job, _ root: Place) {
    var files: Set<String> = []
    var folders: Set<String> = []
    for output in job.outputs where !root.collector.isFull {
      let above = FileName.folders(of: output.file)
      if !files.insert(output.file).inserted {
        report("two outputs are named \(quoted(output.file)).", of: output, root)
      } else if folders.contains(output.file) {
        report("\(quoted(output.file)) is used as a folder by another output.", of: output, root)
      } else if let file = above.first(where: files.contains) {
        report("its folder \(quoted(file)) is used as a file by another output.", of: output, root)
      }
      folders.formUnion(above)
    }
  }

  private static func report(_ message: String, of output: Output, _ root: Place) {
    // An output whose name is derived from the job's gets the error at the output itself.
    let path = root.node[output.path + ["file"]] == nil ? output.path : output.path + ["file"]
    root.collector.report(
      Diagnostic(
        code: "conflict", message: message, path: path, position: root.node[path]?.position))
  }
}
