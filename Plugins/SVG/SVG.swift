import ScrimKit

/// An SVG, fitted into the frame as an image is.
public struct SVG: FileContent {
  public static let manifest = Manifest(
    "svg", version: "1.0.0", summary: "An SVG, from a file or a string.", category: .image)

  public static let exampleFiles = ["icon.svg": Array(icon.utf8)]

  @Parameter("File, by its path relative to the job's assets", examples: [FileSource("icon.svg")])
  public var source: FileSource? = nil
  @Parameter("The SVG itself, in place of a file", examples: [icon])
  public var string: String? = nil
  @Parameter("Colour of what has the colour `currentColor`, unless the SVG sets `color`")
  public var color = Color.black
  @Parameter("How it is fitted into the frame, with the values of CSS `object-fit`")
  public var fit = ObjectFit.contain
  @Parameter("Position in the frame; a percentage is of the space that is left")
  public var position = LengthPoint.center
  @Parameter("Language (BCP 47) that `systemLanguage` is compared with", examples: ["de"])
  public var language: String? = nil

  private var file: [UInt8]?
  private let read = SVGCache()

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    switch (source, string) {
    case (nil, nil):
      return [
        ParameterDiagnostic(
          .missingKey, "\"source\" is missing: a file, or \"string\", the SVG itself.")
      ]
    case (.some, .some):
      return [
        ParameterDiagnostic(
          .conflict, "\"source\" cannot be combined with \"string\".", at: "string")
      ]
    case (.some, nil): return []
    case (nil, .some):
      do throws(EffectError) {
        _ = try image()
        return []
      } catch {
        return [ParameterDiagnostic(.invalidValue, error.message, at: "string")]
      }
    }
  }

  public func reading(_ bytes: [UInt8]) throws -> SVG {
    var other = SVG()
    (other.source, other.color, other.fit) = (source, color, fit)
    (other.position, other.language, other.file) = (position, language, bytes)
    _ = try other.image()
    return other
  }

  /// That of the file; where it has none, and before it is read, CSS's 300 × 150.
  public func naturalSize() -> Size? {
    (try? image())?.naturalSize ?? .replaced
  }

  public func extent(in geometry: ContentGeometry) throws -> Rect {
    guard file != nil || string != nil else { return geometry.frame }
    let rect = place(try image(), in: geometry.frame)
    do throws(EffectError) {
      try image().check(in: rect, of: geometry)
    } catch {
      throw EffectError(error.message, at: file == nil ? "string" : "source")
    }
    return rect.intersection(geometry.frame)
  }

  public func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {
    let image = try image()
    try canvas.draw(image, in: place(image, in: geometry.frame), of: geometry)
  }

  /// - Throws: `EffectError` at the parameter.
  private func image() throws(EffectError) -> SVGImage {
    let (bytes, color, language) = (file ?? Array((string ?? "").utf8), color, language)
    let key = file == nil ? "string" : "source"
    return try read.image(of: bytes, color, language) { () throws(EffectError) in
      do throws(EffectError) {
        return try SVGImage(bytes, color: color, language: language)
      } catch {
        throw EffectError(error.message, at: key)
      }
    }
  }

  private func place(_ image: SVGImage, in frame: Rect) -> Rect {
    fit.place(image.naturalSize, in: frame, at: position)
  }

  private static let icon =
    ##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" "##
    + ##"stroke="currentColor" stroke-width="2"><circle cx="12" cy="12" r="9" fill="#fde68a"/>"##
    + ##"<path d="M8 14q4 4 8 0M9 9v1M15 9v1" stroke-linecap="round"/></svg>"##
}

@c(scrim_plugin_SVG)
public func scrimPlugin() -> ScrimPluginHandle { export(SVG.self) }
