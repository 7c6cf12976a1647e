import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// The contrast of a line of text with what is around its glyphs.
struct LineContrast {
  /// Index of the line, from 0.
  let line: Int
  /// The 5th percentile of the ratios.
  let ratio: Double
  /// The least ratio that is allowed.
  let asked: Double
  /// Mean luminance of the fill, 0…1.
  let luminance: Double

  var isEnough: Bool { ratio >= asked }
}

/// Measures the contrast of a text in an image of the canvas at scale 1.
struct TextContrastMeasure {
  /// How far from the ink a pixel is around it, device pixels from centre to centre.
  private static let reach = 2

  let placed: PlacedLayer
  /// As drawn at scale 1.
  let scene: Scene
  /// What the layer has drawn, in this order: effects may ask for some lines, or for another fill.
  let drawn: [TextLayout]
  /// Everything up to the layer.
  let canvas: Raster

  /// The contrast of the lines whose words are shown; a line of glyphs of several sizes may have several.
  ///
  /// - Parameter asked: What they must have.
  /// - Returns: Without lines beyond the canvas, and lines of colour glyphs only.
  /// - Throws: `DrawingError`.
  func lines(_ asked: Legibility) throws -> [LineContrast] {
    guard let text = placed.visibleText, let all = placed.texts.first else { return [] }
    let transform = scene.transform(from: .inside(placed.index), to: .canvas)
    let size = transform.areaScale.squareRoot()
    // Other lines' glyphs, emoji and lines under the words are not around the glyphs.
    let ink = try mask(in: all.ink) { try $0.draw(all.withoutBackgrounds().painted(with: .black)) }
    return try text.lines.indices.flatMap { line -> [LineContrast] in
      guard !text.lines[line].isConcealed, let shown = drawn.last(where: { $0.draws(line) }) else {
        return []
      }
      var parts: [(asked: Double, ratios: [Double], luminances: [Double])] = []
      for run in shown.inkRuns(ofLine: line) {
        let least = asked.ratio(size: run.size * size, weight: run.weight)
        if !parts.contains(where: { $0.asked == least }) { parts.append((least, [], [])) }
        let glyphs = try mask(in: run.path.controlBounds) { $0.draw(run, of: shown) }
        let around = pixels(around: glyphs, without: ink)
        let fill = try fill(run.paint, box: shown.paintBox, at: around, transform)
        for index in parts.indices where parts[index].asked == least {
          for (pixel, color) in zip(around, fill) {
            let luminance = Contrast.luminance(color, over: pixel.color)
            parts[index].luminances.append(luminance)
            parts[index].ratios.append(
              Contrast.ratio(luminance, Contrast.luminance(pixel.color)))
          }
        }
      }
      return parts.filter { !$0.ratios.isEmpty }.map { part in
        LineContrast(
          line: line, ratio: part.ratios.fifthPercentile, asked: part.asked,
          luminance: part.luminances.reduce(0, +) / Double(part.luminances.count))
      }
    }
  }

  /// A pixel of the canvas.
  private struct PlacedPixel {
    let x: Int
    let y: Int
    let color: Contrast.Pixel
  }

  /// The layer, then the groups that it is in, the innermost first.
  private var path: [PlacedLayer] {
    sequence(first: placed) { inner in
      scene.nesting.parents[inner.index].map { scene.layers[$0] }
    }.map(\.self)
  }

  /// The coverage on the canvas of something in the layer, as far as the clips of the layer and its groups show it.
  private func mask(in area: Rect, _ body: (Canvas) throws -> Void) throws -> Mask {
    var picture = Picture(scale: 1)
    try picture.draw(in: area.grown(by: 1), body)
    for layer in path {
      if let clip = layer.clip { picture = try picture.clipped(to: clip) }
      picture = try picture.transformed(by: layer.transform)
    }
    // As pixels, because they decide what the image has: a mask is drawn by another rasterizer.
    return try picture.raster(in: picture.extent.intersection(canvas.rect)).alpha
  }

  /// The pixels of the canvas that are near some glyphs and not covered by the text, row by row.
  private func pixels(around glyphs: Mask, without ink: Mask) -> [PlacedPixel] {
    let reach = Self.reach
    let area = glyphs.area.grown(by: reach).intersection(canvas.area)
    guard !area.isEmpty, !glyphs.area.isEmpty else { return [] }
    var isNear = [Bool](repeating: false, count: area.width * area.height)
    for y in 0..<glyphs.area.height {
      for x in 0..<glyphs.area.width where glyphs.coverage[y * glyphs.area.width + x] > 0 {
        for dy in -reach...reach {
          let row = y + glyphs.area.y + dy - area.y
          guard (0..<area.height).contains(row) else { continue }
          for dx in -reach...reach where dx * dx + dy * dy <= reach * reach {
            let column = x + glyphs.area.x + dx - area.x
            guard (0..<area.width).contains(column) else { continue }
            isNear[row * area.width + column] = true
          }
        }
      }
    }
    var found: [PlacedPixel] = []
    let stride = canvas.pixels.bytesPerRow
    canvas.pixels.withBytes { bytes in
      for row in 0..<area.height {
        for column in 0..<area.width where isNear[row * area.width + column] {
          let (x, y) = (area.x + column, area.y + row)
          guard ink[x, y] == 0 else { continue }
          let at = (y - canvas.area.y) * stride + (x - canvas.area.x) * 4
          // A transparent canvas is taken to be on white.
          let white = 255 - bytes[at + 3]
          found.append(
            PlacedPixel(
              x: x, y: y,
              color: Contrast.Pixel(
                red: bytes[at + 2] + white, green: bytes[at + 1] + white, blue: bytes[at] + white)))
        }
      }
    }
    return found
  }

  /// The colour of a fill at each of some pixels, with the opacity of the layer and its groups.
  private func fill(
    _ paint: Paint, box: Rect, at pixels: [PlacedPixel], _ transform: Transform
  ) throws -> [Color] {
    let opacity = path.reduce(1) { $0 * $1.layer.opacity }
    if case .color(let color) = paint {
      return Array(repeating: color.withOpacity(opacity), count: pixels.count)
    }
    let rows = pixels.map(\.y)
    let columns = pixels.map(\.x)
    guard let top = rows.min(), let bottom = rows.max(), let left = columns.min(),
      let right = columns.max()
    else { return [] }
    let area = PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    var raster = try Raster(area: area, scale: 1)
    let reached = transform.inverse.bounds(of: area.rect(scale: 1)).grown(by: 1)
    try raster.draw { canvas in
      canvas.transformed(by: transform) { $0.fill(reached, with: paint, box: box) }
    }
    return raster.pixels.withBytes { bytes in
      pixels.map { pixel in
        let at = (pixel.y - top) * raster.pixels.bytesPerRow + (pixel.x - left) * 4
        let alpha = Double(max(1, bytes[at + 3]))
        return Color(
          red: Double(bytes[at + 2]) / alpha, green: Double(bytes[at + 1]) / alpha,
          blue: Double(bytes[at]) / alpha, alpha: Double(bytes[at + 3]) / 255 * opacity)
      }
    }
  }
}

extension TextLayout {
  /// Whether a line is drawn.
  fileprivate func draws(_ line: Int) -> Bool {
    lines.indices.contains(line) && lines[line].isDrawn
  }
}

extension Raster {
  /// The alpha of each pixel.
  fileprivate var alpha: Mask {
    let stride = pixels.bytesPerRow
    let coverage = pixels.withBytes { bytes in
      (0..<area.height).flatMap { row in
        (0..<area.width).map { bytes[row * stride + $0 * 4 + 3] }
      }
    }
    return Mask(area: area, coverage: coverage)
  }
}

extension Transform {
  /// The factor by which areas grow.
  fileprivate var areaScale: Double { abs(xx * yy - xy * yx) }
}
