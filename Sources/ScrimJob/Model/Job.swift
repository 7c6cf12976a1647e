package import ScrimDocument
package import ScrimJSON
package import ScrimKit

/// A job: a canvas, its layers, and the files to write.
package struct Job: Sendable {
  /// The job's name, from which the default output's name is derived.
  package let name: String
  package let canvas: CanvasSpec
  /// Bottom first, at least one.
  package var layers: [Layer]
  /// At least one.
  package let outputs: [Output]
  /// The base folder of `source` names, below the job's own.
  package let assets: String?
  /// The fonts that it brings along.
  package let fonts: [FontSpec]
  /// Seed of random numbers, 0…2⁵³ − 1; if `nil`, chosen by the host.
  package let seed: Int?
  /// The digest of the only environment that may render it; `nil` for any.
  package let environment: String?
  /// The paths of the styles that no layer uses.
  let unusedStyles: [[PathElement]]
  /// The document with all positions.
  package let document: Node
  /// The files that the document names.
  package let sources: [SourceName]
  /// The document's bytes.
  let bytes: [UInt8]

  /// Every layer in document order; the children of a group follow it.
  package var allLayers: [Layer] {
    layers.flatMap(\.withDescendants)
  }

  /// The job with the scale of all outputs replaced.
  func scaled(to scale: Double) -> Job {
    var canvas = self.canvas
    canvas.scale = scale
    let outputs = self.outputs.map { output in
      var output = output
      output.scale = nil
      return output
    }
    return Job(
      name: name, canvas: canvas, layers: layers, outputs: outputs, assets: assets, fonts: fonts,
      seed: seed, environment: environment, unusedStyles: unusedStyles,
      document: document, sources: sources, bytes: bytes)
  }

  /// The keys and styles without any effect: keys of outputs whose format replaces the job's own and does not have
  /// them, and styles that no layer uses.
  package var ignoredKeys: [Diagnostic] {
    unusedStyles.map {
      diagnostic(
        "unused-style", "no layer uses the style: remove it, or write its name in \"use\".", at: $0)
    }
      + outputs.flatMap { output in
        output.ignoredKeys.map { key in
          let formats = OutputFormat.limited.first { $0.key == key }?.formats ?? []
          return diagnostic(
            "ignored-key",
            "\(OutputFormat.rule(key, only: formats, not: output.format)) It is ignored.",
            at: output.path + [.key(key)])
        }
      }
  }

  /// Whether a gradient is anywhere in it.
  package var hasGradients: Bool { document.hasGradients }

  /// The layer with an id.
  package func layer(_ id: String) -> Layer? {
    allLayers.first { $0.id == id }
  }

  /// An error found while rendering, with its position in the document.
  ///
  /// - Parameters:
  ///   - code: The kebab-case kind of the error, such as `text-overflow`.
  ///   - message: The message, without the position.
  ///   - path: The path of the value, such as `layer.path + ["image", "source"]`; if a default applies and the value
  ///     is missing, the nearest enclosing value gives the position.
  /// - Returns: The error with the position of the value.
  package func diagnostic(_ code: String, _ message: String, at path: [PathElement]) -> Diagnostic {
    let (path, user) = written(path)
    let message = user.map { "\(message) \($0.displayName) uses it." } ?? message
    var present = path
    while document[present] == nil, !present.isEmpty { present.removeLast() }
    return Diagnostic(
      code: code, message: message, path: path, position: document[present]?.position)
  }

  /// Where a value is written: in the layer, in a style or in defaults.
  package func writtenPath(of path: [PathElement]) -> [PathElement] { written(path).path }

  /// Where a value is written that a layer has from a style or from defaults, and the layer.
  private func written(_ path: [PathElement]) -> (path: [PathElement], user: Layer?) {
    guard document[path] == nil else { return (path, nil) }
    for layer in allLayers where path.starts(with: layer.path) {
      for origin in layer.origins where path.starts(with: origin.path) {
        return (origin.written + path.dropFirst(origin.path.count), layer)
      }
    }
    return (path, nil)
  }

  /// An error in one character of a string, with the character's position.
  ///
  /// - Parameters:
  ///   - code: The kind of the error.
  ///   - message: The message.
  ///   - path: The path of the string.
  ///   - offset: The character, as a UTF-8 offset into the string.
  /// - Returns: The error with the position of the character, or of the string's beginning if the document has no
  ///   such character.
  package func diagnostic(
    _ code: String, _ message: String, at path: [PathElement], offset: Int
  ) -> Diagnostic {
    var diagnostic = diagnostic(code, message, at: path)
    if let place = document[path]?.position(ofUTF8: offset, in: bytes) {
      diagnostic.position = place
    }
    return diagnostic
  }

  /// An error that an effect reported in its parameters while rendering, with its position.
  ///
  /// - Parameters:
  ///   - found: The effect's error; its path starts at the effect's object.
  ///   - path: The path of the object: the `path` of an ``EffectUse``, or of a text.
  /// - Returns: The error with the position of the value.
  package func diagnostic(_ found: ParameterDiagnostic, at path: [PathElement]) -> Diagnostic {
    diagnostic(found.code.name, found.words, at: path + found.path)
  }
}

/// A font file that a job brings along.
package struct FontSpec: Sendable, Hashable {
  /// The name as in the document.
  package let source: String
  /// The family's name for texts; `nil` for the names in the font.
  package let family: String?
  /// The path of the file's name in the document: `fonts[0]`, or `fonts[0].source`.
  package let path: [PathElement]
}

/// The size of the canvas and its background.
package struct CanvasSpec: Sendable, Hashable {
  package enum Size: Sendable, Hashable {
    /// px at scale 1, 1…16384 each.
    case fixed(width: Double, height: Double)
    /// A side that is `nil` ends `padding` px beyond the farthest edge of any layer.
    case automatic(width: Double?, height: Double?, padding: Double)
    /// The size of the lowest image, after Exif orientation, divided by `scale`.
    case lowestImage
  }

  package var size: Size
  /// Device pixels per px, 0.1…8; an output may override it.
  package var scale: Double
  package var background: Paint
  /// Whether gradients are dithered; `nil` for the output's format to decide.
  package var dither: Bool?
  /// How far a PDF page reaches beyond the canvas, to be cut off, px.
  package var bleed: Double
  /// What the image shows, for readers who cannot see it.
  package var alt: String?

  package init(
    size: Size = .lowestImage, scale: Double = 1, background: Paint? = nil, dither: Bool? = nil,
    bleed: Double = 0, alt: String? = nil
  ) {
    self.size = size
    self.scale = scale
    self.dither = dither
    self.bleed = bleed
    self.alt = alt
    self.background = background ?? .color(.transparent)
  }
}

extension Node {
  fileprivate var hasGradients: Bool {
    if let object {
      object.contains { $0.key == "stops" || $0.value.hasGradients }
    } else {
      array?.contains(where: \.hasGradients) ?? false
    }
  }
}
