import ArgumentParser
import ScrimDocument
package import ScrimJSON
package import SystemPackage

/// Where the images of a command go.
package enum OutputPlaces {
  /// Their own names, below a folder.
  case folder(FilePath)
  /// One image, under a name that the user chose.
  case file(String)
  /// One image, to standard output.
  case standardOutput

  /// - Parameter option: What `-o` said: `-`, a folder, if it is one or ends in a slash; otherwise a file.
  package init(_ option: String?) {
    guard let option else {
      self = .folder("")
      return
    }
    guard option != "-" else {
      self = .standardOutput
      return
    }
    let path = FilePath(option)
    let isFolder = option.hasSuffix("/") || FileStatus(of: path)?.isFolder ?? false
    self = isFolder ? .folder(path) : .file(option)
  }

  /// Where the images of several jobs go.
  ///
  /// - Parameters:
  ///   - option: What `-o` said.
  ///   - jobs: The number of jobs; of a batch, more than one.
  /// - Throws: `ValidationError` if they would be written over each other.
  package init(_ option: String?, jobs: Int) throws {
    self.init(option)
    guard jobs > 1, isOne else { return }
    throw ValidationError(
      "-o \(option ?? "") is one image, but \(jobs) jobs were given: name a folder (end it in /).")
  }

  /// Where the images of a batch go, which are several.
  ///
  /// - Parameter option: What `-o` said.
  /// - Throws: `ValidationError` if they would be written over each other.
  package init(ofBatch option: String?) throws {
    self.init(option)
    guard isOne else { return }
    throw ValidationError(
      "-o \(option ?? "") is one image, but the rows of --data have many: name a folder (end it in /)."
    )
  }

  /// Whether there is place for one image only.
  package var isOne: Bool {
    if case .folder = self { false } else { true }
  }

  /// The format that `-o` says by its extension; `nil` if it does not.
  package var format: String? {
    if case .file(let name) = self { OutputNames.format(of: name) } else { nil }
  }

  /// Compares with what a job's document says of its outputs, before it is rendered. What only a template's
  /// expressions say is compared when the images are there.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - job: The job, as messages name it.
  ///   - canConvert: Whether the format that `-o` says replaces the job's own.
  /// - Throws: A ``Failure`` if several images would go into one file, or the file has another format.
  package func check(_ document: Node, of job: String, canConvert: Bool) throws {
    guard isOne else { return }
    let output = document["output"]
    if let count = output?.array?.count, count != 1 {
      throw Failure(.dataError, "\(job): the job has \(count) outputs; \(Self.needsFolder)")
    }
    let only = output?.array?.first ?? output
    let own: String? =
      if let format = only?["format"] {
        format.string
      } else if let file = only?["file"] {
        file.string.flatMap(OutputNames.format)
      } else {
        "png"
      }
    guard !canConvert, case .file(let name) = self, let wanted = format, let own, wanted != own,
      OutputNames.format(of: "x.\(own)") != nil
    else { return }
    throw Failure(
      .dataError,
      "\(job): the output is \(own), but \(name) would be \(wanted), and the daemon renders the job's own format: "
        + "change \"output\" in the job, or the extension in -o.")
  }

  private static let needsFolder = "-o must name a folder (end it in /)."

  /// The file of each output.
  ///
  /// - Parameter outputs: File name and format of each.
  /// - Returns: The files, in the same order.
  /// - Throws: A ``Failure`` when several images would go into one file, or a file's extension
  ///   says another format than the image has.
  package func files(for outputs: [(file: String, format: String)]) throws -> [OutputFile] {
    if case .folder(let folder) = self {
      return outputs.map {
        OutputFile(at: folder.isEmpty ? FilePath($0.file) : folder.appending($0.file))
      }
    }
    guard outputs.count == 1, let only = outputs.first else {
      throw Failure(
        .dataError, "The job has \(outputs.count) outputs; \(Self.needsFolder)")
    }
    guard case .file(let name) = self else { return [OutputFile(option: "-")] }
    if let wanted = format, wanted != only.format {
      throw Failure(
        .dataError,
        "The output is \(only.format), but \(name) would be \(wanted): "
          + "change the format in the job's \"output\" or the extension in -o.")
    }
    return [OutputFile(option: name)]
  }
}
