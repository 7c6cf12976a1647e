/// The names of reports beside the images of a job.
public enum ReportName {
  /// Ends the name of the report of a job that is done.
  public static let doneSuffix = ".result.json"
  /// Ends the name of the report of a job that failed or is held. It has a name of its own, so that the images and
  /// the report of an earlier job of that name stay as they are.
  public static let failedSuffix = ".failed.json"

  /// Whether a name is reserved for reports. Compared by bytes: a combining character would merge with the character
  /// before it.
  public static func isReserved(_ file: String) -> Bool {
    [doneSuffix, failedSuffix].contains { suffix in
      suffix.utf8.elementsEqual(file.utf8.suffix(suffix.utf8.count))
    }
  }
}
