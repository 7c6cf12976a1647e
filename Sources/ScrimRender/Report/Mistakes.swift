import ScrimDocument
import ScrimJob

/// Collects the mistakes of one job, wherever they are found, so that they are told together.
final class Mistakes {
  private(set) var problems: [Problem]

  /// Begins with what was found when the job was read.
  init(_ known: [Problem]) {
    problems = known
  }

  func report(_ problem: Problem) {
    problems.append(problem)
  }

  func report(_ mistakes: JobMistakes) {
    problems += mistakes.problems
  }

  /// - Throws: All mistakes in the order of the document, if there are any.
  func check() throws(JobMistakes) {
    guard problems.isEmpty else { throw JobMistakes(found: problems) }
  }
}
