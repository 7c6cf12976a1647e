package import ScrimJSON

/// What a rendering reports: effects, fonts, places, times. It holds no text of the job but warnings.
package struct RenderReport: Sendable, Hashable, Record {
  package var milliseconds = StageTimes()
  package var seed = 0
  /// Of the only document; `nil` if a template gave several.
  package var details: RenderDetails?
  /// By the names of the template's variants.
  package var variants: [Named<RenderDetails>] = []
  package var warnings: [Diagnostic] = []
  /// `nil` unless the rendering was traced.
  package var trace: RenderTrace?

  package init() {}

  /// Those of the only document, or of all variants, each once.
  package var inputs: [InputRecord] { unique(\.inputs) }

  /// Likewise what was fetched.
  package var fetched: [FetchedRecord] { unique(\.fetched) }

  /// Likewise the fonts that stand in for others.
  package var fallbackFonts: [JSON] { unique(\.fallbackFonts) }

  /// Warnings as files have them that others may read: without lines and columns if something of the job is not shown.
  /// The column of a place that follows hidden words would give their length.
  package func stored(_ warnings: [Diagnostic]) -> [Diagnostic] {
    let all = details.map { [$0] } ?? variants.map(\.value)
    guard all.contains(where: { !$0.concealing.isEmpty }) else { return warnings }
    return warnings.map { warning in
      var warning = warning
      warning.position = nil
      return warning
    }
  }

  /// Leaves out all but the seed, the warnings, the files and what is concealed.
  package mutating func reduceToRow() {
    milliseconds = StageTimes()
    details = details.map { full in
      RenderDetails { (row: inout RenderDetails) in
        row.inputs = full.inputs
        row.concealing = full.concealing
        row.fetched = full.fetched
      }
    }
  }

  private func unique<Element: Equatable>(
    _ part: (RenderDetails) -> [Element]
  ) -> [Element] {
    (details.map { [$0] } ?? variants.map(\.value)).flatMap(part).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try milliseconds.exchange(&fields)
    try fields.defaulted("seed", &seed)
    if fields.reader.map({ !$0.has("variants") }) ?? (details != nil) {
      var read = details ?? RenderDetails()
      try fields.include(&read)
      details = read
    }
    var present = variants.isEmpty ? nil : variants
    try fields.optional("variants", members: &present)
    variants = present ?? []
    // Without variants there is one document.
    if variants.isEmpty, details == nil { details = RenderDetails() }
    try fields.defaulted("warnings", &warnings)
    try fields.include(&trace, if: "timeline")
  }

  /// The report of a template's job: that of its only document, or those of its variants together. Warnings and
  /// times are those of all variants.
  ///
  /// - Parameter reports: The variants' names, none without variants, with their reports, whose warnings have places
  ///   in the template.
  /// - Returns: `nil` without reports.
  package static func merged(
    _ reports: [(variant: String?, report: RenderReport)]
  ) -> RenderReport? {
    guard var merged = reports.first?.report else { return nil }
    merged.warnings = reports.flatMap(\.report.warnings)
    guard reports[0].variant != nil else { return merged }
    merged.milliseconds = StageTimes()
    for report in reports { merged.milliseconds.add(report.report.milliseconds) }
    merged.variants = reports.map { Named($0.variant ?? "", $0.report.details ?? RenderDetails()) }
    merged.details = nil
    return merged
  }
}

/// How long the stages of a job took, and its layers.
package struct StageTimes: Sendable, Hashable {
  /// Milliseconds of `wait`, `total`, `decode`, `layout`, `compose`, `encode`, …
  package var stages: [Named<Double>] = []
  /// Milliseconds by the index of the layer.
  package var layers: [Named<Double>]?

  package init(_ stages: [Named<Double>] = []) { self.stages = stages }

  /// Adds the times of the same stages; those of layers are of one document only.
  mutating func add(_ other: StageTimes) {
    for stage in other.stages {
      if let index = stages.firstIndex(where: { $0.name == stage.name }) {
        stages[index].value += stage.value
      } else {
        stages.append(stage)
      }
    }
  }

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    var json = JSON.object(
      stages.map { JSON.Member($0.name, .number($0.value)) }
        + (layers.map { layers in
          [JSON.Member("layers", .object(layers.map { JSON.Member($0.name, .number($0.value)) }))]
        } ?? []))
    try fields.defaulted("milliseconds", &json)
    guard fields.reader != nil else { return }
    stages = Self.numbers(json).filter { $0.name != "layers" }
    layers = (json["layers"]?.object).map { Self.numbers(.object($0)) }
  }

  private static func numbers(_ json: JSON) -> [Named<Double>] {
    (json.object ?? []).compactMap { member in
      member.value.number.map { Named(member.key, $0) }
    }
  }
}

/// Effects, places and fonts of a document's rendering.
package struct RenderDetails: Sendable, Hashable, Record {
  /// The version of each effect, by its name.
  package var effects: [String: String] = [:]
  /// The version of each content, by its kind.
  package var contents: [String: String] = [:]
  /// By the IDs of layers.
  package var layers: [Named<LayerPlace>] = []
  /// Fonts that were used in place of those of another weight, style or stretch.
  package var substitutions: [JSON] = []
  /// Fonts that draw characters which no font of the job has.
  package var fallbackFonts: [JSON] = []
  /// Image files with parts that no output has.
  package var inputs: [InputRecord] = []
  /// SHA-256 of files, of layers and of the document's other keys, by JSON Pointer, 64 hexadecimal digits each.
  package var digests: [String: String] = [:]
  /// The layers of which something is not shown, by JSON Pointer. They and their files have no digest, by which words
  /// could be tried out.
  package var concealing: [String] = []
  /// The files of URLs.
  package var fetched: [FetchedRecord] = []

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.defaulted("effects", &effects)
    try fields.optional("contents", &contents, default: [:])
    try fields.defaulted("layers", members: &layers)
    try fields.defaulted("substitutions", &substitutions)
    try fields.defaulted("fallbackFonts", &fallbackFonts)
    try fields.optional("inputs", &inputs, default: [])
    try fields.optional("digests", &digests, default: [:])
    try fields.optional("concealing", &concealing, default: [])
    try fields.optional("fetched", &fetched, default: [])
  }
}

/// Where a layer is on the canvas: `[x, y, width, height]`, px at scale 1.
package struct LayerPlace: Sendable, Hashable, Record {
  package var frame: [Double] = []
  package var ink: [Double] = []
  /// The lines of its text; `nil` of other layers.
  package var lines: [[Double]]?
  /// Lines that are not listed.
  package var omittedLines: Int?

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("frame", &frame)
    try fields.required("ink", &ink)
    try fields.optional("lines", &lines)
    try fields.optional("omittedLines", &omittedLines)
  }
}

/// What a traced rendering reports besides.
package struct RenderTrace: Sendable, Hashable, Record {
  /// A stage, layer or effect on the timeline.
  package struct Span: Sendable, Hashable, Record {
    /// `stage`, `layer` or `effect`.
    package var kind = ""
    package var name = ""
    /// The index of its layer in the document.
    package var layer: Int?
    /// When it began, microseconds.
    package var start: Double = 0
    /// Microseconds.
    package var duration: Double = 0

    package init() {}

    package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("kind", &kind)
      try fields.required("name", &name)
      try fields.nullable("layer", &layer)
      try fields.required("start", &start)
      try fields.required("duration", &duration)
    }
  }

  /// What was cached. It reveals what other jobs have drawn.
  package var cache = JSON.null
  /// How often each text was shaped, by its layer's name.
  package var shapings: [Named<Int>] = []
  /// Ordered by end time.
  package var timeline: [Span] = []
  /// Where everything is and what is rendered of it.
  package var plan = JSON.null

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.defaulted("cache", &cache)
    try fields.defaulted("shapings", members: &shapings)
    try fields.required("timeline", &timeline)
    try fields.defaulted("plan", &plan)
  }
}

/// A file of a job that was fetched for a URL.
package struct FetchedRecord: Sendable, Hashable, Record {
  /// The JSON pointer of the first `source` with the URL: reports hold no text of the job.
  package var source = ""
  /// 64 hexadecimal digits.
  package var sha256 = ""
  /// As in `image/jpeg`.
  package var type = ""
  /// When these bytes were received first: RFC 3339.
  package var fetched = ""

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("source", &source)
    try fields.required("sha256", &sha256)
    try fields.required("type", &type)
    try fields.required("fetched", &fetched)
  }
}

/// An image file of a job with parts that no output has.
package struct InputRecord: Sendable, Hashable, Record {
  /// The JSON pointer of the first `source` with its name: reports hold no text of the job.
  package var source = ""
  /// `png`, `jpeg` or `webp`.
  package var format = ""
  /// `c2pa`, `gps`, `gain-map`, `animation`, `video`.
  package var dropped: [String] = []

  package init() {}

  package init(source: String, format: String, dropped: [String]) {
    self.source = source
    self.format = format
    self.dropped = dropped
  }

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("source", &source)
    try fields.required("format", &format)
    try fields.required("dropped", &dropped)
  }
}
