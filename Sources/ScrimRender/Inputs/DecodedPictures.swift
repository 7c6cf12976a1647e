import ScrimDocument
import ScrimJob
import ScrimKit

/// The pictures of a job, each file decoded once.
struct DecodedPictures {
  private var images: [String: (held: HeldPicture, number: Int)] = [:]

  /// Decodes every picture that the job names, in its layers or in the parameters of effects.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - sources: The files, by the names that it uses.
  ///   - cache: Has some of them, by their content.
  ///   - limits: What a picture may be.
  ///   - mistakes: What is wrong with the job; takes every picture that cannot be read, at its
  ///     `source`, unless that has a mistake already.
  /// - Throws: `DrawingError` or `CodecError` if there is no memory.
  init(
    of job: Job, from sources: [String: SourceFile],
    cache: RenderCache = RenderCache(limit: 0), limits: DecodingLimits, mistakes: Mistakes
  ) throws {
    let wrong = Set(mistakes.problems.map(\.path))
    // Then no relative name leads anywhere, which is no mistake of theirs.
    let isAssetsWrong = wrong.contains(["assets"])
    for source in job.document.sources where !wrong.contains(source.path) {
      func report(_ code: String, _ message: String) {
        mistakes.report(job.problem(code, message, at: source.path))
      }
      switch sources[source.name] {
      case .bytes(let bytes):
        do {
          let picture = try cache.picture(of: bytes) {
            try bytes.withUnsafeBytes { try ImageDecoding.image(of: $0, limits: limits) }
          }
          images[source.name] = (HeldPicture(picture.image), picture.number)
        } catch let error as CodecError where error.code != .memory {
          report("unreadable-picture", "\(quoted(source.name)): \(error.message)")
        }
      case .unavailable where isAssetsWrong && !source.name.hasPrefix("/"):
        continue
      case .unavailable(let reason):
        report("missing-source", reason)
      case nil:
        report("missing-source", "\(quoted(source.name)): the file was not handed over.")
      }
    }
  }

  /// The picture of an image layer.
  subscript(spec: ImageSpec) -> HeldPicture? { images[spec.source]?.held }

  /// The picture that a mask names.
  subscript(source: String) -> CanvasImage? { images[source]?.held.image }

  /// The picture that a parameter of an effect names.
  subscript(source: PictureSource) -> CanvasImage? { images[source.source]?.held.image }

  /// What tells a picture's content from all others that the cache has seen.
  func number(of source: String) -> Int? { images[source]?.number }
}
