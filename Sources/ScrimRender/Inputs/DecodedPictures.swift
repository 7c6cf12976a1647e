import ScrimDocument
import ScrimJob
import ScrimKit

/// The pictures of a job, each file decoded once.
struct DecodedPictures {
  private let images: [String: CanvasImage]

  /// Decodes every picture that the job names, in its layers or in the parameters of effects.
  ///
  /// - Throws: `JobMistakes` with every picture that cannot be read, at its `source`; `DrawingError`
  ///   if there is no memory.
  init(of job: Job, from sources: [String: SourceFile], limits: DecodingLimits) throws {
    var images: [String: CanvasImage] = [:]
    var problems: [Problem] = []
    for source in job.document.sources {
      func report(_ code: String, _ message: String) {
        problems.append(
          job.problem(code, "\(quoted(source.name)): \(message)", at: source.path))
      }
      switch sources[source.name] {
      case .bytes(let bytes):
        do {
          let pixels = try bytes.withUnsafeBytes { try ImageDecoding.decode($0, limits: limits) }
          images[source.name] = try CanvasImage(pixels)
        } catch let error as CodecError where error.code != .memory {
          report("unreadable-picture", error.message)
        }
      case .unavailable(let reason):
        report("missing-source", "\(reason).")
      case nil:
        report("missing-source", "the file was not handed over.")
      }
    }
    guard problems.isEmpty else { throw JobMistakes(problems: problems) }
    self.images = images
  }

  /// The picture of an image layer.
  subscript(spec: ImageSpec) -> CanvasImage? { images[spec.source] }

  /// The picture that a parameter of an effect names.
  subscript(source: PictureSource) -> CanvasImage? { images[source.source] }
}
