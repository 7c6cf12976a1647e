import Glibc
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// The codes of a canvas, which are read again in its images: effects, other layers and lossy formats may have made
/// them unreadable.
struct CodeReading {
  /// A code that is drawn.
  private struct Place {
    let code: ReadableCode
    let use: ContentUse
    /// From its layer's space to the canvas.
    let transform: Transform
  }

  /// A code that is not read as it should be.
  struct Failure {
    let use: ContentUse
    let isError: Bool
    /// The name of the output.
    let file: String
    /// "the QR code", and why; ends with a full stop.
    let reason: String
  }

  private let places: [Place]
  /// Device pixels per px.
  private let scale: Double

  var isEmpty: Bool { places.isEmpty }

  /// - Throws: `JobDiagnostics` if a content reports an error.
  init(_ plan: CanvasPlan) throws {
    let scene = plan.scene
    scale = plan.scale
    places = try scene.layers.compactMap { placed in
      guard case .plugin(let use, let box, _) = placed.content, scene.isVisible(placed) else {
        return nil
      }
      let code = try scene.tracker.on(use, ofLayer: placed.index) {
        try use.content.code(
          in: scene.environment.geometry(
            of: use, in: box, ofLayer: placed.index, grid: placed.grid, scale: plan.scale))
      }
      guard let code, code.verification != .off else { return nil }
      return Place(
        code: code, use: use,
        transform: scene.transform(from: .inside(placed.index), to: .canvas))
    }
  }

  /// Reads the codes in an image of the canvas.
  ///
  /// - Parameters:
  ///   - pixels: The image.
  ///   - corner: Its top left corner on the canvas, device pixels.
  ///   - file: The name of the output.
  /// - Returns: The codes that are not read as they should be.
  func failures(in pixels: Pixels, at corner: (x: Int, y: Int), file: String) -> [Failure] {
    places.compactMap { place in
      let view = CodeView(place.code, of: pixels) { point in
        let there = place.transform(point)
        return (
          Int((there.x * scale).rounded(.down)) - corner.x,
          Int((there.y * scale).rounded(.down)) - corner.y
        )
      } pixelsPerPx: {
        scale * place.transform.stretch
      }
      guard let reason = view.reason else { return nil }
      return Failure(
        use: place.use, isError: place.code.verification == .error, file: file,
        reason: "the \(place.code.symbol.symbology.name) \(reason)")
    }
  }
}

extension Job {
  /// The diagnostics of codes: one for each code and reason, which names the outputs in their order.
  func diagnostics(_ failures: some Sequence<CodeReading.Failure>) -> [Diagnostic] {
    var found: [(use: ContentUse, reason: String, files: [String])] = []
    for failure in failures {
      let same = found.firstIndex {
        $0.use.path == failure.use.path && $0.reason == failure.reason
      }
      if let same {
        found[same].files.append(failure.file)
      } else {
        found.append((failure.use, failure.reason, [failure.file]))
      }
    }
    let order = outputs.map(\.file)
    return found.map { use, reason, files in
      let files = order.filter(files.contains)
      let words = files.dropLast().joined(separator: ", ") + (files.count > 1 ? " and " : "")
      return diagnostic("unreadable-code", "in \(words)\(files.last ?? "") \(reason)", at: use.path)
    }
  }
}

/// A code as an image shows it, upright.
private struct CodeView {
  private let code: ReadableCode
  /// With its quiet zone: 0 is its darkest value, 255 its lightest.
  private let grey: [UInt8]
  private let width: Int
  /// The difference of the lightest and the darkest reflectance of the symbol, 0…1; ISO/IEC 15415 §7.8.3 (symbol
  /// contrast).
  private let contrast: Double
  /// Width of a module, device pixels.
  private let module: Double

  /// Least contrast: grade C of ISO/IEC 15415.
  private static let leastContrast = 0.4

  /// - Parameters:
  ///   - code: The code.
  ///   - pixels: The image.
  ///   - pixel: The pixel that shows a point of the layer's space; may be outside.
  ///   - pixelsPerPx: Device pixels per px of the layer's space.
  init(
    _ code: ReadableCode, of pixels: Pixels, pixel: (Point) -> (x: Int, y: Int),
    pixelsPerPx: () -> Double
  ) {
    self.code = code
    module = code.area.width / Double(max(1, code.symbol.width)) * pixelsPerPx()
    // Readers want a few pixels of each module, and no more than that of enlarged ones.
    let samples = min(16, max(4, module.rounded(.up)))
    let step = code.area.width / Double(max(1, code.symbol.width)) / samples
    let area = code.surroundings
    // Bars say the same at any height.
    let rowStep = code.symbol.symbology.isLinear ? max(step, area.height / 256) : step
    let width = max(1, Int((area.width / step).rounded()))
    let height = max(1, Int((area.height / rowStep).rounded()))
    var grey: [UInt8] = []
    grey.reserveCapacity(width * height)
    var counts = [Int](repeating: 0, count: 256)
    pixels.withBytes { bytes in
      for row in 0..<height {
        for column in 0..<width {
          let point = Point(
            x: area.x + (Double(column) + 0.5) * step, y: area.y + (Double(row) + 0.5) * rowStep)
          let (x, y) = pixel(point)
          var value = 255
          // Beyond the image is paper.
          if (0..<pixels.width).contains(x), (0..<pixels.height).contains(y) {
            let at = y * pixels.bytesPerRow + x * 4
            // Rec. 601, over white.
            let sum = Int(bytes[at]) * 114 + Int(bytes[at + 1]) * 587 + Int(bytes[at + 2]) * 299
            value = min(255, (sum + 500) / 1000 + 255 - Int(bytes[at + 3]))
          }
          grey.append(UInt8(value))
          if code.area.contains(Rect(x: point.x, y: point.y, width: 0, height: 0)) {
            counts[value] += 1
          }
        }
      }
    }
    self.width = width
    let ends = Self.ends(of: counts)
    contrast = Self.reflectance(ends.light) - Self.reflectance(ends.dark)
    // As readers adapt their exposure.
    let range = max(1, ends.light - ends.dark)
    self.grey = grey.map { UInt8(min(255, max(0, (Int($0) - ends.dark) * 255 / range))) }
  }

  /// The darkest and the lightest grey value, without 2 % on either side, which are noise.
  private static func ends(of counts: [Int]) -> (dark: Int, light: Int) {
    let ignored = counts.reduce(0, +) / 50
    func end(_ values: some Sequence<Int>) -> Int {
      var seen = 0
      return values.first { value in
        seen += counts[value]
        return seen > ignored
      } ?? 0
    }
    return (end(0...255), end((0...255).reversed()))
  }

  /// sRGB's transfer function.
  private static func reflectance(_ grey: Int) -> Double {
    let share = Double(grey) / 255
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
  }

  /// Why it is not readable, after its name; `nil` if it is.
  var reason: String? {
    var reading = code.read(in: grey, width: width)
    if reading == nil, !code.symbol.symbology.isLinear {
      // Standards of two dimensions have light modules on dark, too.
      reading = code.read(in: grey.map { 255 - $0 }, width: width)
    }
    let percent = "\(Int((contrast * 100).rounded())) %"
    let needed = "\(Int(Self.leastContrast * 100)) % are needed"
    if let reading, code.says(reading) {
      guard contrast < Self.leastContrast else { return nil }
      return "has a contrast of \(percent); \(needed), since many readers cannot read less. Choose "
        + "colours that differ more."
    }
    if let reading {
      return "reads as \(quoted(String(decoding: reading, as: UTF8.self))), which is not its data: "
        + "something covers a part of it."
    }
    if contrast < Self.leastContrast {
      return
        "cannot be read: its contrast is \(percent), and \(needed). Choose colours that differ "
        + "more, or uncover it."
    }
    let size =
      module < 2 ? " Its modules are \(module.rounded(toPlaces: 1).plain) pixels wide." : ""
    return "cannot be read: something covers it or is in its quiet zone, or it is blurred or cut "
      + "off.\(size)"
  }
}
