import CLinux
import Glibc
public import ScrimDocument
public import ScrimLinux
import SystemPackage

/// A file that a job names, opened for reading, or why it could not be.
public enum OpenedSource: Sendable {
  case open(OwnedDescriptor)
  /// A sentence for the job's author, without a place.
  case unavailable(String)
}

/// Where the files that jobs name may lie.
///
/// A relative name starts at the job's assets, an absolute one must lie below one of the allowed
/// folders. Neither leads out by `..`, nor through any symbolic link: the kernel sees to that
/// (openat2), not a look at the name.
public struct SourceRoots: Sendable {
  /// The largest file that is opened, bytes.
  public var fileBytes: Int
  /// The most files that are opened for one job.
  public var files: Int
  private let allowed: [String]

  /// Roots with the folders, absolute paths, below which absolute names may lead.
  public init(allowed: [String] = [], files: Int = 64, fileBytes: Int = 64 << 20) {
    self.allowed = allowed.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    self.files = files
    self.fileBytes = fileBytes
  }

  /// Opens all files that a document names, in its order; relative names start in `folder`, or in
  /// the document's `assets` below that.
  public func open(
    _ document: Node, from folder: OwnedDescriptor
  ) -> [(name: String, source: OpenedSource)] {
    let base: OwnedDescriptor?
    if let assets = document.assets {
      let number = scrim_open_beneath(folder.raw, assets, O_RDONLY | O_DIRECTORY)
      base = number < 0 ? nil : OwnedDescriptor(owning: number)
    } else {
      base = folder
    }
    return document.sources.enumerated().map { index, source in
      guard index < files else {
        return (source.name, .unavailable("a job may name at most \(files) files."))
      }
      return (source.name, open(source.name, from: base, assets: document.assets))
    }
  }

  private func open(
    _ name: String, from base: OwnedDescriptor?, assets: String?
  ) -> OpenedSource {
    if name.hasPrefix("/") { return openAbsolute(name) }
    guard let base else {
      return .unavailable("the assets folder \(quoted(assets ?? "")) is not there.")
    }
    return open(name, beneath: base, called: name)
  }

  private func openAbsolute(_ name: String) -> OpenedSource {
    guard let root = allowed.first(where: { name.hasPrefix($0 + "/") }) else {
      return .unavailable(
        allowed.isEmpty
          ? "\(quoted(name)) is an absolute path, and no folder is allowed for these."
          : "\(quoted(name)) is below none of the allowed folders.")
    }
    let number = Glibc.open(root.isEmpty ? "/" : root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return .unavailable("\(quoted(root)) cannot be opened.") }
    return open(
      String(name.dropFirst(root.utf8.count + 1)), beneath: OwnedDescriptor(owning: number),
      called: name)
  }

  private func open(
    _ path: String, beneath folder: OwnedDescriptor, called name: String
  ) -> OpenedSource {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      return .unavailable("\(quoted(name)) is no name of a file.")
    }
    // O_NONBLOCK: a pipe without a writer must not hold the daemon up.
    let number = scrim_open_beneath(folder.raw, path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else { return .unavailable(reason(Errno(rawValue: errno), name)) }
    let file = OwnedDescriptor(owning: number)
    guard let about = try? file.status(of: name), about.st_mode & S_IFMT == S_IFREG else {
      return .unavailable("\(quoted(name)) is no regular file.")
    }
    guard about.st_size <= fileBytes else {
      return .unavailable(
        "\(quoted(name)) has \(about.st_size) bytes, more than the limit of \(fileBytes).")
    }
    return .open(file)
  }

  private func reason(_ code: Errno, _ name: String) -> String {
    switch code {
    case .noSuchFileOrDirectory, .notDirectory: "\(quoted(name)) is not there."
    case .tooManySymbolicLinkLevels: "\(quoted(name)) goes through a symbolic link."
    case Errno(rawValue: EXDEV): "\(quoted(name)) leads out of the assets folder."
    case .permissionDenied: "\(quoted(name)) may not be read."
    default: "\(quoted(name)) cannot be opened: \(code)."
    }
  }
}
