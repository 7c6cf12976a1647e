/// The names in a bundle, `NAME.scrim`: a job with its files.
package enum BundleFile {
  package static let document = "job.json"
  /// How the job is treated: ``SubmissionOptions``.
  package static let options = "submission.json"
  /// The names of a bundle's data, with their formats. A bundle with one of them is a batch.
  package static let data = [
    (name: "data.csv", format: "csv"), (name: "data.jsonl", format: "jsonl"),
  ]

  /// Where a batch's bundle has a file that rows name by an absolute path.
  package static func placeOfAbsolute(_ name: String) -> String {
    // Fails only without memory; the file is not found then.
    ".absolute/\((try? Digest.sha256(of: Array(name.utf8))) ?? "")"
  }
}
