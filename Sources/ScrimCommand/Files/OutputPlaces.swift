import Glibc
package import SystemPackage

/// Where the pictures of a job go.
package enum OutputPlaces {
  /// Their own names, below a folder.
  case folder(FilePath)
  /// One picture, under a name that the user chose.
  case file(FilePath)

  /// - Parameter option: What `-o` said: a folder, if it is one or ends in a slash; otherwise a file.
  package init(_ option: String?) {
    guard let option else {
      self = .folder("")
      return
    }
    let path = FilePath(option)
    let isFolder = option.hasSuffix("/") || FileStatus(of: path)?.isFolder ?? false
    self = isFolder ? .folder(path) : .file(path)
  }

  /// The formats by extension, as the job format knows them.
  private static let formats = [
    "png": "png", "jpg": "jpeg", "jpeg": "jpeg", "webp": "webp", "pdf": "pdf", "svg": "svg",
  ]

  /// The format that a file's extension stands for; `nil` if it is unknown.
  package static func format(of file: String) -> String? {
    FilePath(file).extension.flatMap { formats[$0.lowercased()] }
  }

  /// The path of each output.
  ///
  /// - Parameter outputs: File name and format of each.
  /// - Returns: The paths, in the same order.
  /// - Throws: A ``Failure`` when several pictures would go into one file, or a file's extension
  ///   says another format than the job.
  package func paths(for outputs: [(file: String, format: String)]) throws -> [FilePath] {
    switch self {
    case .folder(let folder):
      return outputs.map { folder.isEmpty ? FilePath($0.file) : folder.appending($0.file) }
    case .file(let path):
      guard outputs.count == 1, let only = outputs.first else {
        throw Failure(
          .dataError,
          "The job has \(outputs.count) outputs; -o must name a folder (end it in /).")
      }
      let wanted = Self.format(of: path.string)
      if let wanted, wanted != only.format {
        throw Failure(
          .dataError,
          "The output is \(only.format), but \(path) would be \(wanted): "
            + "change the format in the job's \"output\" or the extension in -o.")
      }
      return [path]
    }
  }
}
