@_spi(Host) import ScrimKit

/// A target that records drawing for a document. Only what its format cannot express becomes pixels.
final class PageTarget: RenderTarget {
  /// Everything drawn so far.
  private(set) var picture: Picture

  /// Whether the document has pixels in place of an SVG.
  private(set) var hasPixelsOfSVG = false

  /// The drawable area, px at scale 1.
  let page: Rect

  private let format: DocumentFormat
  /// The active clips, the innermost last, each with the state before it.
  private var clips: [Clip] = []

  /// Creates an empty page.
  ///
  /// - Parameters:
  ///   - canvas: The drawable area, px at scale 1; the page has its exact size.
  ///   - scale: Device pixels per px of rasterised parts.
  ///   - format: The format of the document.
  init(_ canvas: Rect, scale: Double, format: DocumentFormat) {
    picture = Picture(scale: scale, for: .document)
    page = canvas
    self.format = format
  }

  func fill(with paint: Paint, box: Rect) throws {
    guard paint != .color(.transparent) else { return }
    try picture.draw(in: page) { $0.fill(page, with: paint, box: box) }
  }

  func draw(_ picture: Picture, opacity: Double, blend: BlendMode) throws {
    if format == .svg, picture.hasSVG { hasPixelsOfSVG = true }
    let layer = try picture.drawable(in: format)
    if opacity >= 1, blend == .normal {
      try self.picture.draw(layer)
    } else {
      try self.picture.draw(.blend(blend), in: layer.extent) { $0.draw(layer, opacity: opacity) }
      self.picture = try self.picture.drawable(in: format, asPage: true)
    }
  }

  func picture(in region: Rect) throws -> Picture {
    var picture = try Picture(pixels(in: region))
    picture.medium = .document
    return picture
  }

  func picture(in region: Rect, transformedBack transform: Transform) throws -> Picture {
    let margin = max(1, transform.stretch) / picture.scale
    let seen = try pixels(in: transform.bounds(of: region).grown(by: margin))
    var transformed = Picture(like: picture)
    try transformed.draw(in: region) { canvas in
      // The canvas's edge pixels repeat outward, as in a raster target.
      try canvas.transformed(by: transform.inverse) { try $0.flood(seen) }
    }
    return transformed
  }

  func clip(to path: Path, _ body: () throws -> Void) throws {
    clips.append((path, picture))
    try body()
    let clip = clips.removeLast()
    picture = try seen(picture, through: clip)
  }

  /// The current pixels, limited to the drawable area.
  private func pixels(in region: Rect) throws -> Raster {
    try clips.reversed().reduce(picture) { try seen($0, through: $1) }
      .raster(in: region.intersection(page))
  }

  /// The page while a clip is active.
  private func seen(_ picture: Picture, through clip: Clip) throws -> Picture {
    var page = clip.before
    if let added = picture.added(to: clip.before) {
      try page.draw(added.clipped(to: clip.path))
    } else {
      try page.replace(inside: clip.path, by: picture)
      page = try page.drawable(in: format, asPage: true)
    }
    return page
  }

  private typealias Clip = (path: Path, before: Picture)
}
