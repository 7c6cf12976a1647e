import ScrimDocument
import ScrimJSON
@_spi(Host) import ScrimKit

/// Reads the top level of a job. An invalid value is reported and replaced by its default, so that the rest is read
/// too.
struct JobReader {
  let name: String
  let bytes: [UInt8]
  let effects: PluginRegistry
  let unloaded: UnloadedEffects
  /// The format of all outputs; `nil` for the job's own.
  let format: Output.Format?
  let limits: RenderLimits
  let progress: (RunningEffect?) -> Void
  var styles = Styles()
  /// The layers found so far.
  var layerIndex = LayerIndex()

  mutating func readJob(_ place: Place) -> Job? {
    guard let fields = Fields(place, JobFormat.object) else { return nil }
    if let version = fields[JobFormat.scrim] { checkVersion(version) }
    if let place = fields[JobFormat.styles] { styles = Styles(place) }
    // The canvas's own sides cannot be shares of them.
    place.collector.units = LengthUnits(reason: "this is part of it")
    let canvas = fields[JobFormat.canvas].flatMap { readCanvas($0) }
    if !fields.has(JobFormat.canvas.name) { place.collector.units = LengthUnits(of: .lowestImage) }
    if case .automatic(_, nil, _)? = canvas?.size { layerIndex.canvasHasHeight = false }
    let layers = fields[JobFormat.layers].map { readLayers($0, in: nil) }
    checkUnusedStyles()
    let hasCanvas = fields.has(JobFormat.canvas.name)
    let takesItsSize = hasCanvas ? canvas?.size == .lowestImage : true
    if layers != nil, takesItsSize, !fields.isMisspelt(JobFormat.canvas.name) {
      checkSizeCanBeKnown(fields)
    }
    if let place = fields[JobFormat.onMissing] {
      _ = Fields(place, SubstituteFormat.object)?[SubstituteFormat.source]
    }
    return Job(
      name: name, canvas: canvas ?? CanvasSpec(), layers: layers ?? [],
      outputs: readOutputs(fields[JobFormat.output]), assets: fields[JobFormat.assets],
      fonts: fields[JobFormat.fonts].map(readFonts) ?? [], seed: fields[JobFormat.seed],
      environment: fields[JobFormat.environment],
      // The other rows and variants of a template may use them.
      unusedStyles: place.collector.namesLines ? styles.unused().map(\.layer.path) : [],
      document: place.node,
      sources: place.node.sources, bytes: bytes)
  }

  private func checkVersion(_ version: Place) {
    guard let number = version.node.number else {
      version.reportType(expected: "the format version, 1")
      return
    }
    if number != 1 {
      version.report(
        code: "unsupported-version",
        "format version \(version.found) is not supported; use version 1.")
    }
  }

  private func checkSizeCanBeKnown(_ fields: Fields) {
    guard !layerIndex.hasImage, !layerIndex.isIncomplete else { return }
    (fields[JobFormat.canvas] ?? fields.place).report(
      .missingKey,
      "the canvas has no size: set \"width\" and \"height\", or add an image layer.")
  }

  /// Reads a list of layers, bottom first.
  mutating func readLayers(_ place: Place, in parent: Int?) -> [Layer] {
    guard let items = place.items else {
      place.reportType(expected: "a list of layers")
      layerIndex.isIncomplete = true
      return []
    }
    if items.isEmpty { place.report(.outOfRange, "expected at least one layer.") }
    var layers: [Layer] = []
    for written in items {
      guard layerIndex.entries.count < limits.layers else {
        written.report(code: "too-many", "the job has more than \(limits.layers) layers.")
        layerIndex.isIncomplete = true
        break
      }
      let (item, names) = styles.apply(to: written)
      let isCostly = LayerFormat.isCostly(item) { [effects] in
        effects.content($0)?.manifest.category == .shape
      }
      guard !isCostly || layerIndex.costlyCount < limits.costlyLayers else {
        item.report(
          code: "too-many",
          "the job has more than \(limits.costlyLayers) layers with a text, an image, an SVG, a code, a shadow or "
            + "effects. Of fills, shapes and groups there may be \(limits.layers).")
        layerIndex.isIncomplete = true
        break
      }
      if isCostly { layerIndex.costlyCount += 1 }
      if let layer = readLayer(item, styles: names, in: parent) { layers.append(layer) }
    }
    return layers
  }
}
