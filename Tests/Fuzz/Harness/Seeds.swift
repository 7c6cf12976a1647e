import Foundation
import MistakeCases

/// Writes every wrong job of the tests into a folder, for the corpus to begin with.
func writeJobs(to folder: String) throws {
  for mistake in MistakeCases.all {
    try Data(mistake.job.utf8).write(
      to: URL(filePath: folder).appending(path: "\(mistake.name).json"))
  }
}
