import ScrimDocument
import ScrimJSON
import ScrimJob
@_spi(Host) package import ScrimKit

/// Makes the fonts of a job readable by path, for as long as the job is rendered.
package protocol FontPlaces: AnyObject {
  /// A path to a file with the font's bytes, which no other font of the process has had or will have.
  func path(of font: FontFile) throws -> String
}

extension FontLibrary {
  /// The installed fonts and those that a job brings along; this library if there are none.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - sources: The files by name.
  ///   - limits: The limits of the fonts.
  ///   - places: Where the fonts go; without it they are errors.
  ///   - collector: The errors so far; receives one for every unusable font, at its name.
  /// - Returns: The fonts; `nil` if any is unusable, since errors of texts would be consequences of that.
  /// - Throws: Errors of `places`.
  func adding(
    fontsOf job: Job, from sources: [String: SourceFile], limits: RenderLimits,
    places: (any FontPlaces)?, collector: DiagnosticCollector
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
        guard let places else {
          report("unreadable-font", "\(quoted(font.source)): fonts cannot be opened here.", font)
          continue
        }
        let file: FontFile
        do throws(FontFileError) {
          file = try FontFile(content, limit: limits.fontBytes)
        } catch {
          report("unreadable-font", "\(quoted(font.source)): \(error.message)", font)
          continue
        }
        bytes += file.bytes.count
        guard bytes <= limits.fontBytes else {
          report(
            "too-large",
            "the fonts up to \(quoted(font.source)) have \(bytes) bytes; at most \(limits.fontBytes) are allowed.",
            font)
          return nil
        }
        placed.append(JobFont(path: try places.path(of: file), family: font.family))
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
    guard !placed.isEmpty else { return self }
    let library = FontLibrary(self, adding: placed) { index, error in
      let font = specs[index]
      report("unreadable-font", "\(quoted(font.source)): \(error.message)", font)
    }
    return isUsable ? library : nil
  }
}
