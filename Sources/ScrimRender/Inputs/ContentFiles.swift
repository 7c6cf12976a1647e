import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimKit

extension Job {
  /// The names of files that only contents read, which are therefore no images.
  var contentFiles: Set<String> {
    var uses: [String: Int] = [:]
    for layer in allLayers {
      if let source = layer.file { uses[source.name, default: 0] += 1 }
    }
    // One of a content with other errors, which is not among the layers, is likewise no image.
    let key: [PathElement] = ["content", "source"]
    return Set(
      sources.filter { uses[$0.name] == $0.uses || $0.uses == 1 && $0.path.suffix(2) == key[...] }
        .map(\.name))
  }

  /// The job with the files that its contents read.
  ///
  /// - Parameters:
  ///   - sources: The files by name.
  ///   - tracker: Records which content runs.
  ///   - collector: The errors so far; receives one for every file that is missing, or that its content refuses, unless
  ///     its name has an error already.
  /// - Returns: The job; contents whose files have errors stay as they are.
  /// - Throws: `OutOfMemory`; `DrawingError`.
  func readingFiles(
    from sources: [String: SourceFile], tracker: EffectTracker, collector: DiagnosticCollector
  ) throws -> Job {
    guard allLayers.contains(where: { $0.file != nil }) else { return self }
    let wrong = Set(collector.diagnostics.map(\.path))
    let isAssetsWrong = wrong.contains(["assets"])
    var (index, job) = (0, self)
    func read(_ layer: Layer) throws -> Layer {
      let own = index
      index += 1
      if case .group(let children) = layer.content {
        return layer.with(content: .group(try children.map(read)))
      }
      guard case .plugin(let use) = layer.content, let source = layer.file,
        let content = use.content as? any FileContent
      else { return layer }
      let path = use.path + ["source"]
      guard !wrong.contains(path) else { return layer }
      switch sources[source.name] {
      case .bytes(let bytes):
        do {
          let read = try tracker.on(use, ofLayer: own) { try content.reading(bytes) }
          return layer.with(content: .plugin(use.with(read)))
        } catch let found as JobDiagnostics {
          collector.report(found)
        }
      case .unavailable where isAssetsWrong && !source.name.hasPrefix("/"): break
      case .unavailable(let reason):
        collector.report(diagnostic("missing-source", reason, at: path))
      case nil:
        collector.report(
          diagnostic(
            "missing-source", "\(quoted(source.name)): the file was not passed to the renderer.",
            at: path))
      }
      return layer
    }
    job.layers = try layers.map(read)
    return job
  }
}

extension Layer {
  /// The file that its content reads.
  var file: FileSource? {
    guard case .plugin(let use) = content else { return nil }
    return (use.content as? any FileContent)?.source
  }
}
