import ScrimDocument

extension Console {
  /// Prints the mistakes of a job, one a line; on a terminal with the line of the document and a
  /// caret under the place.
  ///
  /// - Parameters:
  ///   - problems: The mistakes.
  ///   - job: The job that has them.
  func report(_ problems: [Problem], in job: JobFile) {
    for problem in problems {
      note(colored(problem, file: job.documentPath))
      guard hasTerminal, let position = problem.position,
        let excerpt = SourceExcerpt(of: job.bytes, at: position, width: width)
      else { continue }
      note(styled(excerpt.line, .faint))
      note(styled(excerpt.caret, .error))
    }
  }

  /// The line of a mistake, with its place set off.
  private func colored(_ problem: Problem, file: String) -> String {
    let text = problem.text(file: file)
    guard text.hasSuffix(problem.message) else { return text }
    return styled(String(text.dropLast(problem.message.count)), .place) + problem.message
  }
}

/// The status of a command whose job has these mistakes: 66 when all that is wrong is that
/// pictures are not there, otherwise 65.
func status(of problems: [Problem]) -> ExitStatus {
  problems.allSatisfy { $0.code == "missing-source" } ? .missing : .mistakes
}
