import ScrimDocument
import ScrimJob
import ScrimKit

/// How large the canvas is before any layer has its place.
struct CanvasSize {
  let job: Job
  let pictures: DecodedPictures
  let faults: Faults
  let limits: JobLimits

  /// What can be known of the canvas.
  ///
  /// - Parameter mistakes: Is told of a picture that is too large a canvas.
  /// - Returns: Nothing where what would say it has a mistake.
  func known(_ mistakes: Mistakes) -> Placing.Room {
    if faults.hidesCanvas { return .nothing }
    switch job.canvas.size {
    case .fixed(let width, let height):
      return .whole(Rect(x: 0, y: 0, width: width, height: height))
    case .autoHeight(let width, _):
      return .open(Rect(x: 0, y: 0, width: width, height: 0))
    case .lowestImage:
      guard let image = lowestImage else { return .nothing }
      let scale = job.canvas.scale
      let size = Rect(
        x: 0, y: 0, width: Double(image.width) / scale, height: Double(image.height) / scale)
      check(size, mistakes)
      return .whole(size)
    }
  }

  /// Checks a size that the job does not say against the limits of each output.
  func check(_ canvas: Rect, _ mistakes: Mistakes) {
    for output in job.outputs {
      let problem = job.sizeProblem(
        of: output, width: canvas.width, height: canvas.height, limits: limits)
      if let problem { mistakes.report(problem) }
    }
  }

  /// The picture of the lowest image layer; `nil` if it could not be read, or if a layer that could
  /// not be read may be lower. (That there is one is checked when the job is read.)
  private var lowestImage: HeldPicture? {
    guard !faults.hidesLayers else { return nil }
    for (index, layer) in job.allLayers.enumerated() {
      if case .image(let spec) = layer.content { return pictures[spec] }
      if faults.hidesContent(of: index) { return nil }
    }
    return nil
  }
}
