import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

/// Contents, from their parameters to their pixels: shapes, path data, codes, SVGs in strings.
enum ContentTarget {
  /// An object such as `{"kind": "star"}`.
  static func run(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    let job =
      Array(#"{"scrim":1,"canvas":{"width":48,"height":40},"layers":[{"content":"#.utf8)
      + Array(bytes)
      + Array("}]}".utf8)
    guard let read = try? Job.read(job, name: "fuzz", effects: ValidationTarget.effects) else {
      return .interesting
    }
    for layer in read.allLayers {
      guard case .plugin(let use) = layer.content else { continue }
      draw(use.content)
    }
    return .interesting
  }

  static func draw(_ content: any Content) {
    let geometry = ContentGeometry(
      frame: Rect(x: 4, y: 3, width: 40, height: 32), fonts: SVGTarget.fonts)
    do {
      let extent = try content.extent(in: geometry)
      require(
        extent.isEmpty || extent.width.isFinite && extent.height.isFinite, "extents are finite")
      var raster = try Raster(area: PixelRect(x: 0, y: 0, width: 48, height: 40), scale: 1)
      try raster.draw { try content.draw(on: $0, in: geometry) }
      _ = try content.code(in: geometry)
    } catch let error as EffectError {
      SVGTarget.check(error.message)
    } catch {}
  }
}

/// The scan of SVGs, and what librsvg draws of those that pass it.
enum SVGTarget {
  nonisolated(unsafe) static let fonts = FontLibrary()

  static func run(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    do throws(EffectError) {
      let image = try SVGImage(Array(bytes), language: "de")
      let frame = Rect(x: 4, y: 3, width: 40, height: 32)
      do {
        var raster = try Raster(area: PixelRect(x: 0, y: 0, width: 48, height: 40), scale: 1)
        try raster.draw {
          try $0.draw(image, in: frame, of: ContentGeometry(frame: frame, fonts: fonts))
        }
      } catch let error as EffectError {
        check(error.message)
      } catch {}
    } catch {
      check(error.message)
    }
    return .interesting
  }

  static func check(_ message: String) {
    require(message.hasSuffix("."), "a message is a sentence: \(message)")
    require(message.utf8.count < 2048, "a message fits a line: \(message)")
    require(
      !message.unicodeScalars.contains { $0.properties.generalCategory == .control },
      "messages have no control characters: \(message)")
  }
}
