public import ScrimJSON

/// As in `scrim status`: hours and bytes, as in the configuration.
extension Retention: JSONRecord {
  public init(fields: FieldReader) throws(FieldError) {
    self.init(
      done: .seconds(try fields.integer("doneHours") * 3600),
      failed: .seconds(try fields.integer("failedHours") * 3600),
      reports: .seconds(try fields.integer("reportsHours") * 3600),
      doneBytes: try fields.integer("doneBytes"), failedBytes: try fields.integer("failedBytes"),
      doneJobs: try fields.integer("doneJobs"), failedJobs: try fields.integer("failedJobs"))
    out = .seconds(try fields.integer("outHours") * 3600)
    outBytes = try fields.integer("outBytes")
    partial = .seconds(try fields.integer("partialHours") * 3600)
  }

  public var json: JSON {
    func hours(_ time: Duration) -> JSON { .integer(Int(time.components.seconds / 3600)) }
    return [
      "doneHours": hours(done), "doneBytes": .integer(doneBytes), "doneJobs": .integer(doneJobs),
      "failedHours": hours(failed), "failedBytes": .integer(failedBytes),
      "failedJobs": .integer(failedJobs),
      "reportsHours": hours(reports), "outHours": hours(out), "outBytes": .integer(outBytes),
      "partialHours": hours(partial),
    ]
  }
}
