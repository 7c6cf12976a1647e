import ScrimJSON
package import ScrimDocument

/// The parts of a document on which the images of its layers depend, as they are written. If two jobs have equal
/// parts, and their files equal contents, their layers look the same.
package struct JobDigest {
  /// A part: a layer with its descendants, or the keys that all layers share.
  package struct Part {
    /// Keys and values.
    package fileprivate(set) var pieces: [ArraySlice<UInt8>] = []
    /// The files that the part names.
    package fileprivate(set) var sources: [SourceName] = []
  }

  /// The keys that all layers share, such as the canvas.
  package let shared: Part
  /// The layers outside groups, bottom first.
  package let layers: [Part]

  /// The digest of a job; `nil` if a layer is not in the document.
  package init?(_ job: Job) {
    let outside: [PathElement] = [.key(JobFormat.layers.name), .key(JobFormat.styles.name)]
    var shared = Part(
      sources: job.sources.filter { source in !outside.contains { $0 == source.path.first } })
    for member in job.document.object ?? []
    where !member.isAnnotation && !JobFormat.outsideDigest.contains(member.key) {
      shared.pieces += [ArraySlice(member.key.utf8), member.value.writtenBytes]
    }
    var layers: [Part] = []
    for layer in job.layers {
      guard let node = job.document[layer.path] else { return nil }
      // In their order: the same styles in another order may look otherwise.
      let styles = layer.withDescendants.flatMap(\.styles).map { name -> [PathElement] in
        [.key(JobFormat.styles.name), .key(name)]
      }
      layers.append(
        Part(
          pieces: [node.writtenBytes] + styles.compactMap { job.document[$0]?.writtenBytes },
          sources: job.sources.filter { source in
            ([layer.path] + styles).contains { source.path.starts(with: $0) }
          }))
    }
    self.shared = shared
    self.layers = layers
  }
}
