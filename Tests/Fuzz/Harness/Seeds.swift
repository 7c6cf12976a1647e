import Foundation
import DiagnosticCases

/// Writes every wrong job of the tests into a folder, for the corpus to begin with.
func writeJobs(to folder: String) throws {
  for invalidJob in DiagnosticCases.all {
    try Data(invalidJob.job.utf8).write(
      to: URL(filePath: folder).appending(path: "\(invalidJob.name).json"))
  }
}
