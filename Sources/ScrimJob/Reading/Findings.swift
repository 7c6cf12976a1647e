import ScrimDocument
import ScrimKit

/// Collects the mistakes of one document while it is read.
final class Findings {
  private(set) var problems: [Problem] = []

  /// Whether no more mistakes are taken.
  var isFull: Bool { problems.count >= JobMistakes.most }

  func report(_ problem: Problem) {
    if !isFull { problems.append(problem) }
  }

  /// Whether a mistake was found at a path or below it.
  func hasProblem(within path: [PathElement]) -> Bool {
    problems.contains { $0.path.starts(with: path) }
  }

  /// The mistakes in the order of the document, each once.
  var sorted: [Problem] { JobMistakes(found: problems).problems }
}
