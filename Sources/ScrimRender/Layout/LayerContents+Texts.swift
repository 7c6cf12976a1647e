import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

extension LayerContents {
  /// Lays out a text in its frame, with decoys for concealed words.
  func place(
    _ spec: TextSpec, of index: Int, in frame: FrameSolver,
    canvas: (Rect) -> Resolution<CanvasDependence>
  ) throws -> (frame: Rect?, content: Resolution<PlacedLayer>) {
    let layer = layers[index]
    let path = layer.path + ["text"]
    guard let concealments = concealments[index] else { return (nil, .unavailable) }
    let fitted: FittedText
    do {
      fitted = try shaping(index) {
        try FittedText(shared(spec), solver: frame, fonts: fonts, concealments: concealments)
      }
    } catch let diagnostic as TextDiagnostic {
      collector.report(job.diagnostics(diagnostic, at: path))
      return (nil, .unavailable)
    }
    if let overflow = fitted.overflow {
      collector.report(
        job.diagnostic(
          "text-overflow", overflow, at: path + [.key(spec.markup == nil ? "string" : "markup")]))
      // If the text has too many lines, the intended height of the frame is unknown.
      return (frame.fixesHeight ? fitted.frame : nil, .unavailable)
    }
    if spec.verticalAlign != .top, let reason = reasonAgainstAligning(spec, layer, frame) {
      collector.warn(
        job.diagnostic(
          "warning", "\"verticalAlign\" has no effect: \(reason)", at: path + ["verticalAlign"]))
    }
    for (characters, family) in fitted.text.unformed {
      let list = characters.map { quoted(String($0)) }.joined(separator: ", ")
      let (verb, forms) = characters.count == 1 ? ("is", "form of it") : ("are", "forms of them")
      collector.warn(
        job.diagnostic(
          "warning", "\(list) \(verb) rotated: \(quoted(family)) has no \(forms) for columns.",
          at: path + [.key(spec.markup == nil ? "string" : "markup")]))
    }
    do {
      let redacted = try redacted(fitted, of: index, canvas: canvas)
      return (
        fitted.frame,
        redacted.map {
          PlacedLayer(
            index: index, layer: layer, frame: fitted.frame, content: .text, texts: $0.texts,
            concealingEffects: $0.concealingEffects, lineRanges: $0.lineRanges)
        }
      )
    } catch let found as JobDiagnostics {
      collector.report(found)
      return (fitted.frame, .unavailable)
    }
  }

  /// Why a text is nowhere else in its frame than at the top; `nil` if it may be.
  private func reasonAgainstAligning(
    _ spec: TextSpec, _ layer: Layer, _ frame: FrameSolver
  ) -> String? {
    if spec.writingMode.isVertical {
      return frame.fixesWidth
        ? nil : "the frame is as wide as the columns. Give the frame a \"width\"."
    }
    guard !frame.fixesHeight, layer.frame.hasOpenHeight else { return nil }
    return
      "the frame is as high as the text, because the height of what the layer is in follows from its layers. "
      + "Give the frame a \"height\"."
  }

  private func redacted(
    _ fitted: FittedText, of index: Int, canvas: (Rect) -> Resolution<CanvasDependence>
  ) throws -> Resolution<RedactedText> {
    let layer = layers[index]
    let readable = layer.effects.prefix(unread.readableEffects(of: layer, at: index))
    guard !readable.isEmpty else { return .resolved(RedactedText(fitted.text)) }
    return try canvas(fitted.frame).flatMap { canvas in
      try canvas.resolve(isSame: { $0.isSame(as: $1) }) { canvas in
        try RedactedText(fitted.text, effects: readable, ofLayer: index, tracker: tracker) {
          text, effect in
          EffectGeometry(
            canvas: canvas, frame: fitted.frame,
            cornerRadii: layer.cornerRadius ?? CornerRadii(.pixels(0)), scale: 1,
            inputExtent: text.ink, text: text,
            host: EffectGeometry.Host(
              seed: layer.effects[effect].seed(ofJob: seed, layer: index, effect: effect),
              layOut: { [fonts] in try fonts.layOut($0, width: $1) }
            ) { reference in
              throw EffectError("requests \(quoted(reference.text)) while redacting text.")
            })
        }
      }
    }
  }

  /// A text with the size that it shares with others.
  private func shared(_ spec: TextSpec) -> TextSpec {
    guard let size = spec.sizeGroup.flatMap({ sizes[$0] }) else { return spec }
    var sized = spec
    sized.size = size
    sized.minSize = nil
    sized.fit = .none
    return sized
  }

  /// Counts how often the text of a layer is shaped.
  private func shaping<Result>(_ index: Int, _ body: () throws -> Result) rethrows -> Result {
    let before = fonts.textsShaped
    defer { shapings[index, default: 0] += fonts.textsShaped - before }
    return try body()
  }

  func fit(_ index: Int, in frame: FrameSolver) throws {
    guard case .text(var spec) = layers[index].content, let name = spec.sizeGroup,
      let concealments = concealments[index]
    else { return }
    if spec.fit == .none { spec.fit = .shrink }
    do {
      let fitted = try shaping(index) {
        try FittedText(spec, solver: frame, fonts: fonts, concealments: concealments)
      }
      sizes[name] = min(sizes[name] ?? .infinity, fitted.text.spec.size)
    } catch let diagnostic as TextDiagnostic {
      collector.report(job.diagnostics(diagnostic, at: layers[index].path + ["text"]))
    }
  }

  func size(of index: Int, _ width: ContentWidth) throws -> ContentSize? {
    guard case .text(let spec) = layers[index].content, let concealments = concealments[index],
      !unread.hidesContent(of: index)
    else { return nil }
    let available: AvailableSize =
      switch width {
      case _ where spec.writingMode.isVertical:
        AvailableSize(height: columnLength(of: index))
      case .minContent, .maxContent: AvailableSize()
      // An ellipsis may come from a font whose lines are higher.
      case .wrapped(let width):
        AvailableSize(width: spec.wrap == .none && spec.ellipsis == .none ? nil : width)
      }
    do {
      let text = try shaping(index) {
        try concealments.layOut(spec, in: available, fonts) { _ in 0 }
      }
      let size = text.naturalSize
      let isNarrow =
        width == .minContent && spec.wrap != .none && concealments.isEmpty
        && !spec.writingMode.isVertical
      return ContentSize(
        width: isNarrow ? min(text.narrowestWidth, size.width) : size.width, height: size.height,
        baseline: text.firstBaseline)
    } catch let diagnostic as TextDiagnostic {
      collector.report(job.diagnostics(diagnostic, at: layers[index].path + ["text"]))
      return nil
    }
  }

  /// Checks layers without a frame: empty references, and missing fonts and glyphs.
  func checkRest(of solver: LayoutSolver) throws {
    for (index, layer) in layers.enumerated() {
      for named in layer.effects.flatMap(\.named) {
        do {
          _ = try solver.rectangles(of: named.reference, in: .canvas)
        } catch let error as EmptyReference {
          collector.report(job.diagnostic(emptyReference: error, at: named.path))
        }
      }
      guard !solver.measured.contains(index), let spec = layer.textDraft ?? layer.text else {
        continue
      }
      // Fitting depends on the unknown frame; glyphs do not.
      var plain = spec
      plain.ellipsis = .none
      plain.fit = .none
      if concealments[index]?.isEmpty == false {
        // The end of the visible words is unknown, so nothing may be reported about the others.
        plain.missingGlyphs = .allow
        plain.fontFallback = .allow
      }
      do {
        _ = try fonts.layOut(plain, in: AvailableSize())
      } catch let diagnostic as TextDiagnostic {
        collector.report(job.diagnostics(diagnostic, at: layer.path + ["text"]))
      }
    }
  }
}

extension Layer {
  /// The text, if the content is one.
  var text: TextSpec? {
    if case .text(let spec) = content { spec } else { nil }
  }
}
