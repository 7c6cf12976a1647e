import ScrimDocument
import ScrimJSON
import ScrimRecords
import ScrimCommand
import SystemPackage

extension DeliveredJob {
  /// The path of each image under which it still is; `nil` where the file of its name is another job's, or none.
  var deliveredPaths: [FilePath?] {
    report.outputs.map { open($0) == nil ? nil : path(of: $0) }
  }

  /// The job for `submit --json`.
  ///
  /// - Parameters:
  ///   - identifier: The submission's token.
  ///   - name: The job's name.
  ///   - state: How it ended.
  ///   - places: The path of each image; empty if the job has none.
  /// - Returns: The job with all that its report has.
  func record(
    _ identifier: String, name: String, _ state: SubmissionRecord.State, _ places: [FilePath?]
  ) -> SubmissionRecord {
    var record = SubmissionRecord(identifier, name: name, state)
    record.id = report.id?.description
    record.warnings = .array((report.rendering?.warnings ?? report.warnings).map(\.json))
    record.errors = .array(report.errors.map(\.json))
    guard report.status == .done else { return record }
    record.outputs = report.outputs.enumerated().map { index, output in
      SubmissionRecord.Output(
        path: index < places.count ? places[index]?.string : nil, file: output.file,
        format: output.format.isEmpty ? nil : output.format,
        bytes: output.bytes == 0 ? nil : output.bytes, sha256: output.sha256)
    }
    return record
  }
}
