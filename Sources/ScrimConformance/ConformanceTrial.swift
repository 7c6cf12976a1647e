internal import Glibc
import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit
import ScrimRender

/// One sample of an effect on one stage: rendered plainly, then with variations that must not matter.
struct ConformanceTrial {
  let stage: Stage
  let sample: EffectSample
  let scale: Double
  /// Maximum CPU time of an image, seconds.
  let patience: Double
  let setup: StagedJob.TrialSetup

  enum Outcome {
    case drawn
    /// Rendered, but nothing of it is visible.
    case blank
    /// The effect refuses such a layer or value, with a reason.
    case refused(String)
  }

  /// Runs the checks.
  func run(_ checks: Set<ConformanceCheck>, _ report: inout ConformanceReport) -> Outcome {
    do {
      let staged = try StagedJob(stage, sample, setup)
      let scene = try staged.scene(StagedJob.Options(scale: scale))
      let start = Self.processorTime
      let plain = try scene.raster(scale: scale)
      let seconds = Self.processorTime - start
      if seconds > patience {
        find(
          "took \((seconds * 10).rounded() / 10) s of CPU time", stage.limit, [plain], &report)
        // The other checks would take as long, several times.
        return .drawn
      }
      report.note(plain.digest, stage, sample, scale: scale)
      if checks.contains(stage.limit) { checkPixels(of: plain, &report) }
      for check in ConformanceCheck.allCases where checks.contains(check) {
        do {
          switch check {
          case .extent: try checkExtent(staged, scene, plain, &report)
          case .regions, .tiles: break
          case .canvas: try checkCanvas(plain, &report)
          case .scale: try checkScale(staged, scene, plain, &report)
          case .determinism: try checkDeterminism(scene, plain, &report)
          case .limits, .emptyText, .onePixel, .hugeFrame, .memory: break
          }
        } catch is JobDiagnostics where sample.isContent && check == .scale {
          // A code may need the pixels of its own scale.
          report.skip(check)
        } catch {
          find("could not be rendered: \(words(of: error))", check, [plain], &report)
        }
      }
      if checks.contains(.tiles) || checks.contains(.regions) {
        checkTiles(staged, scene, plain, checks, &report)
      }
      let shown = try scene.declaredExtent(scale: scale).intersection(scene.canvas)
      return shown.isEmpty ? .blank : .drawn
    } catch let diagnostics as JobDiagnostics {
      return .refused(words(of: diagnostics))
    } catch {
      find("could not be rendered: \(words(of: error))", stage.limit, [], &report)
    }
    return .drawn
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func words(of error: any Error) -> String {
    switch error {
    case let diagnostics as JobDiagnostics:
      diagnostics.diagnostics.first?.message ?? "it is refused"
    case let error as DrawingError: error.message
    default: "\(error)"
    }
  }

  /// Reports a violation.
  private func find(
    _ words: String, _ check: ConformanceCheck, _ images: [Raster],
    _ report: inout ConformanceReport
  ) {
    report.find(words, check, stage, sample, scale: scale, images: images)
  }

  /// Reports a difference between two images that exceeds rounding.
  private func note(
    _ difference: RasterDifference, _ what: String, _ check: ConformanceCheck, allowed: Int = 1,
    _ images: [Raster], _ report: inout ConformanceReport
  ) {
    if difference.greatest > allowed {
      find("\(what) \(difference.words)", check, images, &report)
    } else {
      report.pass(check)
    }
  }

  private func checkPixels(of plain: Raster, _ report: inout ConformanceReport) {
    if let place = plain.impossiblePixel {
      find(
        "a pixel with a colour above its alpha, at (\(place.x), \(place.y))", stage.limit, [plain],
        &report)
    } else {
      report.pass(stage.limit)
    }
  }

  private func checkDeterminism(
    _ scene: TrialScene, _ plain: Raster, _ report: inout ConformanceReport
  ) throws {
    let again = try scene.raster(scale: scale)
    let difference = again.difference(from: plain)
    guard difference.greatest == 0 else {
      return find(
        "rendered again, it differs \(difference.words)", .determinism, [plain, again], &report)
    }
    let rerun = try StagedJob(stage, sample, setup).raster(StagedJob.Options(scale: scale))
    note(
      rerun.difference(from: plain), "decoded and rendered again, it differs", .determinism,
      allowed: 0, [plain, rerun], &report)
  }

  /// Distance by which the effect may draw beyond its declared extent, px.
  private static let freedom = 300.0

  private func checkExtent(
    _ staged: StagedJob, _ scene: TrialScene, _ plain: Raster, _ report: inout ConformanceReport
  ) throws {
    let free = try staged.raster(
      StagedJob.Options(scale: scale, probe: Probe.Setup(freedom: Self.freedom)))
    let extent = PixelRect(covering: try scene.declaredExtent(scale: scale), scale: scale)
    let outside = free.difference(from: plain) { !extent.contains(x: $0, y: $1) }
    guard outside.greatest <= 1 else {
      return note(
        outside, "drawing outside the extent changes the image", .extent, [plain, free], &report)
    }
    // Pixels on the extent's edge are clipped by the renderer.
    let inside = PixelRect(insideEdgesOf: try scene.declaredExtent(scale: scale), scale: scale)
    let difference = free.difference(from: plain) { inside.contains(x: $0, y: $1) }
    note(
      difference, "with a larger drawing area, it differs inside its extent", .extent,
      [plain, free], &report)
  }

  private func checkTiles(
    _ staged: StagedJob, _ scene: TrialScene, _ plain: Raster, _ checks: Set<ConformanceCheck>,
    _ report: inout ConformanceReport
  ) {
    var (parts, poisoned) = (RasterDifference(), RasterDifference())
    // Those that differ most.
    var (worst, worstPoisoned) = (plain, plain)
    do {
      for tile in plain.area.tiles {
        var options = StagedJob.Options(scale: scale, window: tile.rect(scale: scale))
        let part = try staged.raster(options)
        let difference = part.difference(from: plain) { tile.contains(x: $0, y: $1) }
        if difference.greatest > parts.greatest { worst = part }
        parts.add(difference)
        options.probe.poison = Color(red: 1, green: 0, blue: 1)
        let dirty = try staged.raster(options)
        let other = dirty.difference(from: part) { tile.contains(x: $0, y: $1) }
        if other.greatest > poisoned.greatest { worstPoisoned = dirty }
        poisoned.add(other)
      }
    } catch {
      return find(
        "could not be rendered in tiles: \(words(of: error))", .tiles, [plain], &report)
    }
    if checks.contains(.tiles) {
      note(
        parts, "rendered in tiles, it differs", .tiles, allowed: allowed(1, parts, of: plain),
        [plain, worst], &report)
    }
    if checks.contains(.regions) {
      // Cairo also samples gradients relative to a drawing's origin.
      note(
        poisoned, "pixels outside the declared regions change the image", .regions, allowed: 2,
        [plain, worstPoisoned], &report)
    }
  }

  /// Odd, so that operations on blocks of pixels get other blocks.
  private static let margin = Insets(top: 27, right: 53, bottom: 35, left: 39)

  private func checkCanvas(_ plain: Raster, _ report: inout ConformanceReport) throws {
    guard stage.isMovable else { return report.skip(.canvas) }
    let margin = Self.margin
    let grown = try StagedJob(stage, sample, margin: margin, setup)
      .scene(StagedJob.Options(scale: scale))
    let old = Rect(
      x: margin.left, y: margin.top, width: Stage.size.width, height: Stage.size.height)
    // The visible backdrop ends at the canvas's edge, where the two images differ.
    guard old.contains(try grown.declaredBackdrop(for: old, scale: scale)) else {
      return report.skip(.canvas)
    }
    let whole = try grown.raster(scale: scale)
    let part = try whole.cropped(to: PixelRect(covering: old, scale: scale))
    // Blurs sum squares of pixels that are aligned with the canvas's corner. Their error is within 2/255 for any
    // alignment; an effect may amplify the difference, by its saturation.
    let difference = plain.difference(from: part)
    note(
      difference, "on a larger canvas it differs", .canvas,
      allowed: allowed(3, difference, of: plain), [plain, part], &report)
  }

  /// What may differ: more along outlines. Cairo rounds the ends of edges that it clips, and computes coverage in
  /// fifteenths of a pixel unless all visible edges are axis-aligned.
  private func allowed(_ least: Int, _ difference: RasterDifference, of plain: Raster) -> Int {
    difference.count * 2 <= plain.area.width + plain.area.height ? max(least, 17) : least
  }

  private func checkScale(
    _ staged: StagedJob, _ scene: TrialScene, _ plain: Raster, _ report: inout ConformanceReport
  ) throws {
    // A position-dependent value is sampled once in one pixel and four times in four: neither is the correct one.
    guard stage != .pixel else { return report.skip(.scale) }
    let single = scale == 1 ? plain : try staged.raster()
    // On the same grid: on a finer one, boxes and baselines are elsewhere.
    let double = try staged.scene(StagedJob.Options(scale: 2)).raster(scale: 2, onGridOf: 1)
    let extent = PixelRect(covering: try scene.declaredExtent(scale: 1), scale: 1)
    let comparison = ScaleComparison(single, double, in: extent.intersection(single.area))
    if let words = comparison.words {
      find(words, .scale, [single, double], &report)
    } else {
      report.pass(.scale)
    }
  }
}

extension Stage {
  /// The check that this stage tests.
  var limit: ConformanceCheck {
    switch self {
    case .emptyText: .emptyText
    case .pixel: .onePixel
    case .huge: .hugeFrame
    default: .limits
    }
  }

  /// The stage of which this one is a limit; `nil` if it is not one.
  var kin: Stage? {
    switch self {
    case .emptyText: .lines
    case .pixel, .huge: .fill
    default: nil
    }
  }

  /// The stages without a check of their own.
  static func common(among stages: [Stage]) -> [Stage] { stages.filter { $0.limit == .limits } }
}

extension ScaleComparison {
  /// The violation; `nil` if the two images are equal.
  ///
  /// At twice the scale, antialiased edges differ by a few steps per pixel, and small sigmas are sampled more finely.
  /// Where two edges share a pixel, its coverage is higher at scale 1 than at 2, which looks like a shift. A line of
  /// constant width in device pixels exceeds these tolerances.
  var words: String? {
    if ratio < 30 {
      return "at scale 2 it is a different image: PSNR \(Self.number(ratio)) dB, required 30"
    }
    if abs(mean) > 1 { return "at scale 2 it is lighter or darker by \(Self.number(mean))/255" }
    if max(abs(shift.x), abs(shift.y)) > 0.15 {
      return
        "at scale 2 it is shifted by (\(Self.number(shift.x)), \(Self.number(shift.y))) px"
    }
    return nil
  }

  private static func number(_ value: Double) -> String { ((value * 100).rounded() / 100).plain }
}

extension PixelRect {
  func contains(x column: Int, y row: Int) -> Bool {
    (x..<x + width).contains(column) && (y..<y + height).contains(row)
  }

  /// The device pixels inside a rectangle, without those along its edges, where it is clipped.
  fileprivate init(insideEdgesOf rect: Rect, scale: Double) {
    self.init(covering: rect.grown(by: -1 / scale), scale: scale)
  }

  /// Tiles of odd sizes for rendering a canvas in parts: one in its middle, one next to it, and two at its edges.
  fileprivate var tiles: [PixelRect] {
    func parts(_ length: Int) -> [Range<Int>] {
      let edges = [0, length * 3 / 10 | 1, length * 45 / 100 | 1, length]
      return zip(edges, edges.dropFirst()).map { $0..<$1 }
    }
    let (columns, rows) = (parts(width), parts(height))
    return [(1, 1), (2, 1), (0, 0), (1, 2)].map { column, row in
      PixelRect(
        x: x + columns[column].lowerBound, y: y + rows[row].lowerBound,
        width: columns[column].count, height: rows[row].count)
    }
  }
}
