import ScrimKit

/// A QR code of ISO/IEC 18004, or a micro QR code.
public struct QRCode: Content {
  public static let manifest = Manifest(
    "qr-code", version: "1.0.0", summary: "A QR code, which is read again in the finished image.",
    category: .code)

  @Parameter("Text, such as a URL, in UTF-8", examples: ["https://example.org/t/4711"])
  public var data: String? = nil
  @Parameter("Bytes as Base64, in place of \"data\"") public var bytes: String? = nil
  @Parameter("Error correction, at least: 7, 15, 25 or 30 % of the code may be unreadable")
  public var level = QRLevel.M
  @Parameter(
    "Size: 1 is 21 × 21 modules, each further one 4 more; by default the smallest", in: 1...40)
  public var version: Int? = nil
  @Parameter("Mask pattern; by default the best", in: 0...7) public var mask: Int? = nil
  @Parameter("Whether it is a micro QR code, for a few characters; versions 1…4, masks 0…3")
  public var micro = false
  @InlineParameters public var style = CodeStyle()
  @Parameter("Shape of the modules") public var moduleShape = QRModuleShape.square
  @Parameter("Shape of the finder patterns in the corners")
  public var eyeShape = QREyeShape.square
  @Parameter(
    "Side of a square in the middle that stays free for a logo, as a share of the code's",
    in: 0...0.4)
  public var logo = 0.0

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    switch (data, bytes) {
    case (nil, nil):
      return [
        ParameterDiagnostic(
          .missingKey, "\"data\" is missing: the text of the code.",
          candidates: ["data", "bytes"])
      ]
    case (.some, .some):
      return [
        ParameterDiagnostic(.conflict, "\"bytes\" cannot be combined with \"data\".", at: "bytes")
      ]
    case (nil, let bytes?):
      guard [UInt8](base64: bytes.utf8) != nil else {
        return [
          ParameterDiagnostic(.invalidValue, "\"bytes\" is not Base64 (RFC 4648).", at: "bytes")
        ]
      }
    default: break
    }
    if micro {
      let limits = [("version", version, 1...4), ("mask", mask, 0...3)]
      for (key, value, range) in limits {
        guard let value, !range.contains(value) else { continue }
        return [
          ParameterDiagnostic(
            .outOfRange,
            "\(value) is outside \(range.lowerBound)…\(range.upperBound), which micro codes have.",
            at: key)
        ]
      }
      if level == .H {
        return [
          ParameterDiagnostic(
            .invalidValue, "micro codes have the levels \"L\", \"M\" and \"Q\".", at: "level")
        ]
      }
      if logo > 0 {
        return [
          ParameterDiagnostic(.conflict, "micro codes have no place for a logo.", at: "logo")
        ]
      }
    }
    do {
      _ = try symbol()
      return []
    } catch {
      let key = bytes == nil ? "data" : "bytes"
      let hint =
        (data ?? bytes)?.isEmpty == true
        ? "" : " Shorten it, lower \"level\", or leave out \"version\"."
      return [ParameterDiagnostic(.invalidValue, error.message + hint, at: key)]
    }
  }

  /// Its modules with the quiet zone, of 4 px each.
  public func naturalSize() -> Size? {
    guard let symbol = try? symbol() else { return nil }
    let zone = symbol.symbology.quietZone(style.quietZone)
    let side = 4.0 * Double(zone.left + symbol.width + zone.right)
    return Size(width: side, height: side)
  }

  public func code(in geometry: ContentGeometry) throws -> ReadableCode? {
    let symbol = try symbol()
    let layout = try CodeLayout(symbol, quietZone: style.quietZone, in: geometry)
    return ReadableCode(symbol, in: layout.area, verification: style.verify)
  }

  public func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {
    let symbol = try symbol()
    let layout = try CodeLayout(symbol, quietZone: style.quietZone, in: geometry)
    canvas.fill(geometry.frame, with: style.background)
    let shapes = QRShapes(
      symbol: symbol, layout: layout, modules: moduleShape, eyes: eyeShape, logo: logo)
    canvas.fill(shapes.path, with: style.color, box: geometry.frame)
  }

  private func symbol() throws(EffectError) -> CodeSymbol {
    let symbology = micro ? Symbology.microQRCode : .qrCode
    let options = CodeSymbol.Options(level: level.number, version: version, mask: mask)
    if let data { return try CodeSymbol(data, as: symbology, options) }
    return try CodeSymbol(
      bytes: bytes.flatMap { [UInt8](base64: $0.utf8) } ?? [], as: symbology, options)
  }
}

/// How much of a code may be unreadable.
public enum QRLevel: String, ParameterChoice {
  case L, M, Q, H

  /// As ISO/IEC 18004 orders them.
  var number: Int { 1 + (Self.allCases.firstIndex(of: self) ?? 0) }
}

/// The shape of a QR code's modules.
public enum QRModuleShape: String, ParameterChoice {
  case square
  /// Circles that do not touch.
  case dot
  /// Squares that grow together, with round corners.
  case rounded
}

/// The shape of the patterns by which readers find a QR code.
public enum QREyeShape: String, ParameterChoice {
  case square, rounded, circle
}

@c(scrim_plugin_Codes)
public func scrimPlugin() -> ScrimPluginHandle { export(QRCode.self, Barcode.self) }
