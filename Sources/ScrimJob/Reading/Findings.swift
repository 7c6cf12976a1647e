import ScrimDocument
import ScrimKit

/// Collects what is found in one document while it is read: mistakes, and the objects that
/// were read.
final class Findings {
  private(set) var problems: [Problem] = []
  /// Every object that was read, with its kind, for what is not available. No `Place` is kept: it
  /// holds these findings, and a ring of the two would never be freed.
  private(set) var objects: [(kind: ObjectKind, node: Node, path: [PathElement])] = []

  /// Whether no more mistakes are taken.
  var isFull: Bool { problems.count >= JobMistakes.most }

  func report(_ problem: Problem) {
    if !isFull { problems.append(problem) }
  }

  func visit(_ kind: ObjectKind, _ place: Place) {
    objects.append((kind, place.node, place.path))
  }

  /// Whether a mistake was found at a path or below it.
  func hasProblem(within path: [PathElement]) -> Bool {
    problems.contains { $0.path.starts(with: path) }
  }

  /// The mistakes in the order of the document, each once.
  var sorted: [Problem] { JobMistakes(found: problems).problems }
}
