import Glibc
package import ScrimJSON
package import ScrimLinux
import SystemPackage

/// A file that a job names, opened for reading, or why it could not be.
package enum OpenedSource: Sendable {
  case open(OwnedDescriptor)
  /// A sentence for the job's author, without a position.
  case unavailable(String)
}

/// The folders in which files named by jobs may be.
///
/// A relative name starts at the job's assets, an absolute one must lie below one of the allowed
/// folders, or come with the bundle. Neither leads out by `..`, nor through a symbolic link: the
/// kernel sees to that (openat2), not a look at the name.
package struct SourceRoots: Sendable {
  /// The largest file that is opened, bytes.
  package var fileBytes: Int
  /// The most files that are opened for one job.
  package var files: Int
  private let allowed: [String]
  /// Where relative names of plain jobs start, for messages about files that are not there: "/spool/assets".
  package var assets: String?
  /// Why no file may be opened, as a sentence: "jobs cannot name files: …"; `nil` if they may.
  package var refusal: String?
  /// What is said of a URL that is not pinned, after its name.
  package var unpinned = "is fetched by \"scrim submit\", not by the daemon."

  /// Roots with the folders, absolute paths, below which absolute names may lead.
  package init(allowed: [String], files: Int, fileBytes: Int) {
    self.allowed = allowed.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    self.files = files
    self.fileBytes = fileBytes
  }

  /// Where a bundle holds a file that its document names by an absolute path: the document stays as
  /// it was written, and the file is found by the name's place among all that it names.
  ///
  /// - Parameter index: The index in the document's `sources`, from 0.
  /// - Returns: A path below the bundle's folder.
  package static func placeInBundle(ofAbsolute index: Int) -> String { ".absolute/\(index)" }

  /// A name with its file, or with why there is none; of a URL also what was fetched.
  package typealias Opened = (name: String, source: OpenedSource, pinned: PinnedSource?)

  /// Opens all files that a document names, in its order. Relative names start in `folder`, or in the document's
  /// `assets` below it.
  ///
  /// - Parameters:
  ///   - document: The job.
  ///   - folder: Of the bundle, or of the spool's assets.
  ///   - isBundle: Whether `folder` is a bundle's, which may hold files of absolute names.
  ///   - placeOfAbsolute: Where it has the file of an absolute name; `nil` for ``placeInBundle(ofAbsolute:)``.
  ///   - pinned: What was fetched for its URLs; `nil` to read it from the bundle.
  /// - Returns: Each name. If what was fetched is an error and there is a file, it is the one of the document's
  ///   `onMissing`.
  package func open(
    _ document: Node, from folder: OwnedDescriptor, isBundle: Bool = false,
    placeOfAbsolute: ((String) -> String)? = nil, pinned: PinnedSources? = nil
  ) -> [Opened] {
    let base = assetsFolder(of: document, in: folder)
    let sources = document.sources
    let hasURLs = sources.contains { SourceName.isURL($0.name) }
    let pinned =
      pinned ?? (hasURLs && isBundle ? PinnedSources(of: folder) : PinnedSources())
    func open(_ name: String, _ index: Int) -> OpenedSource {
      guard !name.isEmpty, !name.utf8.contains(0) else {
        return .unavailable("\(quoted(name)) is not a file name.")
      }
      if let violation = SourceName.urlViolation(in: name) {
        return .unavailable("\(quoted(name)) \(violation)")
      }
      if let refusal { return .unavailable("\(quoted(name)): \(refusal)") }
      guard index < files else {
        return .unavailable("a job may name at most \(files) files.")
      }
      if SourceName.isURL(name) { return self.open(url: name, pinned) }
      guard name.hasPrefix("/") else {
        return self.open(name, from: base, hint: isBundle ? "" : hint(for: document))
      }
      let place = placeOfAbsolute?(name) ?? Self.placeInBundle(ofAbsolute: index)
      if isBundle, case .open(let file) = self.open(place, beneath: folder, called: name) {
        return .open(file)
      }
      return openAbsolute(name)
    }
    let substitute = document.sourceOfMissing.flatMap { name in
      sources.firstIndex { $0.name == name }.map { (name, $0) }
    }
    return sources.enumerated().map { index, source in
      let record = SourceName.isURL(source.name) ? pinned[source.name] : nil
      let isFont = source.path.first == .key(SourceName.fontsKey)
      if record?.error != nil, !isFont, let (name, index) = substitute, name != source.name,
        case .open(let file) = open(name, index)
      {
        return (source.name, .open(file), record)
      }
      return (source.name, open(source.name, index), record)
    }
  }

  private func open(url: String, _ pinned: PinnedSources) -> OpenedSource {
    let shown = quoted(SourceName.shown(url))
    guard let source = pinned[url] else {
      return .unavailable(
        pinned.violation.map { "\(shown) is not known: \(PinnedSources.file) of the bundle \($0)." }
          ?? "\(shown) \(unpinned)")
    }
    if let error = source.error { return .unavailable("\(shown) cannot be fetched: \(error).") }
    guard let file = source.file, let folder = pinned.folder(of: url) else {
      return .unavailable("\(shown) has no \"file\" in \(PinnedSources.file).")
    }
    return open(file, beneath: folder, called: file)
  }

  /// The base folder of relative names, or the reason why it is unavailable.
  private func assetsFolder(
    of document: Node, in folder: OwnedDescriptor
  ) -> Result<OwnedDescriptor, Reason> {
    guard let assets = document.assets else { return .success(folder) }
    do {
      return .success(try folder.open(beneath: assets, O_RDONLY | O_DIRECTORY))
    } catch {
      let name = "the assets folder \(quoted(assets))"
      let isMissing = error.code == .noSuchFileOrDirectory || error.code == .notDirectory
      return .failure(
        Reason(words: isMissing ? "\(name): no such folder." : reason(error.code, name)))
    }
  }

  private struct Reason: Error {
    let words: String
  }

  /// Where a plain job's files were looked for, as a sentence; empty if that is the job's own folder.
  private func hint(for document: Node) -> String {
    guard let assets else { return "" }
    let folder = document.assets.map { "\(assets)/\($0)" } ?? assets
    return " Scrim looked in \(folder); \"scrim submit\" sends the files that a job names along."
  }

  private func open(
    _ name: String, from base: Result<OwnedDescriptor, Reason>, hint: String
  ) -> OpenedSource {
    switch base {
    case .success(let folder): open(name, beneath: folder, called: name, hint: hint)
    case .failure(let reason): .unavailable(reason.words)
    }
  }

  private func openAbsolute(_ name: String) -> OpenedSource {
    // Compared by bytes, as the kernel does: Swift compares strings by canonical equivalence.
    guard let root = allowed.first(where: { name.utf8.starts(with: ($0 + "/").utf8) }) else {
      return .unavailable(
        allowed.isEmpty
          ? "\(quoted(name)) is an absolute path, but no asset root is configured: "
            + "use a path relative to the job's assets."
          : "\(quoted(name)) is not below an asset root: use a path relative to the job's assets, "
            + "or one below asset-roots in the configuration.")
    }
    // Nothing is outside the root folder.
    if root.isEmpty {
      return source(called: name) { () throws(SystemError) in
        try OwnedDescriptor.open(name, Self.flags, followsMagicLinks: false)
      }
    }
    guard let folder = try? OwnedDescriptor.open(root, O_RDONLY | O_DIRECTORY) else {
      return .unavailable("\(quoted(root)) cannot be opened.")
    }
    return open(
      String(decoding: name.utf8.dropFirst(root.utf8.count + 1), as: UTF8.self),
      beneath: folder, called: name)
  }

  /// O_NONBLOCK: a pipe without a writer must not block the daemon.
  private static let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY

  private func open(
    _ path: String, beneath folder: OwnedDescriptor, called name: String, hint: String = ""
  ) -> OpenedSource {
    source(
      called: name, hint: SimilarName.find(path, beneath: folder).map { " " + $0 } ?? hint
    ) { () throws(SystemError) in
      try folder.open(beneath: path, Self.flags)
    }
  }

  /// Opens a file and checks it.
  ///
  /// - Parameters:
  ///   - name: Its name in the document.
  ///   - hint: A sentence for the message that it is not there, found out only then.
  ///   - open: Opens it.
  /// - Returns: The file, or why there is none.
  private func source(
    called name: String, hint: @autoclosure () -> String = "",
    _ open: () throws(SystemError) -> OwnedDescriptor
  ) -> OpenedSource {
    let file: OwnedDescriptor
    do {
      file = try open()
    } catch {
      let isMissing = error.code == .noSuchFileOrDirectory
      return .unavailable(reason(error.code, quoted(name)) + (isMissing ? hint() : ""))
    }
    guard let about = try? file.status(of: name) else {
      return .unavailable("\(quoted(name)) cannot be read.")
    }
    let kind = FileKind(about)
    guard kind == .file else {
      return .unavailable("\(quoted(name)) is \(kind.rawValue), not a file.")
    }
    guard about.st_size <= fileBytes else {
      return .unavailable(
        "\(quoted(name)) has \(about.st_size) bytes, more than the limit of \(fileBytes).")
    }
    return .open(file)
  }

  private func reason(_ code: Errno, _ name: String) -> String {
    switch code {
    case .noSuchFileOrDirectory, .notDirectory: "\(name): no such file."
    case .tooManySymbolicLinkLevels:
      "\(name) has a symbolic link loop or passes through a link in /proc."
    case Errno(rawValue: EXDEV):
      "\(name) leads out of its folder through \"..\" or a symbolic link."
    // The kernel cannot open sockets.
    case .noSuchAddressOrDevice: "\(name) is a socket, not a file."
    case .permissionDenied: "\(name): permission denied."
    default: "\(name) cannot be opened: \(code)."
    }
  }
}
