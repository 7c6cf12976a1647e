import ScrimDocument
import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

extension FontLibrary {
  /// The installed fonts and those that a job brings along; this library if there are none.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - sources: The files by name.
  ///   - limits: The limits of the fonts.
  ///   - cache: Opens the fonts; without it they are errors.
  ///   - collector: The errors so far; receives one for every unusable font, at its name.
  /// - Returns: The fonts; `nil` if any is unusable, since errors of texts would be consequences of that.
  /// - Throws: Errors of the cache's places.
  func adding(
    fontsOf job: Job, from sources: [String: SourceFile], limits: RenderLimits,
    cache: JobFontCache?, collector: DiagnosticCollector
  ) throws -> FontLibrary? {
    let wrong = Set(collector.diagnostics.map(\.path))
    let key = PathElement.key(SourceName.fontsKey)
    var isUsable = !wrong.contains { $0.first == key }
    func report(_ code: String, _ message: String, _ font: FontSpec) {
      collector.report(job.diagnostic(code, message, at: font.path))
      isUsable = false
    }
    var (bytes, placed, specs) = (0, [JobFont](), [FontSpec]())
    for font in job.fonts where !wrong.contains(font.path) {
      switch sources[font.source] {
      case .bytes(let content):
        guard let cache else {
          report("unreadable-font", "\(quoted(font.source)): fonts cannot be opened here.", font)
          continue
        }
        let opened: (path: String, byteCount: Int)
        do {
          opened = try cache.font(content, limit: limits.fontBytes)
        } catch let error as FontFileError {
          report("unreadable-font", "\(quoted(font.source)): \(error.message)", font)
          continue
        }
        bytes += opened.byteCount
        guard bytes <= limits.fontBytes else {
          report(
            "too-large",
            "the fonts up to \(quoted(font.source)) have \(bytes) bytes; at most \(limits.fontBytes) are allowed.",
            font)
          return nil
        }
        placed.append(JobFont(path: opened.path, family: font.family))
        specs.append(font)
      case .unavailable where wrong.contains(["assets"]) && !font.source.hasPrefix("/"):
        isUsable = false
      case .unavailable(let reason): report("missing-source", reason, font)
      case nil:
        report(
          "missing-source", "\(quoted(font.source)): the file was not passed to the renderer.",
          font)
      }
    }
    guard isUsable else { return nil }
    guard let cache, !placed.isEmpty else { return self }
    return cache.library(self, adding: placed) { index, error in
      let font = specs[index]
      report("unreadable-font", "\(quoted(font.source)): \(error.message)", font)
    }
  }
}
