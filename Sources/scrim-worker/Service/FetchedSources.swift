import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimProtocol

extension RenderRequest {
  /// The files of URLs that a job uses, for its report.
  func fetched(of job: Job) -> [FetchedRecord] {
    places(of: job).compactMap { source, name in
      guard let pinned = source.pinned, pinned.error == nil, let digest = pinned.sha256 else {
        return nil
      }
      return FetchedRecord {
        $0.source = name.path.pointer
        $0.sha256 = digest
        $0.type = pinned.type ?? ""
        $0.fetched = pinned.fetched ?? ""
      }
    }
  }

  /// Warnings of URLs that could not be fetched, and in whose place another image is drawn.
  func replacedSources(of job: Job) -> [Diagnostic] {
    places(of: job).compactMap { source, name in
      guard source.unavailable == nil, let error = source.pinned?.error else { return nil }
      return job.diagnostic(
        "replaced-source",
        "\(quoted(name.shownName)) cannot be fetched (\(error)); the image of "
          + "\"\(SourceName.onMissingKey)\" is drawn in its place.", at: name.path)
    }
  }

  private func places(of job: Job) -> [(Source, SourceName)] {
    guard sources.contains(where: { $0.pinned != nil }) else { return [] }
    let names = Dictionary(job.sources.map { ($0.name, $0) }) { first, _ in first }
    return sources.compactMap { source in names[source.name].map { (source, $0) } }
  }
}
