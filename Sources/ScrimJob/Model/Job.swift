package import ScrimJSON
package import ScrimKit

/// What one job asks for: a canvas, the layers on it, and the files to write.
package struct Job: Sendable {
  /// The job's name, from which the default output is named.
  package let name: String
  package let canvas: CanvasSpec
  /// Bottom first, at least one.
  package var layers: [Layer]
  /// At least one.
  package let outputs: [Output]
  /// The folder below the job's own from which `source` names start.
  package let assets: String?
  /// What seeds what is random, 0…2⁵³ − 1; drawn by the host if the job does not say it.
  package let seed: Int?
  /// The document with all places.
  package let document: Node
  /// How often the document names each file.
  package let sourceUses: [String: Int]
  /// The document as it was written.
  let bytes: [UInt8]

  /// Every layer, those in groups after their group, in document order.
  package var allLayers: [Layer] {
    layers.flatMap(\.withDescendants)
  }

  /// The job with all outputs at one scale.
  func scaled(to scale: Double) -> Job {
    var canvas = self.canvas
    canvas.scale = scale
    let outputs = self.outputs.map { output in
      var output = output
      output.scale = nil
      return output
    }
    return Job(
      name: name, canvas: canvas, layers: layers, outputs: outputs, assets: assets, seed: seed,
      document: document, sourceUses: sourceUses, bytes: bytes)
  }

  /// The layer that is called `id`.
  package func layer(_ id: String) -> Layer? {
    allLayers.first { $0.id == id }
  }

  /// An error that was found while rendering, at its place in the document.
  ///
  /// - Parameters:
  ///   - code: The kebab-case kind of the error, such as `text-overflow`.
  ///   - message: What is wrong, without the place.
  ///   - path: The way to the value, such as `layer.path + ["image", "source"]`; where it is not
  ///     there because a default is meant, the nearest value around it gives the position.
  /// - Returns: The problem with the position of the value.
  package func diagnostic(_ code: String, _ message: String, at path: [PathElement]) -> Diagnostic {
    var present = path
    while document[present] == nil, !present.isEmpty { present.removeLast() }
    return Diagnostic(
      code: code, message: message, path: path, position: document[present]?.position)
  }

  /// An error in one character of a text, at that character.
  ///
  /// - Parameters:
  ///   - code: The kind of the error.
  ///   - message: What is wrong.
  ///   - path: The way to the string.
  ///   - offset: The character, as a UTF-8 offset into the string.
  /// - Returns: The problem with the position of the character, or of the string's beginning where
  ///   the document has no such character there.
  package func diagnostic(
    _ code: String, _ message: String, at path: [PathElement], offset: Int
  ) -> Diagnostic {
    var diagnostic = diagnostic(code, message, at: path)
    if let place = document[path]?.position(ofUTF8: offset, in: bytes) {
      diagnostic.position = place
    }
    return diagnostic
  }

  /// The error that an effect reported in its parameters while rendering, at its place.
  ///
  /// - Parameters:
  ///   - found: The effect's own error; its path starts at the effect's object.
  ///   - path: The way to the object: the `path` of an ``EffectUse``, or of a text.
  /// - Returns: The problem with the position of the value.
  package func diagnostic(_ found: ParameterDiagnostic, at path: [PathElement]) -> Diagnostic {
    diagnostic(found.code.name, found.words, at: path + found.path)
  }
}

/// How large a job may be.
package struct JobLimits: Sendable, Hashable {
  /// Size and depth of the document.
  package var document: JSONLimits
  /// The most device pixels of an output.
  package var pixels: Int
  /// The most layers, those in groups too.
  package var layers: Int
  /// The most different files that a job names.
  package var inputs: Int
  /// The most outputs.
  package var outputs: Int

  package init(
    document: JSONLimits = .standard, pixels: Int = 100_000_000, layers: Int = 256,
    inputs: Int = 64,
    outputs: Int = 64
  ) {
    self.document = document
    self.pixels = pixels
    self.layers = layers
    self.inputs = inputs
    self.outputs = outputs
  }

  /// The limits that are on by default.
  package static let standard = JobLimits()
}
