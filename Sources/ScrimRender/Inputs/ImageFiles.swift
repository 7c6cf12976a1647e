import ScrimCodecs
import ScrimDocument
import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

/// The image files of a job, probed: the properties that the layout needs before they are decoded.
struct ImageFiles {
  /// A file whose header is valid.
  struct File {
    let source: SourceName
    let bytes: [UInt8]
    let header: ImageHeader
    /// Whether it can be decoded at a reduced size.
    let isReducible: Bool
    /// What it has besides and no output will have.
    let dropped: [DroppedPart]
  }

  /// In the order in which the document names them.
  private(set) var files: [File] = []
  private var indices: [String: Int] = [:]
  /// The files that are SVGs, by their names.
  private(set) var vectors: [String: SVGImage] = [:]

  /// Probes every file that the job names, in layers or in parameters of effects.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - sources: The files by name.
  ///   - limits: The limits of an image.
  ///   - collector: The errors so far; receives one for every unreadable file, at its `source`, unless that has an
  ///     error already.
  /// - Throws: `OutOfMemory`.
  init(
    of job: Job, from sources: [String: SourceFile], limits: DecodingLimits,
    collector: DiagnosticCollector
  ) throws {
    let wrong = Set(collector.diagnostics.map(\.path))
    // In that case no relative name can be resolved, which is not an error of the names.
    let isAssetsWrong = wrong.contains(["assets"])
    let others = job.contentFiles
    for source in job.document.imageSources
    where !wrong.contains(source.path) && !others.contains(source.name) {
      switch sources[source.name] {
      case .bytes(let bytes) where SVGImage.isSVG(bytes):
        do {
          vectors[source.name] = try SVGImage(bytes)
          guard let path = source.effectPath else { continue }
          let message = "an effect takes pixels, and not an SVG: save it as PNG."
          collector.report(job.diagnostic(unreadable: source.name, message, at: path))
        } catch {
          collector.report(job.diagnostic(unreadable: source.name, error.message, at: source.path))
        }
      case .bytes(let bytes):
        try collector.reportingUnreadable(source, in: job) {
          let file = try bytes.withUnsafeBytes {
            let (header, isReducible) = try ImageDecoding.probe($0, limits: limits)
            return File(
              source: source, bytes: bytes, header: header, isReducible: isReducible,
              dropped: DroppedPart.all(in: $0, of: header.kind))
          }
          indices[source.name] = files.count
          files.append(file)
        }
      case .unavailable where isAssetsWrong && !source.name.hasPrefix("/"):
        continue
      case .unavailable(let reason):
        collector.report(job.diagnostic("missing-source", reason, at: source.path))
      case nil:
        collector.report(
          job.diagnostic(
            "missing-source",
            "\(quoted(source.shownName)): the file was not passed to the renderer.",
            at: source.path))
      }
    }
  }

  /// The file of a source.
  subscript(source: String) -> File? { indices[source].map { files[$0] } }

  /// The size of an image, px; `nil` if it could not be read.
  func size(of source: String) -> Size? {
    if let header = self[source]?.header {
      return Size(width: Double(header.width), height: Double(header.height))
    }
    return vectors[source].map { $0.naturalSize ?? .replaced }
  }

  /// The rectangle of an image in a box, px; `nil` if it could not be read.
  func place(_ spec: ImageSpec, in box: Rect) -> Rect? {
    if let vector = vectors[spec.source] { return spec.place(vector.naturalSize, in: box) }
    return size(of: spec.source).map { spec.place($0, in: box) }
  }

  /// Checks that fonts have the texts of the SVGs.
  ///
  /// - Parameters:
  ///   - fonts: The installed fonts and those of the job.
  ///   - job: The job.
  ///   - collector: Receives an error for every SVG with another text.
  func check(_ fonts: FontLibrary, of job: Job, _ collector: DiagnosticCollector) {
    for source in job.document.imageSources {
      do {
        try vectors[source.name]?.check(fonts)
      } catch {
        collector.report(job.diagnostic(unreadable: source.name, error.message, at: source.path))
      }
    }
  }
}

extension Job {
  /// The diagnostic of a file that cannot be shown.
  func diagnostic(unreadable name: String, _ message: String, at path: [PathElement]) -> Diagnostic
  {
    diagnostic("unreadable-image", "\(quoted(SourceName.shown(name))): \(message)", at: path)
  }
}

extension DiagnosticCollector {
  /// Reports an error of a file at its `source`.
  ///
  /// - Throws: `OutOfMemory`; errors of `body` that are not the file's.
  func reportingUnreadable(_ source: SourceName, in job: Job, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as CodecError where error.code != .memory {
      report(job.diagnostic(unreadable: source.name, error.message, at: source.path))
    } catch {
      throw error.placedIfOutOfMemory(at: source.path, "decoding")
    }
  }
}
